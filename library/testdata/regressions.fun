-- The nonlinear regressions of NIST's Statistical Reference Datasets. Their points and certified answers are in regressions.json.
import linalg
import optim

type Model = Saturation | Misra1b | Misra1c | Misra1d | Chwirut | Lanczos | Gauss | Power | Quadratic | Cubic | Nelson
           | MGH09 | MGH10 | MGH17 | Logistic | Richards | Roszman1 | ENSO | Eckerle4 | Bennett5

-- What the model says at x. Nelson's has two variables; the others are given the same one twice.
def response(model: Model, b: Real[_], x: Real, z: Real): Real =
  case model of
    Saturation -> b[0] * (1 - exp(-b[1] * x)),
    Misra1b -> b[0] * (1 - 1 / (1 + b[1] * x / 2)^2),
    Misra1c -> b[0] * (1 - 1 / sqrt(1 + 2 * b[1] * x)),
    Misra1d -> b[0] * b[1] * x / (1 + b[1] * x),
    Chwirut -> exp(-b[0] * x) / (b[1] + b[2] * x),
    Lanczos -> b[0] * exp(-b[1] * x) + b[2] * exp(-b[3] * x) + b[4] * exp(-b[5] * x),
    Gauss -> b[0] * exp(-b[1] * x) + b[2] * exp(-((x - b[3]) / b[4])^2) + b[5] * exp(-((x - b[6]) / b[7])^2),
    Power -> b[0] * pow(x, b[1]),
    Quadratic -> (b[0] + b[1] * x + b[2] * x^2) / (1 + b[3] * x + b[4] * x^2),
    Cubic -> cubic(b, x),
    Nelson -> b[0] - b[1] * x * exp(-b[2] * z),
    MGH09 -> b[0] * (x^2 + x * b[1]) / (x^2 + x * b[2] + b[3]),
    MGH10 -> b[0] * exp(b[1] / (x + b[2])),
    MGH17 -> b[0] + b[1] * exp(-x * b[3]) + b[2] * exp(-x * b[4]),
    Logistic -> b[0] / (1 + exp(b[1] - b[2] * x)),
    Richards -> b[0] / pow(1 + exp(b[1] - b[2] * x), 1 / b[3]),
    Roszman1 -> b[0] - b[1] * x - atan(b[2] / (x - b[3])) / pi,
    ENSO -> b[0] + b[1] * cos(pi * x / 6) + b[2] * sin(pi * x / 6) + b[4] * cos(2 * pi * x / b[3]) + b[5] * sin(2 * pi * x / b[3])
            + b[7] * cos(2 * pi * x / b[6]) + b[8] * sin(2 * pi * x / b[6]),
    Eckerle4 -> b[0] / b[1] * exp(-0.5 * ((x - b[2]) / b[1])^2),
    Bennett5 -> b[0] * pow(b[1] + x, -1 / b[2])

def cubic(b: Real[_], x: Real): Real = (b[0] + b[1] * x + b[2] * x^2 + b[3] * x^3) / (1 + b[4] * x + b[5] * x^2 + b[6] * x^3)

-- Nelson's model is that of the logarithm of y.
def residuals(model: Model, b: Real[_], x: Real[k, m], y: Real[m]): Real[_] =
  let observed(v) = case model of Nelson -> log(v), _ -> v in [response(model, b, x[0, i], x[k - 1, i]) - observed(y[i]) for i < m]

def fit(model: Model, x: Real[k, m], y: Real[m], start: Real[n]): optim.Fit =
  optim.leastSquares(\b. residuals(model, b, x, y), start, 1e-11, 500)

-- The fit of one model, so that native code of it is soon made.
def cubicFit(x: Real[k, m], y: Real[m], start: Real[n]): optim.Fit =
  optim.leastSquares(\b. [cubic(b, x[0, i]) - y[i] for i < m], start, 1e-11, 500)

-- The minimum of the sum of squares by lbfgs, to a millionth of the gradient at the start: the parameters, the sum, and how large its gradient is there
-- for that at the start.
def minimum(model: Model, x: Real[k, m], y: Real[m], start: Real[n]): { parameters: Real[_], rss: Real, slope: Real } =
  let rss(b) = linalg.normSquared(residuals(model, b, x, y));
      largest(g) = max(i < n) abs(g[i]);
      first = largest(grad(rss)(start));
      b = optim.lbfgs(rss, start, 1e-6 * first, 5000)
  in { parameters: b, rss: rss(b), slope: largest(grad(rss)(b)) / first }
