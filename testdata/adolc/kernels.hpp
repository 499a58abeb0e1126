/* The kernels of testdata/c as templates, so that T may be double or ADOL-C's adouble. The loops are those
   of the C programs. Each kernel has load, which reads what the C program reads and returns the parameters
   of the gradient in the order of the program, and value, which computes it from these. */
#ifndef KERNELS_HPP
#define KERNELS_HPP

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

typedef std::vector<double> Numbers;

inline double number()
{
    double x;
    if (std::scanf("%lf", &x) != 1) {
        std::fprintf(stderr, "a number is missing\n");
        std::exit(1);
    }
    return x;
}

inline Numbers numbers(size_t n)
{
    Numbers a(n);
    for (double &x : a)
        x = number();
    return a;
}

inline void append(Numbers &to, const Numbers &from) { to.insert(to.end(), from.begin(), from.end()); }

template <class T> T misfit(int m, const T *u, const T *observed)
{
    T total = 0;
    for (int i = 0; i < m; i++)
        total += (u[i] - observed[i]) * (u[i] - observed[i]);
    return total / 2;
}

template <class T> T log_sum_exp(int n, const T *x)
{
    T top = x[0];
    for (int i = 1; i < n; i++)
        if (top < x[i])
            top = x[i];
    T total = 0;
    for (int i = 0; i < n; i++)
        total += exp(x[i] - top);
    return top + log(total);
}

struct LSE {
    int n;
    Numbers load() { n = number(); return numbers(n); }
    template <class T> T value(const T *x) { return log_sum_exp(n, x); }
};

struct LLSQ {
    int n, m;
    Numbers load() { n = number(), m = number(); return numbers(m); }
    template <class T> T value(const T *x)
    {
        T total = 0;
        for (int i = 0; i < n; i++) {
            double t = 2.0 * i / (n - 1) - 1, power = 1;
            T fit = 0;
            for (int j = 0; j < m; j++) {
                fit += x[j] * power;
                power *= t;
            }
            T e = (t > 0 ? 1 : t < 0 ? -1 : 0) - fit;
            total += e * e;
        }
        return total / 2;
    }
};

struct GMM {
    int d, k, n, m;
    double gamma;
    Numbers x;
    Numbers load()
    {
        d = number(), k = number(), n = number(), m = number(), gamma = number();
        Numbers p = numbers(k + 2 * k * d + k * (d * (d - 1) / 2));
        x = numbers((size_t)n * d);
        return p;
    }
    template <class T> T value(const T *p)
    {
        const int tri = d * (d - 1) / 2;
        const T *alpha = p, *mu = alpha + k, *q = mu + k * d, *l = q + k * d;
        std::vector<T> diag(k * d), qsum(k), term(k), delta(d), z(d);
        T frobenius = 0, trace = 0;
        for (int c = 0; c < k; c++) {
            qsum[c] = 0;
            for (int j = 0; j < d; j++) {
                T e = exp(q[c * d + j]);
                diag[c * d + j] = e;
                qsum[c] += q[c * d + j];
                frobenius += e * e;
            }
            for (int t = 0; t < tri; t++)
                frobenius += l[c * tri + t] * l[c * tri + t];
            trace += qsum[c];
        }
        T likelihood = 0;
        for (int i = 0; i < n; i++) {
            const double *point = &x[(size_t)i * d];
            for (int c = 0; c < k; c++) {
                const T *column = l + (size_t)c * tri;
                for (int j = 0; j < d; j++) {
                    delta[j] = point[j] - mu[c * d + j];
                    z[j] = diag[c * d + j] * delta[j];
                }
                for (int j = 0; j + 1 < d; column += d - 1 - j, j++)
                    for (int r = j + 1; r < d; r++)
                        z[r] += column[r - j - 1] * delta[j];
                T norm = 0;
                for (int j = 0; j < d; j++)
                    norm += z[j] * z[j];
                term[c] = alpha[c] + qsum[c] - norm / 2;
            }
            likelihood += log_sum_exp(k, term.data());
        }
        const int dof = d + m + 1;
        double gammas = d * (d - 1) / 4.0 * std::log(M_PI);
        for (int j = 0; j < d; j++)
            gammas += std::lgamma((dof - j) / 2.0);
        double normal = (double)dof * d * (std::log(gamma) - std::log(2) / 2) - gammas;
        T prior = gamma * gamma / 2 * frobenius - m * trace - k * normal;
        return likelihood - n * (d * std::log(2 * M_PI) / 2 + log_sum_exp(k, alpha)) - prior;
    }
};

