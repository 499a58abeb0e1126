-- The price of an Asian option: the mean over paths, each of which has its own normal numbers.
def paths(normals: Real[n, steps], start: Real, strike: Real, rate: Real, volatility: Real, years: Real): Real =
  let dt = years / real(steps);
      drift = (rate - volatility^2 / 2) * dt;
      spread = volatility * sqrt(dt);
      payoff(i) =
        let (_, total) = fold(\((s, total), t). let s = s * exp(drift + spread * normals[i, t]) in (s, total + s),
                              (start, 0.0), [t for t < steps])
        in max(total / real(steps) - strike, 0)
  in exp(-rate * years) * (sum(i < n) payoff(i)) / real(n)
