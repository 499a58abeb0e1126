#include <math.h>

#include "kernels.h"

/* v turned about the axis r by the angle |r| (Rodrigues). */
static void rotate(const double *r, const double *v, double *out)
{
    double sq = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    if (sq == 0) {
        out[0] = v[0] + r[1] * v[2] - r[2] * v[1];
        out[1] = v[1] + r[2] * v[0] - r[0] * v[2];
        out[2] = v[2] + r[0] * v[1] - r[1] * v[0];
        return;
    }
    double angle = sqrt(sq), co = cos(angle), si = sin(angle);
    double a0 = r[0] / angle, a1 = r[1] / angle, a2 = r[2] / angle;
    double along = (a0 * v[0] + a1 * v[1] + a2 * v[2]) * (1 - co);
    out[0] = v[0] * co + (a1 * v[2] - a2 * v[1]) * si + a0 * along;
    out[1] = v[1] * co + (a2 * v[0] - a0 * v[2]) * si + a1 * along;
    out[2] = v[2] * co + (a0 * v[1] - a1 * v[0]) * si + a2 * along;
}

/* Errors of projecting points into cameras; a camera is r(3) C(3) f u0 v0 k1 k2. */
void ba(int p, const double *cams, const double *pts, const double *w, const double *feat, const int *obs, double *err,
        double *werr)
{
    for (int i = 0; i < p; i++) {
        const double *cam = cams + 11 * obs[2 * i], *pt = pts + 3 * obs[2 * i + 1];
        double v[3] = {pt[0] - cam[3], pt[1] - cam[4], pt[2] - cam[5]}, turned[3];
        rotate(cam, v, turned);
        double px = turned[0] / turned[2], py = turned[1] / turned[2];
        double sq = px * px + py * py, lens = 1 + sq * (cam[9] + sq * cam[10]);
        err[2 * i] = w[i] * (cam[6] * lens * px + cam[7] - feat[2 * i]);
        err[2 * i + 1] = w[i] * (cam[6] * lens * py + cam[8] - feat[2 * i + 1]);
        werr[i] = 1 - w[i] * w[i];
    }
}