struct LSTM {
    int layers, b, c;
    Numbers state, sequence;
    Numbers load()
    {
        layers = number(), b = number(), c = number();
        Numbers p = numbers(8 * layers * b + 3 * b);
        state = numbers(2 * layers * b);
        sequence = numbers((size_t)c * b);
        return p;
    }
    template <class T> static T logistic(const T &a) { return 1 / (1 + exp(-a)); }
    template <class T> T value(const T *main_params)
    {
        std::vector<T> s(2 * layers * b), x(b);
        for (int i = 0; i < 2 * layers * b; i++)
            s[i] = state[i];
        const T *in = main_params + 8 * layers * b, *out = in + b, *bias = out + b;
        T total = 0;
        for (int t = 0; t < c - 1; t++) {
            const double *now = &sequence[(size_t)t * b], *next = now + b;
            for (int j = 0; j < b; j++)
                x[j] = now[j] * in[j];
            for (int i = 0; i < layers; i++) {
                const T *wf = main_params + (size_t)8 * i * b, *wi = wf + b, *wo = wi + b, *wc = wo + b;
                const T *bf = wc + b, *bi = bf + b, *bo = bi + b, *bc = bo + b;
                T *h = &s[2 * i * b], *cell = h + b;
                for (int j = 0; j < b; j++) {
                    T forget = logistic<T>(x[j] * wf[j] + bf[j]);
                    T ingate = logistic<T>(h[j] * wi[j] + bi[j]);
                    T outgate = logistic<T>(x[j] * wo[j] + bo[j]);
                    T change = tanh(h[j] * wc[j] + bc[j]);
                    cell[j] = cell[j] * forget + ingate * change;
                    h[j] = outgate * tanh(cell[j]);
                    x[j] = h[j];
                }
            }
            T sum = 2;
            for (int j = 0; j < b; j++) {
                x[j] = x[j] * out[j] + bias[j];
                sum += exp(x[j]);
            }
            T norm = log(sum);
            for (int j = 0; j < b; j++)
                total += next[j] * (x[j] - norm);
        }
        return -total / ((double)b * (c - 1));
    }
};

struct Heat {
    int m, steps;
    Numbers load()
    {
        m = number(), steps = number();
        double r = number();
        Numbers p = numbers(3 * m); // u0, kappa, observed
        p.push_back(r);
        return p;
    }
    template <class T> T value(const T *p)
    {
        const T *kappa = p + m, *observed = kappa + m, &r = p[3 * m];
        std::vector<T> a(m + 2), b(m + 2), rate(m);
        T *u = a.data() + 1, *next = b.data() + 1;
        a[0] = a[m + 1] = b[0] = b[m + 1] = 0;
        for (int i = 0; i < m; i++)
            u[i] = p[i], rate[i] = r * kappa[i];
        for (int t = 0; t < steps; t++) {
            for (int i = 0; i < m; i++)
                next[i] = u[i] + rate[i] * (u[i - 1] - 2 * u[i] + u[i + 1]);
            std::swap(u, next);
        }
        return misfit(m, u, observed);
    }
};

