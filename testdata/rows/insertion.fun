-- Insertion sort, and a sum of the sorted numbers with weights.
def insert(a: Real[n], i: Int): Real[n] =
  let x = a[i];
      (b, at) = while(n, (a, i), \(a, j). j > 0 && a[j - 1] > x, \(a, j). (set(a, j, a[j - 1]), j - 1))
  in set(b, at, x)

def insertion(v: Real[n], weight: Real[n]): Real =
  let sorted = fold(insert, v, [i for i < n]) in sum(i < n) weight[i] * sorted[i]
