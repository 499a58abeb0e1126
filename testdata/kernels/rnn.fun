-- How badly a recurrent network predicts each row x_t of a sequence from those
-- before it:
--   ½ Σ_t |V h_t + c - x_t|²,   h_{t+1} = tanh(W h_t + U x_t + b).
def rnn(W: Real[h, h], U: Real[h, d], b: Real[h], V: Real[d, h], c: Real[d], h0: Real[h], sequence: Real[t, d]): Real =
  let next(s, x) = [tanh((sum(j < h) (W[i, j] * s[j])) + (sum(j < d) (U[i, j] * x[j])) + b[i]) for i < h];
      loss(s, x) = sum(i < d) ((sum(j < h) (V[i, j] * s[j])) + c[i] - x[i])^2;
      (_, total) = fold(\((s, total), x). (next(s, x), total + loss(s, x)), (h0, 0.0), sequence)
  in 0.5 * total
