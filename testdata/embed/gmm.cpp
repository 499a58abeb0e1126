// Prints the gradient of gmm, for the data of data.h; its two halves have to give it too, but
// for rounding.
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>
#include "data.h"
#include "libgmm.h"

struct Free {
    void operator()(pc_workspace *w) const { pc_workspace_free(w); }
};
using Workspace = std::unique_ptr<pc_workspace, Free>;

static pc_error error;

static void check(int kind) {
    if (kind) throw std::runtime_error(error.text);
}

struct Gradient {
    double value, gamma, *alpha, *mu, *q, *l, *x;

    std::vector<double> all() const {
        std::vector<double> list{value};
        auto add = [&](const double *from, int n) { list.insert(list.end(), from, from + n); };
        add(alpha, K), add(mu, K * D), add(q, K * D), add(l, K * T), add(x, N * D), add(&gamma, 1);
        return list;
    }
};

int main() try {
    Workspace one(pc_workspace_new()), two(pc_workspace_new());
    Gradient g, h;
    check(gmm_grad(alpha, K, mu, K, D, q, K, D, l, K, T, x, N, D, M, GAMMA, &g.value, &g.alpha, nullptr, &g.mu, nullptr, nullptr,
                   &g.q, nullptr, nullptr, &g.l, nullptr, nullptr, &g.x, nullptr, nullptr, &g.gamma, one.get(), &error));
    check(gmm_forward(alpha, K, mu, K, D, q, K, D, l, K, T, x, N, D, M, GAMMA, &h.value, two.get(), &error));
    check(gmm_reverse(1, &h.alpha, nullptr, &h.mu, nullptr, nullptr, &h.q, nullptr, nullptr, &h.l, nullptr, nullptr,
                      &h.x, nullptr, nullptr, &h.gamma, two.get(), &error));
    std::vector<double> whole = g.all(), halves = h.all();
    for (std::size_t i = 0; i < whole.size(); i++) {
        if (!(std::abs(whole[i] - halves[i]) <= 1e-12 * (1 + std::abs(whole[i])))) throw std::runtime_error("the halves differ");
        std::printf("%a\n", whole[i]);
    }
} catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
