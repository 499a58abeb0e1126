/* main KERNEL SECONDS < NUMBERS records a kernel with ADOL-C and replays its tape for the gradient, for that
   long and three times at least. It prints the value, the shortest and the median time of a replay in
   nanoseconds, and on the next line the gradient. The numbers are those of the C programs. Of ba it is the
   Jacobian of all residuals in compressed rows, by a tape of one observation that is replayed for each. */
#include <adolc/adolc.h>

#include <malloc.h>

#include <algorithm>
#include <cstring>
#include <ctime>

#include "kernels.hpp"

static double now()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

template <class F> static void timed(double value, double seconds, const Numbers &gradient, F replay)
{
    std::vector<double> times;
    replay();
    for (double end = now() + seconds * 1e9; times.size() < 3 || now() < end;) {
        double began = now();
        replay();
        times.push_back(now() - began);
    }
    std::sort(times.begin(), times.end());
    std::printf("%.17g %.0f %.0f\n", value, times[0], times[times.size() / 2]);
    for (double g : gradient)
        std::printf("%.17g ", g);
    std::printf("\n");
}

/* Buffers of this many entries keep the tapes of all samples in memory, instead of in files. */
static const unsigned entries = 1u << 30;

template <class K> static void drive(double seconds)
{
    K kernel;
    Numbers p = kernel.load(), g(p.size());
    double value;
    trace_on(1, 0, entries, entries, entries, entries);
    {
        std::vector<adouble> a(p.size());
        for (size_t i = 0; i < p.size(); i++)
            a[i] <<= p[i];
        adouble v = kernel.value(a.data());
        v >>= value;
    }
    trace_off();
    timed(value, seconds, g, [&] {
        if (gradient(1, (int)p.size(), p.data(), g.data()) < 0)
            std::exit(3);
    });
}

static void bundle(double seconds)
{
    int n = number(), m = number(), p = number();
    Numbers cams = numbers(11 * n), pts = numbers(3 * m), w = numbers(p), feat = numbers(2 * p), obs = numbers(2 * p);
    Numbers out(31 * (size_t)p);
    double x[17], rows[2][17], *J[2] = {rows[0], rows[1]}, first = 0;
    auto pack = [&](int i) {
        std::copy_n(&cams[11 * (int)obs[2 * i]], 11, x);
        std::copy_n(&pts[3 * (int)obs[2 * i + 1]], 3, x + 11);
        x[14] = w[i], x[15] = feat[2 * i], x[16] = feat[2 * i + 1];
    };
    pack(0);
    trace_on(1);
    {
        adouble a[17], e[2];
        for (int i = 0; i < 17; i++)
            a[i] <<= x[i];
        reprojection(a, e);
        double second;
        e[0] >>= first, e[1] >>= second;
    }
    trace_off();
    timed(first + 1 - w[p - 1] * w[p - 1], seconds, out, [&] {
        for (int i = 0; i < p; i++) {
            pack(i);
            if (jacobian(1, 2, 17, x, J) < 0)
                std::exit(3);
            std::copy_n(rows[0], 15, &out[30 * (size_t)i]);
            std::copy_n(rows[1], 15, &out[30 * (size_t)i + 15]);
        }
        for (int i = 0; i < p; i++)
            out[30 * (size_t)p + i] = -2 * w[i];
    });
}

static const struct {
    const char *name;
    void (*run)(double seconds);
} kernels[] = {
    {"gmm", drive<GMM>}, {"lstm", drive<LSTM>}, {"llsq", drive<LLSQ>}, {"lse", drive<LSE>}, {"ba", bundle},
    {"heat", drive<Heat>}, {"burgers", drive<Burgers>}, {"lorenz", drive<Lorenz>}, {"nbody", drive<NBody>},
    {"rnn", drive<RNN>}, {"nested", drive<Nested>},
};

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s KERNEL SECONDS < NUMBERS\n", argv[0]);
        return 2;
    }
    /* A replay gets memory and gives it back; it shall not be new from the system each time. */
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
    for (auto &k : kernels)
        if (!std::strcmp(k.name, argv[1])) {
            k.run(std::atof(argv[2]));
            return 0;
        }
    std::fprintf(stderr, "no kernel %s\n", argv[1]);
    return 1;
}
