/* The values of the kernels as a C programmer would write them: the unit in
   which procad's speed is measured. Arrays are row-major, numbers double. */
#ifndef KERNELS_H
#define KERNELS_H

double gmm(int d, int k, int n, const double *alpha, const double *mu, const double *q, const double *l, const double *x,
           int m, double gamma);
void ba(int p, const double *cams, const double *pts, const double *w, const double *feat, const int *obs, double *err,
        double *werr);
double lstm(int layers, int b, int c, const double *main_params, const double *extra_params, const double *state,
            const double *sequence);
double llsq(int n, int m, const double *x);
double lse(int n, const double *x);
double heat(int m, int steps, double r, const double *u0, const double *kappa, const double *observed);
double burgers(int m, int steps, double nu, double a, double dt, double dx, const double *u0, const double *observed);
double lorenz(int steps, double sigma, double rho, double beta, double dt, const double *start, const double *observed);
double nbody(int n, int steps, double eps, double dt, const double *x0, const double *v0, const double *mass,
             const double *target);
double rnn(int h, int d, int t, const double *W, const double *U, const double *b, const double *V, const double *c,
           const double *h0, const double *sequence);
double nested(int m, int steps, int sweeps, double r, const double *u0, const double *kappa, const double *observed);

/* Half the squared distance of u from observed. */
double misfit(int m, const double *u, const double *observed);

#endif
