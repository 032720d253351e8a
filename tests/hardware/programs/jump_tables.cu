#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// Dense and sparse switches (nvcc 13.0 makes compare trees of them, not brx.idx), switches inside loops with
// several ways out, goto.
__global__ void vm(const unsigned char* code, int n, const int* in, int* out) {
  int st[8] = {0, 0, 0, 0, 0, 0, 0, 0}, a = in[threadIdx.x], steps = 0;
  unsigned pc = threadIdx.x % 7;
  while (steps++ < 200) {
    unsigned op = code[pc++ % n];
    switch (op & 15) {
      case 0:
        a += 3;
        break;
      case 1:
        a = a * 5 + 1;
        break;
      case 2:
        st[a & 7] = a;
        break;
      case 3:
        a ^= st[(a >> 3) & 7];
        break;
      case 4:
        if (a & 1) pc += op >> 4;
        break;
      case 5:
        a = -a;
        break;
      case 6:
        a = (int)__brev((unsigned)a);  // falls through
      case 7:
        a >>= 2;
        break;
      case 8:
        if (a % 97 == 13) goto out_early;
        break;
      case 9:
        for (int k = 0; k < 5; ++k) {
          switch ((a + k) & 3) {
            case 0:
              a += k;
              continue;
            case 1:
              a -= 2;
              break;
            case 2:
              k = 9;
              break;
            default:
              a ^= 0x55;
          }
          a += 1;
          if (a == 77) goto out_early;
        }
        break;
      case 10:
        a = __popc((unsigned)a) * 1000 + (a & 255);
        break;
      case 11:
        pc -= a & 3;
        break;
      case 12:
        a = max(a, st[1]) - min(a, st[2]);
        break;
      case 13:
        a = a < 0 ? ~a : a << 1;
        break;
      case 14:
        st[(a >> 1) & 7] += op;
        break;
      default:
        if (op > 240 && steps > 150) goto end;
        a |= 1;
    }
  }
end:
  out[threadIdx.x] = a + st[0] * 3 + st[5];
  return;
out_early:
  out[threadIdx.x] = 1000000 + (a & 0xffff);
}
__device__ __noinline__ float pick(int k, float x) {
  switch (k) {
    case 10:
      return x + 1;
    case 11:
      return x * 2;
    case 12:
      return sqrtf(fabsf(x));
    case 13:
      return 1.0f / (x + 100.0f);
    case 14:
      return floorf(x);
    case 15:
      return x * x * x;
    case 16:
      return fminf(x, 0.5f);
    case 17:
      return -x;
    case 18:
      return x > 3 ? 4.0f : x;
    case 19:
      return x - truncf(x);
    case 500:
      return 5;
    case 501:
      return 6;
    case -3:
      return 7;
  }
  return 0;
}
__global__ void sparse(const int* k, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = pick(k[i], x[i]) + pick(k[n - 1 - i], 2.0f);
}
int main() {
  std::vector<unsigned char> c(251);
  Rng r(30);
  for (auto& v : c) v = (unsigned char)r.u32();
  std::vector<int> in(128), k(300);
  for (int& v : in) v = (int)(r.u32() % 100000) - 50000;
  const int ks[] = {10,  11,  12, 13, 14, 15,  16, 17,        18,       19,
                    500, 501, -3, 9,  20, 502, -4, INT32_MIN, INT32_MAX};
  for (int i = 0; i < 300; ++i) k[i] = ks[(i * 7 + i / 19) % 19];
  std::vector<float> x(300);
  for (int i = 0; i < 300; ++i) x[i] = (i - 150) * 0.37f;
  Buf<unsigned char> C(c);
  Buf<int> I(in), o(128), K(k);
  Buf<float> X(x), y(300);
  vm<<<1, 128>>>(C.d, 251, I.d, o.d);
  o.down();
  sparse<<<3, 128>>>(K.d, X.d, y.d, 300);
  y.down();
  return finish("jump_tables");
}
