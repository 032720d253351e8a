#include "heddle/approx.h"

// One step of a stencil, again and again. `marked` names what enters the region and what leaves it.
extern "C" __global__ void marked(const float* in, float* out, int width, float weight, int steps) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x == 0 || x >= width - 1) return;
  float west = in[x - 1], centre = in[x], east = in[x + 1];
  int to = x;
  HEDDLE_APPROX_LEVEL(6);
  for (int i = 0; i < steps; ++i) {
    heddle::approx_begin(west, centre, east, weight, to);
    const float flow = weight * (west + east - 2.0f * centre);
    float next = centre + flow * flow * 0.125f;
    heddle::approx_end(next);
    out[to] = next;
    to += width;
    centre = next;
  }
}

// The same with marks alone: the compiler moves what it likes into the region and out of it.
extern "C" __global__ void untied(const float* in, float* out, int width, float weight, int steps) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x == 0 || x >= width - 1) return;
  float west = in[x - 1], centre = in[x], east = in[x + 1];
  int to = x;
  HEDDLE_APPROX_LEVEL(6);
  for (int i = 0; i < steps; ++i) {
    heddle::approx_begin();
    const float flow = weight * (west + east - 2.0f * centre);
    float next = centre + flow * flow * 0.125f;
    heddle::approx_end();
    out[to] = next;
    to += width;
    centre = next;
  }
}

// Values of every size.
extern "C" __global__ void sizes(double* d, short* h, unsigned* r, long long* l) {
  double dv = d[0];
  short hv = h[0];
  unsigned rv = r[0];
  long long lv = l[0];
  heddle::approx_begin(dv, hv, rv, lv);
  dv = dv * 3.0;
  hv = static_cast<short>(hv * 5);
  rv = rv * 7u;
  lv = lv * 11;
  heddle::approx_end(dv, hv, rv, lv);
  d[0] = dv;
  h[0] = hv;
  r[0] = rv;
  l[0] = lv;
}
