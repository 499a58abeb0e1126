-- The forward algorithm of a hidden Markov model: the logarithm of the probability of what is observed. Parameters are logarithms of
-- probabilities: of the first state, of a change from state i to j, and of what is observed in a state.
def lse(v: Real[n]): Real = let m = max(i < n) v[i] in m + log(sum(i < n) exp(v[i] - m))

def hmm(start: Real[k], change: Real[k, k], emit: Real[k, m], seen: Int[t]): Real =
  let first = [start[j] + emit[j, seen[0]] for j < k];
      step(a, o) = [lse([a[i] + change[i, j] for i < k]) + emit[j, o] for j < k]
  in lse(fold(step, first, seen[1 ..< t]))
