package library_test

// Lotka and Volterra's equations.
const (
	prey     = `let f(t, y) = [p[0] * y[0] - p[1] * y[0] * y[1] + 0 * t, -p[2] * y[1] + p[3] * y[0] * y[1]] in `
	preyData = `{"p": [1.5, 1, 3, 1], "y": [1, 1], "t1": 1}`
)

// The values of Lotka and Volterra's equations are those of scipy.integrate.solve_ivp(method="DOP853", rtol=1e-13, atol=1e-14),
// and of methods of low order those of the same formulas in Python.
var odeUses = []use{
	// Burden and Faires, Numerical Analysis, 5.4: y' = y - t² + 1 from 0.5.
	{name: "rk4Step", def: `(a: Real, y: Real): Real = ode.rk4Step(\(t, y). a * y - t^2 + 1, 0, y, 0.2)`, data: `{"a": 1, "y": 0.5}`, want: "0.8292933333333334"},
	{name: "rk4", def: "(p: Real[4], y: Real[2], t1: Real): Real[_] = " + prey + "ode.rk4(f, y, 0, t1, 3)", data: preyData, want: "[2.7706043874073947, 0.25924916294816414]", flags: native},
	{name: "rk4Converged", def: "(p: Real[4], y: Real[2], t1: Real): Real[_] = " + prey + "ode.rk4(f, y, 0, t1, 1000)", data: preyData,
		want: "[2.772850901841067, 0.2587108781425432]", flags: valued},
	{name: "rk4Path", def: "(p: Real[4], y: Real[2], t1: Real): Real[_, _] = " + prey + "ode.rk4Path(f, y, [0, t1 / 3, t1], 2)", data: preyData, want: "[[1.0, 1.0], [1.2893013402329614, 0.5351433310963402], [2.772082949006447, 0.2590833903624306]]"},
	{name: "dopri5", def: "(p: Real[4], y: Real[2], t1: Real): Real[_] = " + prey + "ode.dopri5(f, y, 0, t1, { rtol: 1e-13, atol: 1e-13, steps: 1000 })",
		data: preyData, want: "[2.772850901841067, 0.2587108781425432]", flags: first, bad: []bad{
			{`{"p": [1.5, 1, 3, 1], "y": [1, 1], "t1": -1}`, "ode.dopri5: t1 is before t0"},
			{`{"p": [1.5, 1, 3, 1], "y": [1, 1], "t1": 1000}`, "1000"},
			{`{"p": [1.5, 1, 3, 1], "y": [1, "NaN"], "t1": 1}`, "ode.dopri5: y or f is not finite at t0"}}},
	// f is not finite in a step that is too long. y' = -1 / y: y² = 1 - 2t.
	{name: "dopri5Edge", def: `(y: Real, t1: Real): Real = ode.dopri5(\(t, y). [-1 / sqrt(y[0])^2 + 0 * t], [y], 0, t1, { rtol: 1e-13, atol: 1e-13, steps: 1000 })[0]`,
		data: `{"y": 1, "t1": 0.375}`, want: "0.5", flags: valued, bad: []bad{{`{"y": 1, "t1": 0.75}`, "ode.dopri5: the steps become too small"}}},
	// y'' = y + t y' + 2 y y' where no time passes.
	{name: "dopri5Nowhere", def: `(y: Real, t1: Real): Real = grad(grad(\t. ode.dopri5(\(t, y). [t * y[0] + y[0]^2], [y], 1, t, ode.control)[0]))(t1)`, data: `{"y": 2, "t1": 1}`,
		want: "32", flags: valued},
	{name: "dopri5Loose", def: "(p: Real[4], y: Real[2], t1: Real): Bool = " + prey + "abs(ode.dopri5(f, y, 0, t1, ode.control)[0] - 2.772850901841067) < 1e-7",
		data: preyData, want: "true", flags: discrete},
	{name: "dopri5Path", def: "(p: Real[4], y: Real[2], t1: Real): Real[_, _] = " + prey + "ode.dopri5Path(f, y, [0, t1], { rtol: 1e-13, atol: 1e-13, steps: 1000 })",
		data: preyData, want: "[[1, 1], [2.772850901841067, 0.2587108781425432]]", flags: first},
	{name: "implicitMidpoint", def: "(p: Real[4], y: Real[2], t1: Real): Real[_] = " + prey + "ode.implicitMidpoint(f, y, 0, t1, 3)", data: preyData, want: "[2.7686212249552544, 0.2556314821562838]", ratio: 1.5},
	// One step of y' = -1000 y of length 1 multiplies by (1 - 500) / (1 + 500).
	{name: "stiff", def: `(a: Real, y: Real): Real = ode.implicitMidpoint(\(t, y). [-a * y[0] + 0 * t], [y], 0, 1, 1)[0]`, data: `{"a": 1000, "y": 2}`,
		want: "-1.9920159680638723"},
}

