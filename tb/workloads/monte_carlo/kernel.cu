// LIBOR market model: each thread evolves the forward rates of one path and values a portfolio of swaptions on it.
// The rates of a path are an array of the thread's own, in local memory: the loops over it have no fixed bounds.
constexpr int most_rates = 80, most_options = 16;
constexpr float interval = 0.25f;  // years from one rate to the next

__constant__ float volatility[most_rates];
__constant__ int maturity[most_options];
__constant__ float strike[most_options];

/// normals: element step * paths + path. value: a path's discounted pay-off.
extern "C" __global__ void __launch_bounds__(64) libor(const float* normals, float* value, float first_rate, int paths,
                                                       int steps, int rates, int options) {
  const int path = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (path >= paths) return;
  float rate[most_rates];
  for (int i = 0; i < rates; ++i) rate[i] = first_rate;

  for (int step = 0; step < steps; ++step) {
    const float shock = sqrtf(interval) * normals[step * paths + path];
    float drift = 0.0f;
    for (int i = step + 1; i < rates; ++i) {
      const float sigma = volatility[i - step - 1];
      const float weight = interval * sigma;
      drift += __fdividef(weight * rate[i], 1.0f + interval * rate[i]);
      rate[i] *= __expf(weight * drift + sigma * (shock - 0.5f * weight));
    }
  }

  float paid = 0.0f, bond = 1.0f, swap = 0.0f;
  int next = 0;
  for (int i = steps; i < rates && next < options; ++i) {
    bond = __fdividef(bond, 1.0f + interval * rate[i]);
    swap += interval * bond;
    if (i - steps + 1 == maturity[next]) {
      const float worth = bond + strike[next] * swap - 1.0f;
      if (worth < 0.0f) paid -= 100.0f * worth;
      ++next;
    }
  }
  for (int i = 0; i < steps; ++i) paid = __fdividef(paid, 1.0f + interval * rate[i]);
  value[path] = paid;
}
