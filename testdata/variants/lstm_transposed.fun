-- The four gates of an element stand together: the loop over the gates is inside of that over the elements.
def lstm(main_params: Real[l2, b4], extra_params: Real[3, b], state: Real[l2, b], sequence: Real[c, b]): Real =
  let layer(s, x, i) =
        let h = s[2 * i];
            old = s[2 * i + 1];
            gates = [(if g == 0 || g == 2 then x[j] else h[j]) * main_params[2 * i, g * b + j] + main_params[2 * i + 1, g * b + j] for j < b, g < 4];
            cell = [old[j] * logistic(gates[j, 0]) + logistic(gates[j, 1]) * tanh(gates[j, 3]) for j < b];
            out = [logistic(gates[j, 2]) * tanh(cell[j]) for j < b]
        in (fold(\(s, j). set(set(s, 2 * i, j, out[j]), 2 * i + 1, j, cell[j]), s, [j for j < b]), out);
      step(s, t) =
        let (s, x) = fold(\((s, x), i). layer(s, x, i),
                          (s, [sequence[t, j] * extra_params[0, j] for j < b]), [i for i < l2 div 2]);
            y = [x[j] * extra_params[1, j] + extra_params[2, j] for j < b];
            norm = log(2 + sum(j < b) exp(y[j]))
        in (s, sum(j < b) (sequence[t + 1, j] * (y[j] - norm)));
      (_, total) = fold(\((s, total), t). let (s, p) = step(s, t) in (s, total + p), (state, 0.0), [t for t < c - 1])
  in -total / real(b * (c - 1))
