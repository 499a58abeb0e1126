#include "kernels.h"

static void rate(const double *s, double sigma, double rho, double beta, double *k)
{
    k[0] = sigma * (s[1] - s[0]);
    k[1] = s[0] * (rho - s[2]) - s[1];
    k[2] = s[0] * s[1] - beta * s[2];
}

/* Lorenz's equations by a Runge-Kutta method of order 4. */
double lorenz(int steps, double sigma, double rho, double beta, double dt, const double *start, const double *observed)
{
    static const double node[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
    double s[3] = {start[0], start[1], start[2]};
    for (int t = 0; t < steps; t++) {
        double k[3] = {0, 0, 0}, at[3], sum[3] = {0, 0, 0};
        for (int stage = 0; stage < 4; stage++) {
            for (int c = 0; c < 3; c++)
                at[c] = s[c] + dt * node[stage] * k[c];
            rate(at, sigma, rho, beta, k);
            for (int c = 0; c < 3; c++)
                sum[c] += weight[stage] * k[c];
        }
        for (int c = 0; c < 3; c++)
            s[c] += dt * sum[c];
    }
    return misfit(3, s, observed);
}