const fit = "let f = optim.leastSquares"

var optimUses = []use{
	// scipy.optimize.brentq: x = a cos x
	{name: "fixedPoint", def: `(a: Real): Real = optim.fixedPoint(\x. [a * cos(x[0])], [0.5], 1e-10, 100)[0]`, data: `{"a": 1}`, want: "0.7390851332151607", ratio: 1.5,
		bad: []bad{{`{"a": 2}`, "100"}, {`{"a": "NaN"}`, "optim.fixedPoint: f is not finite where the iterations lead"}}},
	// scipy.optimize.fsolve
	{name: "newton", def: `(a: Real, b: Real): Real[_] = optim.newton(\x. [x[0]^2 + x[1]^2 - a, x[0] * x[1] - b], [2, 0.5], 1e-10, 20)`, data: `{"a": 4, "b": 1}`,
		want: "[1.9318516525781366, 0.5176380902050415]", ratio: 1.5, flags: native, bad: []bad{
			{`{"a": 0, "b": 1}`, "the loop has not ended after 20 iterations"}, {`{"a": "NaN", "b": 1}`, "optim.newton: f is not finite at the start"}}},
	// Steps of the whole length lead to where the logarithm is NaN: exp(3).
	{name: "newtonFar", def: `(a: Real, x: Real): Real = optim.newton(\x. [log(x[0]) - a], [x], 1e-9, 50)[0]`, data: `{"a": 3, "x": 100}`, want: "20.085536923187668",
		flags: native, bad: []bad{
			{`{"a": 3, "x": "NaN"}`, "optim.newton: the start is not finite"}, {`{"a": 3, "x": 0}`, "optim.newton: f is not finite at the start"}}},
	{name: "rootFar", def: `(a: Real, x: Real): Real = optim.root(\x. log(x) - a, x, 1e-9, 50)`, data: `{"a": 3, "x": 100}`, want: "20.085536923187668",
		flags: native, bad: []bad{
			{`{"a": 3, "x": "NaN"}`, "optim.root: the start is not finite"}, {`{"a": 3, "x": 0}`, "optim.root: f is not finite at the start"}}},
	{name: "root", def: `(a: Real): Real = optim.root(\x. x^2 - a, 1, 1e-10, 20)`, data: `{"a": 2}`, want: "1.4142135623730951", ratio: 1.5,
		bad: []bad{{`{"a": -1}`, "optim.root: the slope is 0"}, {`{"a": -1.1}`, "the loop has not ended after 20 iterations"}}},
	// x² + 1 is least at 0, and not 0.
	{name: "newtonNone", def: `(a: Real, x: Real): Real = optim.newton(\x. [x[0]^2 - a], [x], 1e-10, 200)[0]`, data: `{"a": 4, "x": 0.3}`, want: "2", ratio: 1.5,
		bad: []bad{{`{"a": -1, "x": 0.3}`, "optim.newton: no step makes f smaller"}}},
	{name: "rootNone", def: `(a: Real, x: Real): Real = optim.root(\x. x^2 - a, x, 1e-10, 200)`, data: `{"a": 4, "x": 0.3}`, want: "2", ratio: 1.5,
		bad: []bad{{`{"a": -1, "x": 0.3}`, "optim.root: no step makes f smaller"}}},
	{name: "solutionOfConstants", def: `(x: Real): Real = optim.solution(\x. x * x - 2, [x])[0]`, data: `{"x": 1.4142}`, want: "1.4142135623730951", ratio: 2},
	{name: "solution", def: `(a: Real, x: Real): Real = optim.solution(\x. [x[0]^3 - a], [x])[0]`, data: `{"a": 8, "x": 2.001}`, want: "2", ratio: 2,
		bad: []bad{{`{"a": 8, "x": 0}`, "singular"}, {`{"a": 8, "x": 9}`, "the loop has not ended after 4 iterations"}}},
	// 0.9^10 of the way: x ← x - rate (x - a) for x = 0
	{name: "gradientDescent", def: `(a: Real, x: Real[n], rate: Real): Real[_] = optim.gradientDescent(\x. 0.5 * (sum(i < size(x)) (x[i] - a)^2), x, rate, 10)`,
		data: `{"a": 1, "x": [0, 1], "rate": 0.1}`, want: "[0.6513215599, 1]"},
	// Rosenbrock's function is least at (a, a²).
	{name: "lbfgs", def: `(a: Real, b: Real): Real[_] = optim.lbfgs(\x. (a - x[0])^2 + b * (x[1] - x[0]^2)^2, [-1.2, 1], 1e-8, 200)`, data: `{"a": 1.5, "b": 100}`,
		want: "[1.5, 2.25]", ratio: 1.5, flags: native, bad: []bad{
			{`{"a": 1, "b": -1}`, "f has no bound below"}, {`{"a": "NaN", "b": 1}`, "optim.lbfgs: f is not finite at the start"}}},
	// The start is good enough, and a step of Newton's method leads to -857. Where f is so flat, its derivatives say little.
	{name: "lbfgsFlat", def: `(x: Real): Real = optim.lbfgs(\x. 1e-6 * sqrt(1 + x[0]^2) + (x[0] / 1000)^8, [x], 1e-5, 50)[0]`, data: `{"x": 10}`, want: "10", flags: valued,
		bad: []bad{{`{"x": "NaN"}`, "optim.lbfgs: the start is not finite"}}},
	// The value needs no inverse of the second derivatives.
	{name: "lbfgsSingular", def: `(a: Real): Real[_] = optim.lbfgs(\x. (x[0] + x[1] - a)^2, [0, 1], 1e-9, 50)`, data: `{"a": 3}`, want: "[1, 2]", flags: valued},
	// y = 0.8 + 2.3 x: s² = 0.15, and the variances are s² (1/4 + 2.25/5) and s²/5.
	{name: "leastSquaresLine", def: "(x: Real[m], y: Real[m], start: Real[n]): (Real[_], Real[_], Real) = " + fit + `(\b. [b[0] + b[1] * x[i] - y[i] for i < m], start, 1e-10, 50) in (f.parameters, f.deviations, f.rss)`,
		data: `{"x": [0, 1, 2, 3], "y": [1, 3, 5, 8], "start": [0, 0]}`, want: "[[0.8, 2.3], [0.32403703492039304, 0.17320508075688773], 0.3]", flags: valued},
	// The method of Gauss and Newton in NumPy.
	{name: "leastSquares", def: "(x: Real[m], y: Real[m], start: Real[n]): (Real[_], Real[_], Real) = " + fit + `(\b. [b[0] * exp(b[1] * x[i]) - y[i] for i < m], start, 1e-11, 50) in (f.parameters, f.deviations, f.rss)`,
		data: `{"x": [0, 1, 2, 3], "y": [1, 3, 5, 8], "start": [1, 1]}`, ratio: 1.5,
		want: "[[1.5851788936214777, 0.5453150694783538], [0.2881842020199848, 0.06855228533506555], 0.5117741684636472]", bad: []bad{
			{`{"x": [0, 1], "y": [1, 3], "start": [1, 1]}`, "optim.leastSquares: there are no more residuals than parameters"},
			{`{"x": [1, 1, 1], "y": [1, 3, 5], "start": [1, 1]}`, "optim.leastSquares: the derivative is singular"},
			{`{"x": [0, 1, 2], "y": [1, 3, 5], "start": [1, "NaN"]}`, "optim.leastSquares: the start is not finite"},
			{`{"x": [0, 1, "NaN"], "y": [1, 3, 5], "start": [1, 1]}`, "optim.leastSquares: the residuals are not finite at the start"}}},
	// The sum of squares is 0, where a norm has no derivative but one of its subgradients.
	{name: "leastSquaresExact", def: "(x: Real[m], y: Real[m]): Real[_] = " + fit + `(\b. [b[0] * exp(b[1] * x[i]) - y[i] for i < m], [1, 1], 1e-10, 50) in f.parameters`,
		data: `{"x": [0, 1, 2, 3], "y": [1, 2, 4, 8]}`, want: "[1, 0.6931471805599453]", ratio: 1.5},
	// sqrt(b) has no derivative at 0.
	{name: "leastSquaresEdge", def: "(x: Real[m], y: Real[m], start: Real[n]): Real[_] = " + fit + `(\b. [sqrt(b[0]) + b[1] * x[i] - y[i] for i < m], start, 1e-10, 9) in f.parameters`,
		data: `{"x": [0, 1, 2, 3], "y": [1, 3, 5, 7], "start": [2, 1]}`, want: "[1, 2]", flags: valued, bad: []bad{
			{`{"x": [0, 1, 2, 3], "y": [1, 3, 5, 7], "start": [0, 1]}`, "optim.leastSquares: the derivative is not finite where the iterations lead"},
			{`{"x": [0, 1, 2, 3], "y": [1, 3, 5, 7], "start": [1e12, 1]}`, "the loop has not ended after 9 iterations"}}},
	// The gradient is infinite at 0.
	{name: "lbfgsEdge", def: `(a: Real, x: Real): Real = optim.lbfgs(\x. a * x[0] - sqrt(x[0]), [x], 1e-9, 50)[0]`, data: `{"a": 0.5, "x": 0.9}`, want: "1", ratio: 1.5,
		bad: []bad{{`{"a": 0.5, "x": 0}`, "optim.lbfgs: the gradient is not finite at the start"}, {`{"a": 0.5, "x": -1}`, "optim.lbfgs: f is not finite at the start"}}},
}

