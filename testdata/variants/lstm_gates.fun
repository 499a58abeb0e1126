def gate(weights: Real[b4], biases: Real[b4], v: Real[b], g: Int): Real[_] =
  [v[j] * weights[g * b + j] + biases[g * b + j] for j < b]

-- the new output and the new cell
def layer(weights: Real[b4], biases: Real[b4], h: Real[b], cell: Real[b], x: Real[b]): (Real[_], Real[_]) =
  let forget = gate(weights, biases, x, 0);
      ingate = gate(weights, biases, h, 1);
      outgate = gate(weights, biases, x, 2);
      change = gate(weights, biases, h, 3);
      new = [cell[j] * logistic(forget[j]) + logistic(ingate[j]) * tanh(change[j]) for j < b]
  in ([logistic(outgate[j]) * tanh(new[j]) for j < b], new)

def lstm(main_params: Real[l2, b4], extra_params: Real[3, b], state: Real[l2, b], sequence: Real[c, b]): Real =
  let put(s, i, out, cell) = fold(\(s, j). set(set(s, 2 * i, j, out[j]), 2 * i + 1, j, cell[j]), s, [j for j < b]);
      step(s, t) =
        let (s, x) = fold(\((s, x), i). let (out, cell) = layer(main_params[2 * i], main_params[2 * i + 1], s[2 * i], s[2 * i + 1], x)
                                        in (put(s, i, out, cell), out),
                          (s, [sequence[t, j] * extra_params[0, j] for j < b]), [i for i < l2 div 2]);
            y = [x[j] * extra_params[1, j] + extra_params[2, j] for j < b];
            exps = [exp(y[j]) for j < b];
            norm = log(2 + sum(j < b) exps[j]);
            terms = [sequence[t + 1, j] * (y[j] - norm) for j < b]
        in (s, sum(j < b) terms[j]);
      (_, total) = fold(\((s, total), t). let (s, p) = step(s, t) in (s, total + p), (state, 0.0), [t for t < c - 1])
  in -total / real(b * (c - 1))
