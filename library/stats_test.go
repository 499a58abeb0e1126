package library_test

import (
	"fmt"
	"strings"
)

// The values are those of SciPy 1.10, of the distribution of scipy.stats that a comment names if it is called otherwise.
var statsUses = append([]use{
	{name: "mean", def: "(v: Real[n]): Real = stats.mean(v)", data: `{"v": [1, 2, 4]}`, want: "2.3333333333333335", ratio: 6},
	{name: "variance", def: "(v: Real[n]): Real = stats.variance(v)", data: `{"v": [1, 2, 4]}`, want: "2.3333333333333335",
		bad: []bad{{`{"v": [1]}`, "stats.variance: a sample has two elements at least"}}},
	{name: "covariance", def: "(v: Real[n, d]): Real[_, _] = stats.covariance(v)", data: `{"v": [[1, 2], [2, 1], [4, 7]]}`,
		want: "[[2.3333333333333335, 4.333333333333333], [4.333333333333333, 10.333333333333334]]",
		bad:  []bad{{`{"v": [[1, 2]]}`, "stats.covariance: a sample has two rows at least"}}},
	// scipy.special
	{name: "logsumexp", def: "(v: Real[n]): Real = stats.logsumexp(v)", data: `{"v": [1, 2, 3]}`, want: "3.4076059644443806", flags: native},
	{name: "logsumexpLarge", def: "(v: Real[n]): Real = stats.logsumexp(v)", data: `{"v": [1000, 1001]}`, want: "1001.3132616875182"},
	{name: "softmax", def: "(v: Real[n]): Real[_] = stats.softmax(v)", data: `{"v": [1, 2, 3]}`, want: "[0.09003057317038046, 0.24472847105479764, 0.6652409557748218]"},
	{name: "logSoftmax", def: "(v: Real[n]): Real[_] = stats.logSoftmax(v)", data: `{"v": [1, 2, 3]}`, want: "[-2.4076059644443806, -1.4076059644443804, -0.4076059644443804]"},
	{name: "softplus", def: "(v: Real[n]): Real[_] = [stats.softplus(v[i]) for i < n]", data: `{"v": [-1, 2, 800]}`, want: "[0.31326168751822286, 2.1269280110429727, 800]"},
	{name: "normalCdf", def: "(x: Real): Real = stats.normalCdf(x)", data: `{"x": 0.3333333333333333}`, want: "0.6305586598182363"},
	{name: "multivariateNormalLogpdf", def: "(x: Real[n], mean: Real[n], a: Real[n, n]): Real = stats.multivariateNormalLogpdf(x, mean, a)",
		data: `{"x": [1, 2, 3], "mean": [0.5, 0.5, 1], "a": [[4, 1, 0.5], [1, 3, -1], [0.5, -1, 2]]}`, want: "-6.641246669386507",
		bad: []bad{{`{"x": [1], "mean": [0.5], "a": [[-1]]}`, "linalg.cholesky: the matrix is not positive definite"}}},

	density("normal", "mean, sd", "0.7, 0.2, 1.5", "-1.3799591968683926", "0, 0, 0", "the standard deviation is positive"), // norm
	density("lognormal", "mean, sd", "0.7, 0.2, 1.5", "-1.0365924736428136", "1, 1, -1", "the standard deviation is positive"),
	density("gamma", "shape, rate", "0.7, 2.5, 1.5", "-0.8560325161106068", "1, 1, 0", "shape and rate are positive"),
	density("beta", "a, b", "0.7, 2.5, 1.5", "0.4908600183193146", "1, 0, 1", "a and b are positive"),
	density("exponential", "rate", "0.7, 1.5", "-0.6445348918918357", "1, 0", "the rate is positive"), // expon
	density("uniform", "lo, hi", "0.7, 0.2, 1.5", "-0.26236426446749106", "1, 1, 1", "lo is less than hi"),
	density("cauchy", "median, scale", "0.7, 0.2, 1.5", "-1.6555555096153909", "1, 1, 0", "the scale is positive"),
	density("student", "dof, median, scale", "0.7, 3.5, 0.2, 1.5", "-1.465256922251901", "1, 0, 1, 1", "degrees of freedom and scale are positive"), // t
	density("laplace", "median, scale", "0.7, 0.2, 1.5", "-1.431945622001443", "1, 1, 0", "the scale is positive"),
	density("weibull", "shape, scale", "0.7, 2.5, 1.5", "-0.7811549987582863", "1, 1, 0", "shape and scale are positive"), // weibull_min
	{name: "poisson", def: "(k: Int, rate: Real): Real = stats.poissonLogpmf(k, rate)", data: `{"k": 3, "rate": 2.5}`, want: "-1.5428872736055896",
		bad: []bad{{`{"k": 3, "rate": 0}`, "stats.poissonLogpmf: the rate is positive"}}},
	{name: "bernoulli", def: "(p: Real): Real[_] = [stats.bernoulliLogpmf(k, p) for k < 2]", data: `{"p": 0.3}`, want: "[-0.35667494393873245, -1.2039728043259361]",
		bad: []bad{{`{"p": 2}`, "stats.bernoulliLogpmf: p is between 0 and 1"}}},
	{name: "bernoulliLogit", def: "(p: Real): Real[_] = [stats.bernoulliLogitLogpmf(k, log(p) - log(1 - p)) for k < 2]", data: `{"p": 0.3}`,
		want: "[-0.35667494393873245, -1.2039728043259361]"},
	{name: "binomial", def: "(k: Int, n: Int, p: Real): Real = stats.binomialLogpmf(k, n, p)", data: `{"k": 3, "n": 7, "p": 0.3}`, want: "-1.4832701272433244", // binom
		bad: []bad{{`{"k": 1, "n": -1, "p": 0.5}`, "stats.binomialLogpmf: n is not negative"}}},
	{name: "outside", def: `(): Bool = let v = [stats.gammaLogpdf(-1, 1, 1), stats.lognormalLogpdf(0, 0, 1), stats.betaLogpdf(2, 1, 1), stats.exponentialLogpdf(-1, 1),
		stats.uniformLogpdf(2, 0, 1), stats.weibullLogpdf(0, 2, 1), stats.poissonLogpmf(-1, 1), stats.bernoulliLogpmf(2, 0.5), stats.bernoulliLogitLogpmf(2, 0),
		stats.binomialLogpmf(3, 2, 0.5), stats.logsumexp([-1 / 0, -1 / 0])] in max(i < size(v)) v[i] == -1 / 0`, data: "{}", want: "true", flags: discrete},
}, random...)

