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

#endif
