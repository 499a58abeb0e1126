-- The state is a pair of matrices, the outputs and the cells, which a layer makes anew.
def lstm(main_params: Real[l2, b4], extra_params: Real[3, b], state: Real[l2, b], sequence: Real[c, b]): Real =
  let gate(i, g, j, v) = v * main_params[2 * i, g * b + j] + main_params[2 * i + 1, g * b + j];
      layer(hs, cells, x, i) =
        let cell = [cells[i, j] * logistic(gate(i, 0, j, x[j]))
                    + logistic(gate(i, 1, j, hs[i, j])) * tanh(gate(i, 3, j, hs[i, j])) for j < b];
            out = [logistic(gate(i, 2, j, x[j])) * tanh(cell[j]) for j < b]
        in ([if r == i then out[j] else hs[r, j] for r < l2 div 2, j < b],
            [if r == i then cell[j] else cells[r, j] for r < l2 div 2, j < b], out);
      step(hs, cells, t) =
        let (hs, cells, x) = fold(\((hs, cells, x), i). layer(hs, cells, x, i),
                                  (hs, cells, [sequence[t, j] * extra_params[0, j] for j < b]), [i for i < l2 div 2]);
            y = [x[j] * extra_params[1, j] + extra_params[2, j] for j < b];
            norm = log(2 + sum(j < b) exp(y[j]))
        in (hs, cells, sum(j < b) (sequence[t + 1, j] * (y[j] - norm)));
      (_, _, total) = fold(\((hs, cells, total), t). let (hs, cells, p) = step(hs, cells, t) in (hs, cells, total + p),
                           ([state[2 * i, j] for i < l2 div 2, j < b], [state[2 * i + 1, j] for i < l2 div 2, j < b], 0.0),
                           [t for t < c - 1])
  in -total / real(b * (c - 1))
