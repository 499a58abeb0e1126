-- Cameras: how they see points of space.

-- An angle and an axis, as one vector; where the camera is; and its lens.
type Camera = { turn: Real[3], place: Real[3], focal: Real, distortion: Real[2], centre: Real[2] }

def dot(u: Real[n], v: Real[n]): Real = sum(i < n) u[i] * v[i]
def cross(u: Real[3], v: Real[3]): Real[3] =
  [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]

-- v turned about the axis w, by the length of w (Rodrigues). Near 0 the rule divides by nothing.
def turned(w: Real[3], v: Real[3]): Real[3] =
  let square = dot(w, w) in
  if square < 1e-16 then v + cross(w, v)
  else
    let angle = sqrt(square); axis = w / angle; c = cos(angle); s = sin(angle); along = dot(axis, v) * (1 - c) in
    c * v + s * cross(axis, v) + along * axis

-- The point of the image that a camera sees x at.
def project(c: Camera, x: Real[3]): Real[2] =
  let p = turned(c.turn, x - c.place);
      u = [p[i] / p[2] for i < 2];
      square = dot(u, u);
      radial = 1 + square * (c.distortion[0] + square * c.distortion[1])
  in c.centre + c.focal * radial * u

def _camera(): Camera = { turn: [0, 0, 0], place: [0, 0, -1], focal: 2, distortion: [0, 0], centre: [0.5, 0] }

test "a camera that is not turned divides by the depth" =
  let at = project(_camera(), [1, 2, 3]) in abs(at[0] - 1) < 1e-12 && abs(at[1] - 1) < 1e-12
test "a quarter turn about the third axis" =
  let v = turned([0, 0, pi / 2], [1, 0, 0]) in abs(v[0]) < 1e-12 && abs(v[1] - 1) < 1e-12
test "turning keeps lengths" =
  let v = turned([0.3, -0.2, 0.9], [1, 2, 3]) in abs(dot(v, v) - 14) < 1e-12