// density is the row of the logarithm of a density with parameters.
func density(name, params, data, want, wrong, message string) use {
	n := len(strings.Split(params, ", "))
	typed, json, bads := "x: Real", "", ""
	for i, p := range append([]string{"x"}, strings.Split(params, ", ")...) {
		if i > 0 {
			typed += fmt.Sprintf(", %s: Real", p)
			json, bads = json+", ", bads+", "
		}
		json += fmt.Sprintf("%q: %s", p, strings.Split(data, ", ")[i])
		bads += fmt.Sprintf("%q: %s", p, strings.Split(wrong, ", ")[i])
	}
	message = fmt.Sprintf("stats.%sLogpdf: %s", name, message)
	ratio := 5.5 + float64(n)/2 // a gradient in n + 1 numbers
	return use{name: name, def: fmt.Sprintf("(%s): Real = stats.%sLogpdf(x, %s)", typed, name, params), data: "{" + json + "}", want: want,
		ratio: ratio, bad: []bad{{"{" + bads + "}", message}}}
}

// random numbers are compared with those of Random123's kat_vectors, and with the same formulas in Python.
var random = []use{
	{name: "philox", def: "(c: Int[4], k: Int[2]): Int[_] = stats.philox(c, k)", data: `{"c": [608135816, 2242054355, 320440878, 57701188], "k": [2752067618, 698298832]}`,
		want: "[3513581065, 2499661035, 1342301216, 605187745]", flags: discrete},
	{name: "philoxZero", def: "(c: Int[4], k: Int[2]): Int[_] = stats.philox(c, k)", data: `{"c": [0, 0, 0, 0], "k": [0, 0]}`,
		want: "[1713891541, 3781805453, 3159862348, 2600524760]", flags: discrete},
	{name: "randomUniform", def: "(key: Int): Real[_] = concat([stats.randomUniform(key, 0)], stats.randomUniforms(key, 3)[1 ..< 3])", data: `{"key": 7}`,
		want: "[0.9545971266948018, 0.40696040980941117, 0.006075129038886851]", flags: discrete},
	{name: "randomNormal", def: "(key: Int): Real[_] = concat([stats.randomNormal(key, 0)], stats.randomNormals(key, 3)[1 ..< 3])", data: `{"key": 7}`,
		want: "[0.22970816457153004, 0.6326745240865495, 1.1322135548343013]", flags: discrete},
	{name: "moments", def: `(key: Int): Bool = let v = stats.randomNormals(key, 2000); u = stats.randomUniforms(key, 2000) in
		abs(stats.mean(v)) < 0.05 && abs(stats.variance(v) - 1) < 0.1 && abs(stats.mean(u) - 0.5) < 0.02`, data: `{"key": -3}`, want: "true", flags: discrete},
}
