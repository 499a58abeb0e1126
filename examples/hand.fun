-- Hand tracking: a hand of bones, whose skin follows the bones that carry it. How far the skin is
-- from what a depth camera has seen, as a function of the angles of the joints and of the shape.

-- How a bone is attached: to an earlier bone (the first to itself), at a place of that one, and
-- about which axis its joint turns. The length scales all that is attached to it.
type Bone = { parent: Int, place: Real[3], axis: Real[3], length: Real }

-- Where a bone is: what is x in its own frame is turn x + shift in that of the camera.
type Frame = { turn: Real[3, 3], shift: Real[3] }

-- A point of the skin: where it is in the frame of each of the bones that carry it, and how much
-- each of them counts. What it should meet is number target of the seen points.
type Vertex = { bones: Int[2], rest: Real[2, 3], weights: Real[2], target: Int }

def apply(f: Frame, x: Real[3]): Real[3] = [f.shift[i] + sum(j < 3) f.turn[i, j] * x[j] for i < 3]

-- f after g.
def compose(f: Frame, g: Frame): Frame =
  { turn: [sum(k < 3) f.turn[i, k] * g.turn[k, j] for i < 3, j < 3], shift: apply(f, g.shift) }

-- The turn by an angle about an axis of length 1.
def turning(a: Real[3], angle: Real): Real[3, 3] =
  let c = cos(angle); s = sin(angle);
      skew = [[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]]
  in [(if i == j then c else 0) + s * skew[i, j] + (1 - c) * a[i] * a[j] for i < 3, j < 3]

def joint(b: Bone, angle: Real): Frame = { turn: turning(b.axis, angle), shift: b.place }

def _still(): Frame = { turn: [if i == j then 1 else 0 for i < 3, j < 3], shift: [0, 0, 0] }

-- The frames of all bones, each from that of its parent.
def frames(bones: Bone[n], angles: Real[n]): Frame[n] =
  fold(\(fs, k).
      (let b = bones[k]; own = joint({ b with place: bones[b.parent].length * b.place }, angles[k]) in
       set(fs, k, if k == b.parent then own else compose(fs[b.parent], own))),
    [_still() for _ < n], [k for k < n])

def skin(bones: Bone[n], fs: Frame[n], v: Vertex): Real[3] =
  sum(k < 2) (let b = v.bones[k] in v.weights[k] * apply(fs[b], bones[b].length * v.rest[k]))

-- How far a joint may turn: what it costs to go beyond is the square of what is too much.
type Range = { least: Real, most: Real }

def beyond(r: Range, angle: Real): Real = if angle < r.least then r.least - angle else if angle > r.most then angle - r.most else 0

-- Half the squared distance of the skin from what is seen, of the angles from rest, and of those that are beyond
-- what their joints can do from what they can.
def objective(bones: Bone[n], vertices: Vertex[m], seen: Real[p, 3], angles: Real[n], ranges: Range[n], stiff: Real): Real =
  let fs = frames(bones, angles);
      miss(k) = (let d = skin(bones, fs, vertices[k]) - seen[vertices[k].target] in sum(i < 3) d[i]^2)
  in 0.5 * (sum(k < m) miss(k)) + 0.5 * stiff * (sum(k < n) (angles[k]^2 + 100 * beyond(ranges[k], angles[k])^2))

test "a bone at rest is where it is attached" =
  let b = { parent: 0, place: [0, 0, 0], axis: [0, 0, 1], length: 2 };
      fs = frames([b, { b with place: [1, 0, 0] }], [0, 0])
  in fs[1].shift[0] == 2 && fs[1].turn[0, 0] == 1
test "a joint turns what hangs on it" =
  let b = { parent: 0, place: [0, 0, 0], axis: [0, 0, 1], length: 1 };
      fs = frames([b, { b with place: [1, 0, 0] }], [pi / 2, pi / 2]);
      x = apply(fs[1], [1, 0, 0])
  in abs(x[0] + 1) < 1e-12 && abs(x[1] - 1) < 1e-12
test "half of each of two bones carry a joint's skin" =
  let b = { parent: 0, place: [0, 0, 0], axis: [0, 0, 1], length: 1 }; bones = [b, { b with place: [1, 0, 0] }];
      x = skin(bones, frames(bones, [0, pi / 2]), { bones: [0, 1], rest: [[2, 0, 0], [1, 0, 0]], weights: [0.5, 0.5], target: 0 })
  in abs(x[0] - 1.5) < 1e-12 && abs(x[1] - 0.5) < 1e-12
test "a joint within its range costs nothing" =
  let r = { least: -0.1, most: 1.5 } in beyond(r, 1) == 0 && beyond(r, 2) == 0.5 && abs(beyond(r, -0.3) - 0.2) < 1e-15
