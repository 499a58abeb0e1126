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
    double value, gamma;
    std::vector<double> alpha = std::vector<double>(K), mu = std::vector<double>(K * D), q = mu, l = std::vector<double>(K * T), x = std::vector<double>(N * D);

    std::vector<double> all() const {
        std::vector<double> list{value};
        for (auto part : {&alpha, &mu, &q, &l, &x}) list.insert(list.end(), part->begin(), part->end());
        list.push_back(gamma);
        return list;
    }
};

int main() try {
    Workspace workspace(pc_workspace_new());
    Gradient g, h;
    check(gmm_grad_into(alpha, K, mu, K, D, q, K, D, l, K, T, x, N, D, M, GAMMA, &g.value, g.alpha.data(), K, g.mu.data(), K, D,
                        g.q.data(), K, D, g.l.data(), K, T, g.x.data(), N, D, &g.gamma, workspace.get(), &error));
    check(gmm_forward(alpha, K, mu, K, D, q, K, D, l, K, T, x, N, D, M, GAMMA, &h.value, workspace.get(), &error));
    check(gmm_reverse_into(1, h.alpha.data(), K, h.mu.data(), K, D, h.q.data(), K, D, h.l.data(), K, T, h.x.data(), N, D,
                           &h.gamma, workspace.get(), &error));
    std::vector<double> whole = g.all(), halves = h.all();
    for (std::size_t i = 0; i < whole.size(); i++) {
        if (!(std::abs(whole[i] - halves[i]) <= 1e-12 * (1 + std::abs(whole[i])))) throw std::runtime_error("the halves differ");
        std::printf("%a\n", whole[i]);
    }
} catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
