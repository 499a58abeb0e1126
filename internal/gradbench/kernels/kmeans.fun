-- The sum over n points of the squared distance to the nearest of k centroids.
def cost(points: Real[n, d], centroids: Real[k, d]): Real =
  let distance(i, c) = sum(r < d) (points[i, r] - centroids[c, r])^2;
      nearest(i) = -(max(c < k) (-distance(i, c)))
  in sum(i < n) nearest(i)

def slope(points: Real[n, d], centroids: Real[k, d]): Real[k, d] =
  let (_, g) = grad(cost)(points, centroids) in g

-- The step of Newton's method in the centroids: the gradient divided by the Hessian,
-- which is diagonal, so that its product with ones is its diagonal.
def dir(points: Real[n, d], centroids: Real[k, d]): Real[k, d] =
  let (g, h) = jvp(slope)(points, centroids, [0.0 for i < n, r < d], [1.0 for c < k, r < d])
  in [g[c, r] / h[c, r] for c < k, r < d]