struct Burgers {
    int m, steps;
    Numbers load()
    {
        m = number(), steps = number();
        double nu = number(), a = number(), dt = number(), dx = number();
        Numbers p = numbers(m);
        p.push_back(nu);
        append(p, numbers(m));
        append(p, {a, dt, dx});
        return p;
    }
    template <class T> T value(const T *p)
    {
        const T &nu = p[m], *observed = p + m + 1, &a = p[2 * m + 1], &dt = p[2 * m + 2], &dx = p[2 * m + 3];
        std::vector<T> u(p, p + m), flux(m + 1);
        T viscosity = a / 2 + nu / dx, c = dt / dx;
        for (int t = 0; t < steps; t++) {
            for (int i = 1; i < m; i++)
                flux[i] = (u[i - 1] * u[i - 1] + u[i] * u[i]) / 4 - viscosity * (u[i] - u[i - 1]);
            flux[0] = (u[m - 1] * u[m - 1] + u[0] * u[0]) / 4 - viscosity * (u[0] - u[m - 1]);
            flux[m] = flux[0];
            for (int i = 0; i < m; i++)
                u[i] -= c * (flux[i + 1] - flux[i]);
        }
        return misfit(m, u.data(), observed);
    }
};

struct Lorenz {
    int steps;
    Numbers load()
    {
        steps = number();
        double sigma = number(), rho = number(), beta = number(), dt = number();
        Numbers p = numbers(3);
        append(p, {sigma, rho, beta});
        append(p, numbers(3));
        p.push_back(dt);
        return p;
    }
    template <class T> T value(const T *p)
    {
        static const double node[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
        const T &sigma = p[3], &rho = p[4], &beta = p[5], *observed = p + 6, &dt = p[9];
        T s[3] = {p[0], p[1], p[2]};
        for (int t = 0; t < steps; t++) {
            T k[3], at[3], sum[3];
            for (int stage = 0; stage < 4; stage++) {
                for (int c = 0; c < 3; c++) {
                    if (stage == 0)
                        at[c] = s[c];
                    else
                        at[c] = s[c] + dt * node[stage] * k[c];
                }
                k[0] = sigma * (at[1] - at[0]);
                k[1] = at[0] * (rho - at[2]) - at[1];
                k[2] = at[0] * at[1] - beta * at[2];
                for (int c = 0; c < 3; c++) {
                    if (stage == 0)
                        sum[c] = weight[stage] * k[c];
                    else
                        sum[c] += weight[stage] * k[c];
                }
            }
            for (int c = 0; c < 3; c++)
                s[c] += dt * sum[c];
        }
        return misfit(3, s, observed);
    }
};

struct NBody {
    int n, steps;
    Numbers load()
    {
        n = number(), steps = number();
        double eps = number(), dt = number();
        Numbers p = numbers(10 * n); // x0, v0, mass, target
        append(p, {eps, dt});
        return p;
    }
    template <class T> void attract(const T *x, const T *mass, const T &eps, T *a)
    {
        const T *y = x + n, *z = y + n;
        for (int i = 0; i < n; i++) {
            T ax = 0, ay = 0, az = 0;
            for (int j = 0; j < n; j++) {
                T dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
                T s = dx * dx + dy * dy + dz * dz + eps * eps, w = mass[j] / (s * sqrt(s));
                ax += w * dx, ay += w * dy, az += w * dz;
            }
            a[i] = ax, a[n + i] = ay, a[2 * n + i] = az;
        }
    }
    template <class T> T value(const T *p)
    {
        const T *x0 = p, *v0 = x0 + 3 * n, *mass = v0 + 3 * n, *target = mass + n, &eps = p[10 * n], &dt = p[10 * n + 1];
        std::vector<T> x(3 * n), v(3 * n), a(3 * n);
        for (int i = 0; i < n; i++)
            for (int c = 0; c < 3; c++)
                x[c * n + i] = x0[3 * i + c], v[c * n + i] = v0[3 * i + c];
        attract(x.data(), mass, eps, a.data());
        for (int t = 0; t < steps; t++) {
            for (int i = 0; i < 3 * n; i++) {
                v[i] += dt / 2 * a[i];
                x[i] += dt * v[i];
            }
            attract(x.data(), mass, eps, a.data());
            for (int i = 0; i < 3 * n; i++)
                v[i] += dt / 2 * a[i];
        }
        T total = 0;
        for (int i = 0; i < n; i++)
            for (int c = 0; c < 3; c++) {
                T off = x[c * n + i] - target[3 * i + c];
                total += off * off;
            }
        return total / 2;
    }
};

struct RNN {
    int h, d, t;
    Numbers load()
    {
        h = number(), d = number(), t = number();
        return numbers(h * h + h * d + h + d * h + d + h + (size_t)t * d); // W, U, b, V, c, h0, sequence
    }
    template <class T> static T dot(int n, const T *a, const T *b)
    {
        T sum = 0;
        for (int i = 0; i < n; i++)
            sum += a[i] * b[i];
        return sum;
    }
    template <class T> T value(const T *W)
    {
        const T *U = W + h * h, *b = U + h * d, *V = b + h, *c = V + d * h, *h0 = c + d, *sequence = h0 + h;
        std::vector<T> s(h0, h0 + h), next(h);
        T total = 0;
        for (int k = 0; k < t; k++) {
            const T *x = sequence + (size_t)k * d;
            for (int i = 0; i < d; i++) {
                T off = dot(h, V + i * h, s.data()) + c[i] - x[i];
                total += off * off;
            }
            for (int i = 0; i < h; i++)
                next[i] = tanh(dot(h, W + i * h, s.data()) + dot(d, U + i * d, x) + b[i]);
            std::swap(s, next);
        }
        return total / 2;
    }
};

struct Nested {
    int m, steps, sweeps;
    Numbers load()
    {
        m = number(), steps = number(), sweeps = number();
        double r = number();
        Numbers p = numbers(3 * m); // u0, kappa, observed
        p.push_back(r);
        return p;
    }
    template <class T> T value(const T *p)
    {
        const T *kappa = p + m, *observed = kappa + m, &r = p[3 * m];
        std::vector<T> a(m + 2), b(m + 2), source(m), diagonal(m), coupling(m);
        T *v = a.data() + 1, *next = b.data() + 1;
        a[0] = a[m + 1] = b[0] = b[m + 1] = 0;
        for (int i = 0; i < m; i++) {
            v[i] = p[i];
            diagonal[i] = 1 + 2 * r * kappa[i];
            coupling[i] = r * kappa[i] / diagonal[i];
        }
        for (int t = 0; t < steps; t++) {
            for (int i = 0; i < m; i++)
                source[i] = v[i] / diagonal[i];
            for (int k = 0; k < sweeps; k++) {
                for (int i = 0; i < m; i++)
                    next[i] = source[i] + coupling[i] * (v[i - 1] + v[i + 1]);
                std::swap(v, next);
            }
        }
        return misfit(m, v, observed);
    }
};

/* One observation of bundle adjustment: p is a camera (11), a point (3), a weight and where the point was seen (2). */
template <class T> void reprojection(const T *p, T *err)
{
    const T *r = p, *C = p + 3, *X = p + 11, &w = p[14], *feat = p + 15;
    T v[3] = {X[0] - C[0], X[1] - C[1], X[2] - C[2]}, turned[3];
    T sq = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    if (sq == 0) {
        turned[0] = v[0] + r[1] * v[2] - r[2] * v[1];
        turned[1] = v[1] + r[2] * v[0] - r[0] * v[2];
        turned[2] = v[2] + r[0] * v[1] - r[1] * v[0];
    } else {
        T angle = sqrt(sq), co = cos(angle), si = sin(angle);
        T a0 = r[0] / angle, a1 = r[1] / angle, a2 = r[2] / angle;
        T along = (a0 * v[0] + a1 * v[1] + a2 * v[2]) * (1 - co);
        turned[0] = v[0] * co + (a1 * v[2] - a2 * v[1]) * si + a0 * along;
        turned[1] = v[1] * co + (a2 * v[0] - a0 * v[2]) * si + a1 * along;
        turned[2] = v[2] * co + (a0 * v[1] - a1 * v[0]) * si + a2 * along;
    }
    T px = turned[0] / turned[2], py = turned[1] / turned[2];
    T s = px * px + py * py, lens = 1 + s * (p[9] + s * p[10]);
    err[0] = w * (p[6] * lens * px + p[7] - feat[0]);
    err[1] = w * (p[6] * lens * py + p[8] - feat[1]);
}

#endif
