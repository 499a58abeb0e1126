-- A function for each gate, of one element.
def affine(p: Real[l2, b4], i: Int, k: Int, v: Real): Real = v * p[2 * i, k] + p[2 * i + 1, k]
def newCell(p: Real[l2, b4], i: Int, b: Int, j: Int, old: Real, x: Real, h: Real): Real =
  old * logistic(affine(p, i, j, x)) + logistic(affine(p, i, b + j, h)) * tanh(affine(p, i, 3 * b + j, h))
def output(p: Real[l2, b4], i: Int, b: Int, j: Int, x: Real, cell: Real): Real =
  logistic(affine(p, i, 2 * b + j, x)) * tanh(cell)

def layer(p: Real[l2, b4], s: Real[l2, b], x: Real[b], i: Int): (Real[l2, b], Real[b]) =
  let cell = [newCell(p, i, b, j, s[2 * i + 1, j], x[j], s[2 * i, j]) for j < b];
      out = [output(p, i, b, j, x[j], cell[j]) for j < b]
  in (fold(\(s, j). set(set(s, 2 * i, j, out[j]), 2 * i + 1, j, cell[j]), s, [j for j < b]), out)

def score(extra: Real[3, b], x: Real[b], next: Real[b]): Real =
  let y = [x[j] * extra[1, j] + extra[2, j] for j < b];
      norm = log(2 + sum(j < b) exp(y[j]))
  in sum(j < b) (next[j] * (y[j] - norm))

def lstm(main_params: Real[l2, b4], extra_params: Real[3, b], state: Real[l2, b], sequence: Real[c, b]): Real =
  let (_, total) = fold(\((s, total), t).
        let (s, x) = fold(\((s, x), i). layer(main_params, s, x, i),
                          (s, [sequence[t, j] * extra_params[0, j] for j < b]), [i for i < l2 div 2])
        in (s, total + score(extra_params, x, sequence[t + 1])),
        (state, 0.0), [t for t < c - 1])
  in -total / real(b * (c - 1))
