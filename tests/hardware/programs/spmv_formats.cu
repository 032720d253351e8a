// Sparse matrix times vector: CSR scalar, CSR vector (warp per row), ELL column-major, COO segmented by
// integer atomics, all templated on type.
#include <cmath>
#include <cstdio>
#include <vector>
template <typename T>
struct Csr {
  const int *ptr, *col;
  const T* val;
  int rows;
};
template <typename T>
__global__ void csr_scalar(Csr<T> A, const T* x, T* y) {
  for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < A.rows; r += blockDim.x * gridDim.x) {
    T s = T(0);
    for (int k = A.ptr[r], e = A.ptr[r + 1]; k != e; ++k) s += A.val[k] * x[A.col[k]];
    y[r] = s;
  }
}
template <typename T, int VEC>
__global__ void csr_vector(Csr<T> A, const T* __restrict__ x, T* __restrict__ y, T alpha, T beta) {
  __shared__ volatile T part[128 + VEC / 2];
  int lane = threadIdx.x % VEC, row = (blockIdx.x * blockDim.x + threadIdx.x) / VEC;
  T s = 0;
  if (row < A.rows)
    for (int k = A.ptr[row] + lane; k < A.ptr[row + 1]; k += VEC) s += A.val[k] * x[A.col[k]];
  part[threadIdx.x] = s;
  if (threadIdx.x < VEC / 2) part[blockDim.x + threadIdx.x] = 0;
  __syncthreads();
#pragma unroll
  for (int o = VEC / 2; o > 0; o /= 2) {
    T t = part[threadIdx.x + o];
    __syncthreads();
    s += t;
    part[threadIdx.x] = s;
    __syncthreads();
  }
  if (row < A.rows && lane == 0) y[row] = alpha * s + beta * y[row];
}
template <typename T>
__global__ void ell(const short* col, const T* val, int width, int pitch, int rows, const T* x, T* y) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  T s = 0;
  for (int k = 0; k < width; k++) {
    int c = col[k * pitch + r];
    if (c < 0) break;
    s = fma(val[k * pitch + r], x[c], s);
  }
  y[r] = s;
}
__global__ void coo_fixed(const ushort2* rc, const float* v, int nnz, const float* x,
                          int* y) {  // 16.16 fixed point so the order does not matter
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz) {
    int add = __float2int_rn(v[k] * x[rc[k].y] * 65536.0f);
    if (add) atomicAdd(&y[rc[k].x], add);
  }
}
int main() {
  const int R = 157, C = 131;
  unsigned s = 44;
  auto rnd = [&] {
    s = s * 1103515245u + 12345u;
    return s >> 11;
  };
  std::vector<int> ptr(1, 0), col;
  std::vector<float> v;
  std::vector<double> vd;
  std::vector<ushort2> rc;
  int width = 0;
  for (int r = 0; r < R; r++) {
    int n = r % 11 == 5 ? 0 : r == 60 ? 70 : rnd() % 9;
    for (int k = 0; k < n; k++) {
      int c = rnd() % C;
      float f = (int)(rnd() % 400 - 200) / 64.f;
      col.push_back(c);
      v.push_back(f);
      vd.push_back(f * 1.25);
      rc.push_back(make_ushort2(r, c));
    }
    ptr.push_back(col.size());
    width = n > width ? n : width;
  }
  const int pitch = 160, nnz = col.size();
  std::vector<short> ec(width * pitch, -1);
  std::vector<float> ev(width * pitch, 0), x(C), y0(R, 2.f);
  std::vector<double> xd(C);
  for (int r = 0; r < R; r++)
    for (int k = ptr[r]; k < ptr[r + 1]; k++) {
      ec[(k - ptr[r]) * pitch + r] = col[k];
      ev[(k - ptr[r]) * pitch + r] = v[k];
    }
  for (int c = 0; c < C; c++) xd[c] = x[c] = (int)(rnd() % 200 - 100) / 32.f;
  auto up = [](const void* p, size_t n) {
    void* d;
    cudaMalloc(&d, n);
    cudaMemcpy(d, p, n, cudaMemcpyHostToDevice);
    return d;
  };
  int *dp = (int*)up(ptr.data(), ptr.size() * 4), *dc = (int*)up(col.data(), nnz * 4);
  float *dv = (float*)up(v.data(), nnz * 4), *dx = (float*)up(x.data(), C * 4);
  double *dvd = (double*)up(vd.data(), nnz * 8), *dxd = (double*)up(xd.data(), C * 8);
  short* dec = (short*)up(ec.data(), ec.size() * 2);
  float* dev = (float*)up(ev.data(), ev.size() * 4);
  ushort2* drc = (ushort2*)up(rc.data(), nnz * 4);
  std::vector<float> z(R, 0);
  std::vector<double> zd(R, 0);
  std::vector<int> zi(R, 0);
  float *y1 = (float*)up(z.data(), R * 4), *y2 = (float*)up(y0.data(), R * 4),
        *y3 = (float*)up(z.data(), R * 4);
  double* y4 = (double*)up(zd.data(), R * 8);
  int* y5 = (int*)up(zi.data(), R * 4);
  Csr<float> A = {dp, dc, dv, R};
  Csr<double> D = {dp, dc, dvd, R};
  csr_scalar<float><<<2, 48>>>(A, dx, y1);
  csr_vector<float, 8><<<10, 128>>>(A, dx, y2, 2.f, -1.f);
  csr_vector<double, 4><<<7, 96>>>(D, dxd, y4, 1.0, 0.0);
  ell<float><<<4, 40>>>(dec, dev, width, pitch, R, dx, y3);
  coo_fixed<<<(nnz + 63) / 64, 64>>>(drc, dv, nnz, dx, y5);
  std::vector<float> o1(R), o2(R), o3(R);
  std::vector<double> o4(R);
  std::vector<int> o5(R);
  cudaMemcpy(o1.data(), y1, R * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(o2.data(), y2, R * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(o3.data(), y3, R * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(o4.data(), y4, R * 8, cudaMemcpyDeviceToHost);
  cudaMemcpy(o5.data(), y5, R * 4, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  for (int r = 0; r < R; r++) {
    double t = 0;
    for (int k = ptr[r]; k < ptr[r + 1]; k++) t += (double)v[k] * x[col[k]];
    if (!(fabs(o1[r] - t) < 1e-2 && fabs(o2[r] - (2 * t - 2)) < 1e-2 && fabs(o3[r] - t) < 1e-2 &&
          fabs(o4[r] - 1.25 * t) < 1e-8 && fabs(o5[r] / 65536.0 - t) < 1e-2))
      bad = 1;
  }
  printf("spmv_formats %s\n", bad ? "WRONG" : "ok");
  return bad;
}
