-- Bundle adjustment: where cameras stand, and where the points are that they see. The squared
-- error of all observations, as a function of the cameras and of the points.

-- An angle and an axis, as one vector; where the camera is; and its lens.
type Camera = { turn: Real[3], place: Real[3], focal: Real, distortion: Real[2], centre: Real[2] }

-- What a camera has seen of a point, and how far to trust it.
type Observation = { camera: Int, point: Int, seen: Real[2], weight: Real }

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

def error(c: Camera, x: Real[3], o: Observation): Real =
  let miss = project(c, x) - o.seen in o.weight * dot(miss, miss)

def _camera(): Camera = { turn: [0, 0, 0], place: [0, 0, -1], focal: 2, distortion: [0, 0], centre: [0.5, 0] }

-- Half the weighted squared error of what the cameras see.
def objective(cameras: Camera[n], points: Real[p, 3], observations: Observation[m]): Real =
  0.5 * (sum(k < m) (let o = observations[k] in error(cameras[o.camera], points[o.point], o)))


test "a camera that is not turned divides by the depth" =
  let at = project(_camera(), [1, 2, 3]) in abs(at[0] - 1) < 1e-12 && abs(at[1] - 1) < 1e-12
test "a quarter turn about the third axis" =
  let v = turned([0, 0, pi / 2], [1, 0, 0]) in abs(v[0]) < 1e-12 && abs(v[1] - 1) < 1e-12
test "turning keeps lengths" =
  let v = turned([0.3, -0.2, 0.9], [1, 2, 3]) in abs(dot(v, v) - 14) < 1e-12
test "what is seen where it is costs nothing" =
  let c = _camera(); x = [1, 2, 3] in error(c, x, { camera: 0, point: 0, seen: project(c, x), weight: 1 }) == 0
