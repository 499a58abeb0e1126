-- Bundle adjustment: where cameras stand, and where the points are that they see. The squared
-- error of all observations, as a function of the cameras and of the points.

import "cameras.fun" as cams

-- What a camera has seen of a point, and how far to trust it.
type Observation = { camera: Int, point: Int, seen: Real[2], weight: Real }

-- How much a squared error counts: up to wide it is itself, and beyond that it grows as the error does, so
-- that a point that was taken for another one does not pull the cameras away (Huber).
def robust(square: Real, wide: Real): Real =
  if square <= wide^2 then square else 2 * wide * sqrt(square) - wide^2

def error(c: cams.Camera, x: Real[3], o: Observation, wide: Real): Real =
  let miss = cams.project(c, x) - o.seen in o.weight * robust(cams.dot(miss, miss), wide)

-- How far lenses are from what the factory says of them.
def _lens(c: cams.Camera): Real = cams.dot(c.distortion, c.distortion)

-- Half the weighted error of what the cameras see, and of the lenses.
def objective(cameras: cams.Camera[n], points: Real[p, 3], observations: Observation[m], wide: Real, stiff: Real): Real =
  0.5 * (sum(k < m) (let o = observations[k] in error(cameras[o.camera], points[o.point], o, wide)))
  + 0.5 * stiff * (sum(k < n) _lens(cameras[k]))

-- What cameras would see of points if nothing were wrong.
def _simulate(cameras: cams.Camera[n], points: Real[p, 3]): Observation[_] =
  [{ camera: k div p, point: k mod p, seen: cams.project(cameras[k div p], points[k mod p]), weight: 1 } for k < n * p]

def _camera(x: Real, y: Real): cams.Camera =
  { turn: [0.1, 0.2, 0.3], place: [x, y, -1], focal: 2, distortion: [0.1, 0], centre: [0.5, 0] }
def _points(): Real[4, 3] = [[1, 2, 3], [0, 1, 4], [-1, 0, 2], [0.5, -1, 3]]

test "what is seen where it is costs nothing" =
  let c = _camera(0, 0); x = [1, 2, 3] in
  error(c, x, { camera: 0, point: 0, seen: cams.project(c, x), weight: 1 }, 1) == 0
test "cameras that saw everything right are right" =
  let cs = [_camera(0, 0), _camera(1, 0), _camera(0, 1)] in
  objective(cs, _points(), _simulate(cs, _points()), 1, 0) == 0
test "right cameras need not be changed" =
  let cs = [_camera(0, 0), _camera(1, 0)]; all = _simulate(cs, _points());
      slope = grad(\ps. objective(cs, ps, all, 1, 0))(_points())
  in (max(i < 4) (max(j < 3) abs(slope[i, j]))) < 1e-12
test "an error that is far out counts less" = robust(4, 3) == 4 && robust(100, 3) == 51
test "steps down the gradient find a point that was moved" =
  let cs = [_camera(0, 0), _camera(1, 0), _camera(0, 1)]; all = _simulate(cs, _points());
      cost(ps: Real[4, 3]): Real = objective(cs, ps, all, 1, 0);
      moved = set(_points(), 1, [0.1, 1.1, 4.2])
  in cost(nTimes(50, moved, \ps. ps - 0.2 * grad(cost)(ps))) < 0.1 * cost(moved)
