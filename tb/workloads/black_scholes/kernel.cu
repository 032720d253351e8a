// Prices of European options by the Black-Scholes formula; each thread takes options a grid apart.

/// Distribution function of the standard normal: a polynomial times the density (Abramowitz and
/// Stegun 26.2.17, absolute error below 7.5e-8).
__device__ static float normal_distribution(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float sum = 1.330274429f;
  sum = fmaf(sum, k, -1.821255978f);
  sum = fmaf(sum, k, 1.781477937f);
  sum = fmaf(sum, k, -0.356563782f);
  sum = fmaf(sum, k, 0.319381530f);
  const float tail = 0.3989422804f * __expf(-0.5f * d * d) * (sum * k);
  return d > 0.0f ? 1.0f - tail : tail;
}

/// price, strike: money; years: time to expiry; rate, volatility: per year.
extern "C" __global__ void black_scholes(const float* price, const float* strike, const float* years, float* call,
                                         float* put, float rate, float volatility, int n) {
  APPROX_LEVEL(23);
  const int threads = static_cast<int>(gridDim.x * blockDim.x);
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += threads) {
    float s = price[i], x = strike[i], t = years[i];
    APPROX_BEGIN(s, x, t);
    const float root = sqrtf(t);
    const float d1 = (__logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
    const float d2 = d1 - volatility * root;
    const float n1 = normal_distribution(d1), n2 = normal_distribution(d2);
    const float discounted = x * __expf(-rate * t);
    call[i] = APPROXIMATED(s * n1 - discounted * n2);
    put[i] = APPROXIMATED(discounted * (1.0f - n2) - s * (1.0f - n1));
    APPROX_END();
  }
}
