-- Bundle adjustment: where cameras stand, and where the points are that they see. The squared
-- error of all observations, as a function of the cameras and of the points.

import "cameras.fun" as cams

-- What a camera has seen of a point, and how far to trust it.
type Observation = { camera: Int, point: Int, seen: Real[2], weight: Real }

def error(c: cams.Camera, x: Real[3], o: Observation): Real =
  let miss = cams.project(c, x) - o.seen in o.weight * cams.dot(miss, miss)

-- Half the weighted squared error of what the cameras see.
def objective(cameras: cams.Camera[n], points: Real[p, 3], observations: Observation[m]): Real =
  0.5 * (sum(k < m) (let o = observations[k] in error(cameras[o.camera], points[o.point], o)))

test "what is seen where it is costs nothing" =
  let c = { turn: [0.1, 0.2, 0.3], place: [0, 0, -1], focal: 2, distortion: [0.1, 0], centre: [0.5, 0] }; x = [1, 2, 3]
  in error(c, x, { camera: 0, point: 0, seen: cams.project(c, x), weight: 1 }) == 0
