-- Five nonlinear regressions of NIST's Statistical Reference Datasets. Their points and certified answers are in regressions.json.
import optim

def model(problem: Int, b: Real[_], x: Real): Real =
  -- Misra1a, adsorption of a monomolecular layer: volume by pressure.
  if problem == 0 then b[0] * (1 - exp(-b[1] * x))
  else
  -- MGH09 of Kowalik and Osborne. The sum of squares also falls towards infinity.
  if problem == 1 then b[0] * (x^2 + x * b[1]) / (x^2 + x * b[2] + b[3])
  else
  -- Eckerle4: transmittance by wavelength.
  if problem == 2 then b[0] / b[1] * exp(-0.5 * ((x - b[2]) / b[1])^2)
  else
  -- Thurber: the mobility of electrons in a semiconductor by the logarithm of density.
  if problem == 3 then (b[0] + b[1] * x + b[2] * x^2 + b[3] * x^3) / (1 + b[4] * x + b[5] * x^2 + b[6] * x^3)
  else
  -- Lanczos3: three exponentials, with data of five digits.
  b[0] * exp(-b[1] * x) + b[2] * exp(-b[3] * x) + b[4] * exp(-b[5] * x)

def fit(problem: Int, x: Real[m], y: Real[m], start: Real[n]): optim.Fit =
  optim.leastSquares(\b. [model(problem, b, x[i]) - y[i] for i < m], start, 1e-11, 500)
