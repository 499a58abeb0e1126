-- How badly a recurrent network predicts each row x_t of a sequence from those
-- before it:
--   ½ Σ_t |V h_t + c - x_t|²,   h_{t+1} = tanh(W h_t + U x_t + b).
def rnn(W: Real[h, h], U: Real[h, d], b: Real[h], V: Real[d, h], c: Real[d], h0: Real[h], sequence: Real[t, d]): Real =
  let next(s, x) =
        -- apart from tanh, which then is a loop without loops inside
        let a = [(sum(j < h) (W[i, j] * s[j])) + (sum(j < d) (U[i, j] * x[j])) + b[i] for i < h]
        in [tanh(a[i]) for i < h];
      loss(s, x) = 0.5 * sum(i < d) ((sum(j < h) (V[i, j] * s[j])) + c[i] - x[i])^2;
      (_, total) = fold(\((s, total), x). (next(s, x), total + loss(s, x)), (h0, 0.0), sequence)
  in total
