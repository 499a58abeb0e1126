-- Data: {"cs": [{"pose": {"turn": [0.1, -0.2, 0.3], "shift": [1, 2]}, "focal": 1.5, "id": 2}, {"pose": {"turn": [0.3, 0.2, -0.5], "shift": [0.5, -1]}, "focal": 0.75, "id": 0}, {"pose": {"turn": [1, 0.5, 0.25], "shift": [-2, 0.1]}, "focal": 2, "id": 1}], "ps": [[[[1, 2], 0.5], [[0.25, -1], 2]], [[[3, 1], -0.5], [[0.1, 0.2], 1.5]]], "z": 0.7}
-- Arrays of records and of tuples with arrays in them: read, made, changed, cut, joined, gone over.
type Camera = { pose: Pose, focal: Real, id: Int }
type Pose = { turn: Real[3], shift: Real[_] }
type Only = { v: Real[_] }

def zoom(c: Camera, z: Real): Camera = { c with focal: z * c.focal, pose: { c.pose with turn: z * c.pose.turn } }
def size2(p: (Real[_], Real)): Real = let (v, s) = p in s * (sum(i < size(v)) v[i])
def far(cs: Camera[k], z: Real): Camera[k] = [zoom(cs[i], z) for i < k]
def onlys(z: Real, n: Int): Only[_] = [{ v: [z * real(i + j) for j < 2] } for i < n]
def f(cs: Camera[n], ps: (Real[2], Real)[m, 2], z: Real): Real =
  let fs = far(cs, z);
      other = { pose: { turn: [z, 1, 2], shift: [z^2, 3] }, focal: sin(z), id: 1 };
      gs = set(concat(fs, [other, cs[0]]), 1, other);
      hs = gs[1 ..< n + 1];
      byId(c) = cs[c.id].focal * c.pose.shift[1];
      total = fold(\(acc, { pose, focal }). acc * 0.5 + focal * pose.turn[0], z, hs);

      p(i, j) = let (v, s) = ps[i, j] in (v, s);
      moved = nTimes(2, cs, \s. [zoom(s[i], z) for i < n]);
      os = onlys(z, 3)
  in (sum(i < n) byId(cs[i]) * gs[i + 2].pose.turn[2]) + total + (sum(i < m, j < 2) size2(p(i, j)))
     + moved[1].pose.turn[1] * real(size(gs)) + os[2].v[1] * (if z > 0 then cs else fs)[2].pose.shift[0]
