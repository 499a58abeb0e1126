-- The determinant by columns. The bits of `used` are the rows that the columns before have taken.
def minor(a: Real[n, n], column: Int, used: Int): Real =
  if column == n then 1
  else
    let (total, _) = fold(\((total, sign), i).
          if bitAnd(shiftRight(used, i), 1) == 1 then (total, sign)
          else (total + sign * a[i, column] * minor(a, column + 1, bitOr(used, shiftLeft(1, i))), -sign),
          (0.0, 1.0), [i for i < n])
    in total

def minors_mask(a: Real[n, n]): Real = minor(a, 0, 0)
