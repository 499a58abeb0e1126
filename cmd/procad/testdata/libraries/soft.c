#include <math.h>
double my_soft(double x) { return log1p(exp(x)); }
