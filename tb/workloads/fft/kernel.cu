// Fast Fourier transforms of many signals of 512 samples, one CTA of 256 threads each: Stockham's form of Cooley-Tukey,
// which sorts as it goes. A stage reads its pairs from one half of shared memory and writes them to the other.
constexpr int points = 512, cta = points / 2;

extern "C" __global__ void __launch_bounds__(cta) fft(const float2* in, float2* out) {
  __shared__ float2 held[2][points];
  const int t = static_cast<int>(threadIdx.x), first = static_cast<int>(blockIdx.x) * points;
  held[0][t] = in[first + t];
  held[0][t + cta] = in[first + t + cta];

  APPROX_LEVEL(9);
  int from = 0;
  for (int done = 1; done < points; done *= 2) {  // transforms of `done` samples exist
    __syncthreads();
    const int k = t & (done - 1);
    float angle = -3.14159265358979f * static_cast<float>(k) / static_cast<float>(done);
    APPROX_BEGIN(angle);
    const float c = __cosf(angle), s = __sinf(angle);
    const float2 even = held[from][t], odd = held[from][t + cta];
    const float re = odd.x * c - odd.y * s, im = odd.x * s + odd.y * c;
    const int to = 2 * (t - k) + k;
    held[1 - from][to] = make_float2(APPROXIMATED(even.x + re), APPROXIMATED(even.y + im));
    held[1 - from][to + done] = make_float2(APPROXIMATED(even.x - re), APPROXIMATED(even.y - im));
    APPROX_END();
    from = 1 - from;
  }
  __syncthreads();
  out[first + t] = held[from][t];
  out[first + t + cta] = held[from][t + cta];
}
