-- k-means: the squares of the distances of points from the nearest of k centres.
def kmeans(points: Real[n, d], centres: Real[k, d]): Real =
  sum(i < n) min(c < k) sum(j < d) (points[i, j] - centres[c, j])^2
