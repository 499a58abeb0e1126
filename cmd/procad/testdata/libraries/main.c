#include <math.h>
#include <stdio.h>
#include "libkernel.h"

static pc_error error;
static void check(int kind) { if (kind) puts(error.text); }

static void list(const char *name, const double *x, int64_t n) {
    printf("%s", name);
    for (int64_t i = 0; i < n; i++) printf(" %.9g", x[i]);
    puts("");
}

int main(void) {
    pc_workspace *w = pc_workspace_new();
    double r[] = {0.1, 0.2}, x[] = {1, -0.5, 0.25}, leaf[] = {0, 2, 0.5}, value, tangent, *g, *d;
    int8_t tag[] = {1, 0, 0};
    int64_t first[] = {1, 0, 0}, second[] = {2, 0, 0}, n, m;
    Camera c = {.rotation = r, .rotation_size0 = 2, .focal = 1.5, .on = true}, dc, hc;
    shapes_Shape s = {.tag = shapes_Shape_Box, .Box = {2, 3}}, ds, hs;
    Tree t = {.root = 0, .nodes = {tag, leaf, first, second, 3}}, dt, ht;

    check(loss_grad(&c, &s, &t, x, 3, 4, &value, &dc, &ds, &dt, &g, &n, w, &error));
    list("grad", (double[]){value, dc.focal, ds.Box.first, ds.Box.second, dt.nodes.Leaf[1], dt.nodes.Leaf[2]}, 6);
    list("grad.rotation", dc.rotation, dc.rotation_size0);
    list("grad.x", g, n);
    check(loss_vjp(&c, &s, &t, x, 3, 4, 2, &value, &dc, &ds, &dt, &g, &n, w, &error));
    list("vjp.x", g, n);
    check(loss_forward(&c, &s, &t, x, 3, 4, &value, w, &error));
    check(loss_reverse(2, &dc, &ds, &dt, &g, &n, w, &error));
    list("reverse.x", g, n);
    check(loss_jvp(&c, &s, &t, x, 3, 4, &c, &s, &t, x, 3, &value, &tangent, w, &error));
    list("jvp", (double[]){value, tangent}, 2);
    check(loss_hvp(&c, &s, &t, x, 3, 4, &c, &s, &t, x, 3, &dc, &ds, &dt, &g, &n, &hc, &hs, &ht, &d, &m, w, &error));
    list("hvp", (double[]){hc.focal, hs.Box.first, ht.nodes.Leaf[1]}, 3);
    list("hvp.x", d, m);

    bool keep[] = {true, false, true}, flipped[3];
    double scaled[3];
    check(scale_value_into(x, 3, keep, 3, 2, scaled, 3, flipped, 3, w, &error));
    list("scale", scaled, 3);
    printf("%d %d %d\n", flipped[0], flipped[1], flipped[2]);

    double many[1000], sum = 0;
    for (int i = 0; i < 1000; i++) many[i] = sin(i), sum += 3 * many[i] * many[i];
    check(curve_grad(many, 1000, &value, &g, &n, w, &error));
    for (int i = 0; i < 1000; i++) sum -= g[i];
    printf("curve %.6g %d\n", value, fabs(sum) < 1e-9);

    check(pick_value(x, 3, 3, &value, w, &error));
    pc_workspace_free(w);
    return 0;
}
