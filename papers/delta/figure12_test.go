package delta_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/papers/delta"
)

// rotate is the program of Figure 12.
const rotate = `def dot(p: (Real, Real, Real), q: (Real, Real, Real)): Real =
  let (px, py, pz) = p; (qx, qy, qz) = q in px * qx + py * qy + pz * qz
def plus(p: (Real, Real, Real), q: (Real, Real, Real)): (Real, Real, Real) =
  let (px, py, pz) = p; (qx, qy, qz) = q in (px + qx, py + qy, pz + qz)
def scale(k: Real, v: (Real, Real, Real)): (Real, Real, Real) = let (x, y, z) = v in (k * x, k * y, k * z)
def cross(a: (Real, Real, Real), b: (Real, Real, Real)): (Real, Real, Real) =
  let (ax, ay, az) = a; (bx, by, bz) = b in (ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
def rotate(v: (Real, Real, Real), q: (Real, Real, Real, Real)): (Real, Real, Real) =
  let (x, y, z, s) = q; u = (x, y, z) in
  plus(plus(scale(2.0 * dot(u, v), u), scale(s * s - dot(u, u), v)), scale(2.0 * s, cross(u, v)))
def f(q: (Real, Real, Real, Real), v: (Real, Real, Real)): Real = let (x, _, _) = rotate(v, q) in x
`

const rotateData = `{"q": [1.1, 2.2, 3.3, 4.4], "v": [5.5, 6.6, 7.7]}`

// TestFigure12 compares the tape with the one that the paper prints, binding by
// binding: evaluated from right to left, with literals that are bound.
func TestFigure12(t *testing.T) {
	r := start(t, load(t, rotate, rotateData), delta.Order{RightToLeft: true, Literals: true})
	var text bytes.Buffer
	require.NoError(t, r.Trace(&text, 6))
	printed := strings.NewReplacer(
		"Var qx", "Var q.0", "Var qy", "Var q.1", "Var qz", "Var q.2", "Var qw", "Var q.3",
		"Var vx", "Var v.0", "Var vy", "Var v.1", "Var vz", "Var v.2", "Scale 2 ", "Scale 2.0 ",
	).Replace(figure12)
	assert.Equal(t, strings.TrimSpace(printed), strings.TrimSpace(text.String()))
	assert.Len(t, r.Tape.Binds, 40)
	g, err := r.Reverse(1.0)
	require.NoError(t, err)
	near(t, list{list{91.96, 58.08, -77.44, 38.72}, list{4.84, -24.2, 26.62}}, g, "gradient")
}

// figure12 is the right column of Figure 12, with vy for the yy of x23.
const figure12 = `
Let x1 = Add (Scale 5.5 (Var qy)) (Scale 2.2 (Var vx)) in
Let x2 = Add (Scale 6.6 (Var qx)) (Scale 1.1 (Var vy)) in
Let x3 = Add (Var x2) (Scale (-1.0) (Var x1)) in
Let x4 = Add (Scale 7.7 (Var qx)) (Scale 1.1 (Var vz)) in
Let x5 = Add (Scale 5.5 (Var qz)) (Scale 3.3 (Var vx)) in
Let x6 = Add (Var x5) (Scale (-1.0) (Var x4)) in
Let x7 = Add (Scale 6.6 (Var qz)) (Scale 3.3 (Var vy)) in
Let x8 = Add (Scale 7.7 (Var qy)) (Scale 2.2 (Var vz)) in
Let x9 = Add (Var x8) (Scale (-1.0) (Var x7)) in
Let x10 = Zero in
Let x11 = Add (Scale 4.4 (Var x10)) (Scale 2 (Var qw)) in
Let x12 = Add (Scale (-4.84) (Var x11)) (Scale 8.8 (Var x3)) in
Let x13 = Add (Scale 9.68 (Var x11)) (Scale 8.8 (Var x6)) in
Let x14 = Add (Scale (-4.84) (Var x11)) (Scale 8.8 (Var x9)) in
Let x15 = Add (Scale 3.3 (Var qz)) (Scale 3.3 (Var qz)) in
Let x16 = Add (Scale 2.2 (Var qy)) (Scale 2.2 (Var qy)) in
Let x17 = Add (Scale 1.1 (Var qx)) (Scale 1.1 (Var qx)) in
Let x18 = Add (Var x17) (Var x16) in
Let x19 = Add (Var x18) (Var x15) in
Let x20 = Add (Scale 4.4 (Var qw)) (Scale 4.4 (Var qw)) in
Let x21 = Add (Var x20) (Scale (-1.0) (Var x19)) in
Let x22 = Add (Scale 7.7 (Var x21)) (Scale 2.42 (Var vz)) in
Let x23 = Add (Scale 6.6 (Var x21)) (Scale 2.42 (Var vy)) in
Let x24 = Add (Scale 5.5 (Var x21)) (Scale 2.42 (Var vx)) in
Let x25 = Add (Scale 7.7 (Var qz)) (Scale 3.3 (Var vz)) in
Let x26 = Add (Scale 6.6 (Var qy)) (Scale 2.2 (Var vy)) in
Let x27 = Add (Scale 5.5 (Var qx)) (Scale 1.1 (Var vx)) in
Let x28 = Add (Var x27) (Var x26) in
Let x29 = Add (Var x28) (Var x25) in
Let x30 = Zero in
Let x31 = Add (Scale 45.98 (Var x30)) (Scale 2 (Var x29)) in
Let x32 = Add (Scale 3.3 (Var x31)) (Scale 91.96 (Var qz)) in
Let x33 = Add (Scale 2.2 (Var x31)) (Scale 91.96 (Var qy)) in
Let x34 = Add (Scale 1.1 (Var x31)) (Scale 91.96 (Var qx)) in
Let x35 = Add (Var x32) (Var x22) in
Let x36 = Add (Var x33) (Var x23) in
Let x37 = Add (Var x34) (Var x24) in
Let x38 = Add (Var x35) (Var x12) in
Let x39 = Add (Var x36) (Var x13) in
Let x40 = Add (Var x37) (Var x14) in
Var x40
`
