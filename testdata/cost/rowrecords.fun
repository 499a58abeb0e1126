-- records with rows set to other records
type Body = { place: Real[3], speed: Real }
def f(v: Real[n], u: Real[n], x: Real): Real =
  let start = [{ place: [v[i], u[i], v[i] * u[i]], speed: u[i] } for i < n];
      end = fold(\(w, i). set(w, i + 1, w[i]), start, [i for i < n - 1]);
      other = fold(\(w, i). let a = w[i]; b = w[i + 1] in set(set(w, i, b), i + 1, { a with speed: sin(a.speed * x) }), end, [i for i < n - 1]) in
  sum(i < n) other[i].place[2] * other[i].speed
