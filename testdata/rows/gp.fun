-- A Gaussian process: the negative logarithm of how likely the values y at the places x are.
import linalg

def covariance(size: Real, length: Real, x: Real, z: Real): Real = size^2 * exp(-0.5 * ((x - z) / length)^2)

def gp(size: Real, length: Real, noise: Real, x: Real[n], y: Real[n]): Real =
  let l = linalg.cholesky([covariance(size, length, x[i], x[j]) + (if i == j then noise^2 else 0) for i < n, j < n]);
      w = linalg.lowerSolve(l, y)
  in 0.5 * (linalg.dot(w, w) + linalg.choleskyLogdet(l) + real(n) * log(2 * pi))
