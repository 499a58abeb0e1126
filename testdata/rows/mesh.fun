-- Particles give their charge to the four nodes of a mesh around them. Nodes outside of the mesh are clamped to its edge. How far the
-- charges of the nodes are from a target.
def mesh(x: Real[n], y: Real[n], q: Real[n], target: Real[h, w]): Real =
  let row(i) = max(0, min(i, h - 1));
      column(j) = max(0, min(j, w - 1));
      add(rho, i, j, c) = set(rho, row(i), column(j), rho[row(i), column(j)] + c);
      deposit(rho, p) =
        let i = int(x[p]); j = int(y[p]); a = x[p] - real(i); b = y[p] - real(j)
        in add(add(add(add(rho, i, j, q[p] * (1 - a) * (1 - b)), i, j + 1, q[p] * (1 - a) * b),
             i + 1, j, q[p] * a * (1 - b)), i + 1, j + 1, q[p] * a * b);
      rho = fold(deposit, [0 for _ < h, _ < w], [p for p < n])
  in 0.5 * sum(i < h, j < w) (rho[i, j] - target[i, j])^2