var quadUses = []use{
	// numpy.polynomial.legendre.leggauss
	{name: "legendre", def: "(n: Int): (Real[_], Real[_]) = let r = quad.legendre(n) in (r.nodes, r.weights)", data: `{"n": 5}`, flags: discrete,
		want: "[[-0.906179845938664, -0.5384693101056831, 0.0, 0.5384693101056831, 0.906179845938664]," +
			"[0.23692688505618942, 0.4786286704993662, 0.568888888888889, 0.4786286704993662, 0.23692688505618942]]",
		bad: []bad{{`{"n": 0}`, "quad.legendre: a rule has a node at least"}}},
	// scipy.integrate.quad
	{name: "integrate", def: `(a: Real, b: Real, c: Real): Real = quad.integrate(\x. exp(-x^2) * cos(c * x), a, b, quad.legendre(16))`, data: `{"a": 0, "b": 2, "c": 3}`,
		want: "0.09000923515627197"},
	{name: "gaussLegendre", def: `(a: Real, b: Real, c: Real): Real = quad.gaussLegendre(\x. exp(-x^2) * cos(c * x), a, b, 16)`, data: `{"a": 0, "b": 2, "c": 3}`,
		want: "0.09000923515627197"},
	{name: "simpson", def: `(a: Real, b: Real, c: Real): Real = quad.simpson(\x. exp(-x^2) * cos(c * x), a, b, 1e-13)`, data: `{"a": 0, "b": 2, "c": 3}`,
		want: "0.09000923515627197", flags: first},
	{name: "simpsonPole", def: `(a: Real): Real = quad.simpson(\x. 1 / abs(x - a), 0, 1, 1e-9)`, data: `{"a": 2}`, want: "0.6931471805599453", flags: first | native,
		bad: []bad{{`{"a": 0.3}`, "quad.simpson: the parts become too small"}, {`{"a": 1}`, "quad.simpson: the function is not finite"},
			{`{"a": "NaN"}`, "quad.simpson: the function is not finite"}}},
}

