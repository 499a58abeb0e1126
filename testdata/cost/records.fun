-- records of arrays, and arrays of records
type Body = { place: Real, speed: Real, mass: Int }
type World = { bodies: Body[_], forces: Real[_], time: Real }
def step(w: World, i: Int): World =
  let b = w.bodies[i] in
  { w with forces: set(w.forces, i, sin(b.place) * w.forces[i]), time: w.time + b.speed, bodies: set(w.bodies, i, { b with place: b.place * w.time }) }
def f(v: Real[n], u: Real[n]): Real =
  let start = { bodies: [{ place: v[i], speed: u[i], mass: i } for i < n], forces: u, time: 1 };
      end = fold(\(w, i). step(w, i), start, [i for i < n]) in
  (sum(i < n) end.bodies[i].place * end.forces[n - 1 - i]) + end.time
