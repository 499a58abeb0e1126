-- The determinant of an 8×8 matrix by its first row, with a function for each size.
def det1(a: Real[1, 1]): Real = a[0, 0]
def det2(a: Real[2, 2]): Real =
  sum(j < 2) ((-1)^j * a[0, j] * det1([a[r + 1, if c < j then c else c + 1] for r < 1, c < 1]))
def det3(a: Real[3, 3]): Real =
  sum(j < 3) ((-1)^j * a[0, j] * det2([a[r + 1, if c < j then c else c + 1] for r < 2, c < 2]))
def det4(a: Real[4, 4]): Real =
  sum(j < 4) ((-1)^j * a[0, j] * det3([a[r + 1, if c < j then c else c + 1] for r < 3, c < 3]))
def det5(a: Real[5, 5]): Real =
  sum(j < 5) ((-1)^j * a[0, j] * det4([a[r + 1, if c < j then c else c + 1] for r < 4, c < 4]))
def det6(a: Real[6, 6]): Real =
  sum(j < 6) ((-1)^j * a[0, j] * det5([a[r + 1, if c < j then c else c + 1] for r < 5, c < 5]))
def det7(a: Real[7, 7]): Real =
  sum(j < 7) ((-1)^j * a[0, j] * det6([a[r + 1, if c < j then c else c + 1] for r < 6, c < 6]))
def minors_sizes(a: Real[8, 8]): Real =
  sum(j < 8) ((-1)^j * a[0, j] * det7([a[r + 1, if c < j then c else c + 1] for r < 7, c < 7]))