var interpolateUses = []use{
	{name: "interval", def: "(k: Real[n], x: Real[m]): Int[_] = [interpolate.interval(k, x[i]) for i < m]", data: `{"k": [0, 1, 2.5, 4], "x": [-1, 0, 0.5, 1, 2.6, 4, 5]}`,
		want: "[0, 0, 0, 1, 2, 2, 2]", flags: discrete, bad: []bad{{`{"k": [0], "x": [1]}`, "interpolate.interval: there are two knots at least"},
			{`{"k": [3, 2, 1], "x": [1.5]}`, "interpolate.interval: the knots do not ascend"}, {`{"k": [0, NaN, 2], "x": [1.5]}`, "interpolate.interval: the knots do not ascend"},
			// The knots around x ascend, but halving meets one that does not.
			{`{"k": [0, 1, 9, 3, 4], "x": [0.5]}`, "interpolate.interval: the knots do not ascend"},
			{`{"k": [0, 1, 2, 3, 4, -1], "x": [3.5]}`, "interpolate.interval: the knots do not ascend"}}},
	// numpy.interp
	{name: "linear", def: "(k: Real[n], v: Real[n], x: Real[m]): Real[_] = [interpolate.linear(k, v, x[i]) for i < m]", data: knots,
		want: "[2, 2.533333333333333, 0.6000000000000001]", bad: []bad{{`{"k": [0, 0], "v": [1, 2], "x": [1]}`, "interpolate.interval: the knots do not ascend"},
			{`{"k": [0, 2, 1], "v": [1, 2, 3], "x": [3]}`, "interpolate.interval: the knots do not ascend"}}},
	// scipy.interpolate.CubicSpline(bc_type="natural")
	{name: "spline", def: "(k: Real[n], v: Real[n], x: Real[m]): Real[_] = let s = interpolate.spline(k, v) in [interpolate.splineAt(s, x[i]) for i < m]", data: knots,
		want: "[2.2094594594594597, 2.943887887887888, 0.5874434434434435]", flags: native,
		bad: []bad{{`{"k": [0, 2, 1], "v": [1, 2, 3], "x": [1]}`, "interpolate.spline: the knots do not ascend"},
			{`{"k": [0, NaN, 2], "v": [1, 2, 3], "x": [1]}`, "interpolate.spline: the knots do not ascend, or one is NaN"}}},
	{name: "splineOfTwo", def: "(k: Real[n], v: Real[n], x: Real): Real = interpolate.splineAt(interpolate.spline(k, v), x)", data: `{"k": [0, 2], "v": [1, 2], "x": 1}`, want: "1.5"},
}

const knots = `{"k": [0, 1, 2.5, 4], "v": [1, 3, 2, 0.5], "x": [0.5, 1.7, 3.9]}`
