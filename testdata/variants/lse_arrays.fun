-- Arrays of what is shifted and of exponentials.
def lse(x: Real[n]): Real =
  let m = max(i < n) x[i];
      shifted = [x[i] - m for i < n];
      exps = [exp(shifted[i]) for i < n]
  in m + log(sum(i < n) exps[i])
