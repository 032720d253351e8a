// One kernel a group of the functions of tb/workloads/cuda: result f of thread i goes to out[f * threads + i].
// compile_ptx --source makes cuda_functions.<variant>.ptx of it, see cuda_functions_test.cpp.

extern "C" __global__ void integers(const int* in_a, const int* in_b, int* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int n = static_cast<int>(gridDim.x * blockDim.x);
  const int a = in_a[i], b = in_b[i];
  const unsigned ua = static_cast<unsigned>(a), ub = static_cast<unsigned>(b);
  int f = 0;
  const auto put = [&](auto value) { out[f++ * n + i] = static_cast<int>(value); };
  put(min(a, b));
  put(max(a, b));
  put(min(ua, ub));
  put(max(ua, ub));
  put(abs(a >> 1));
  put(__mul24(a, b));
  put(__umul24(ua, ub));
  put(__mulhi(a, b));
  put(__umulhi(ua, ub));
  put(__popc(ua));
  put(__clz(a));
  put(__ffs(a));
  put(__brev(ua));
  put(__funnelshift_r(ua, ub, ua & 31));
  put(__byte_perm(ua, ub, 0x1605));
}

extern "C" __global__ void floats(const float* in_a, const float* in_b, float* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int n = static_cast<int>(gridDim.x * blockDim.x);
  const float a = in_a[i], b = in_b[i];
  int f = 0;
  const auto put = [&](float value) { out[f++ * n + i] = value; };
  put(fminf(a, b));
  put(fmaxf(a, b));
  put(fabsf(a));
  put(copysignf(a, b));
  put(fmaf(a, b, 1.0f));
  put(sqrtf(fabsf(a)));
  put(floorf(a));
  put(ceilf(a));
  put(truncf(a));
  put(rintf(a));
  put(static_cast<float>(__float2int_rn(a)));
  put(__int_as_float(__float_as_int(a) ^ 1));
}

extern "C" __global__ void approximations(const float* in_a, const float* in_b, float* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int n = static_cast<int>(gridDim.x * blockDim.x);
  const float a = in_a[i], b = fabsf(in_b[i]) + 0.5f;
  int f = 0;
  const auto put = [&](float value) { out[f++ * n + i] = value; };
  put(expf(a));
  put(exp2f(a));
  put(logf(b));
  put(log2f(b));
  put(sinf(a));
  put(cosf(a));
  put(powf(b, 1.5f));
  put(tanhf(a));
  put(rsqrtf(b));
  put(__fdividef(a, b));
}

extern "C" __global__ void doubles(const double* in_a, const double* in_b, double* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int n = static_cast<int>(gridDim.x * blockDim.x);
  const double a = in_a[i], b = in_b[i];
  out[i] = sqrt(fabs(a));
  out[n + i] = fma(a, b, 1.0);
  out[2 * n + i] = fmin(a, b);
  out[3 * n + i] = fmax(a, b);
}

extern "C" __global__ void warp_functions(const int* in, int* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int n = static_cast<int>(gridDim.x * blockDim.x);
  const int a = in[i], lane = i % 32;
  const unsigned all = 0xffffffffu;
  int f = 0;
  const auto put = [&](int value) { out[f++ * n + i] = value; };
  put(__shfl_sync(all, a, (lane * 5 + 3) % 32));
  put(__shfl_sync(all, a, 3, 8));
  put(__shfl_up_sync(all, a, 2));
  put(__shfl_down_sync(all, a, 5, 16));
  put(__shfl_xor_sync(all, a, 9));
  put(__float_as_int(__shfl_xor_sync(all, __int_as_float(a), 1)));
  put(static_cast<int>(__ballot_sync(all, a & 1)));
  put(__any_sync(all, a == 7) != 0);
  put(__all_sync(all, a < 1000) != 0);
  __syncwarp();
}

/// shared[0 .. 8) and global[0 .. 8) begin as `start`; every thread acts on each.
extern "C" __global__ void atomics(const int* in, int* global, float* sum, int* from_shared, int start) {
  __shared__ int held[8];
  if (threadIdx.x < 8) held[threadIdx.x] = start;
  __syncthreads();
  const int a = in[blockIdx.x * blockDim.x + threadIdx.x];
  const auto act = [&](int* at) {
    unsigned* const as_unsigned = reinterpret_cast<unsigned*>(at);
    atomicAdd(at, a);
    atomicSub(at + 1, a);
    atomicMin(at + 2, a);
    atomicMax(at + 3, a);
    atomicAnd(at + 4, a);
    atomicOr(at + 5, a);
    atomicXor(at + 6, a);
    atomicMax(as_unsigned + 7, static_cast<unsigned>(a));
  };
  act(held);
  act(global);
  atomicAdd(sum, static_cast<float>(a & 15));
  __threadfence();
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x < 8) from_shared[threadIdx.x] = held[threadIdx.x];
}

/// An addition by compare and swap; and every thread hands its value to the next by exchange: what all got and what is
/// left is what all gave.
extern "C" __global__ void exchanges(const int* in, int* sum, int* place, int* got) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int seen = *sum;
  for (int expected = seen + 1; expected != seen;) {
    expected = seen;
    seen = atomicCAS(sum, expected, expected + in[i]);
  }
  got[i] = atomicExch(place, in[i]);
}
