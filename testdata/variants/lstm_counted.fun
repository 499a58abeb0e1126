-- The number of a step is part of the state.
def lstm(main_params: Real[l2, b4], extra_params: Real[3, b], state: Real[l2, b], sequence: Real[c, b]): Real =
  let inW = extra_params[0];
      outW = extra_params[1];
      outB = extra_params[2];

      -- one layer: from the state and the input x to the new state and the output
      layer(s, x, i) =
        let gate(g, j, v) = v * main_params[2 * i, g * b + j] + main_params[2 * i + 1, g * b + j];
            h = s[2 * i];
            old = s[2 * i + 1];
            cell = [old[j] * logistic(gate(0, j, x[j]))
                    + logistic(gate(1, j, h[j])) * tanh(gate(3, j, h[j])) for j < b];
            out = [logistic(gate(2, j, x[j])) * tanh(cell[j]) for j < b]
        in (fold(\(s, j). set(set(s, 2 * i, j, out[j]), 2 * i + 1, j, cell[j]), s, [j for j < b]), out);

      -- one step: from the state and element t to the new state and the
      -- log-probability of element t + 1
      step(s, t) =
        let (s, x) = fold(\((s, x), i). layer(s, x, i),
                          (s, [sequence[t, j] * inW[j] for j < b]), [i for i < l2 div 2]);
            y = [x[j] * outW[j] + outB[j] for j < b];
            norm = log(2 + sum(j < b) exp(y[j]))
        in (s, sum(j < b) (sequence[t + 1, j] * (y[j] - norm)));

      (_, total, _) = nTimes(c - 1, (state, 0.0, 0), \(s, total, t). let (s, p) = step(s, t) in (s, total + p, t + 1))
  in -total / real(b * (c - 1))
