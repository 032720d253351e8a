// N-queens: each thread owns a two-row prefix and searches with local column/diagonal arrays and an explicit
// backtrack.
#include <cstdio>
template <int N>
__global__ void queens(unsigned* counts, signed char* firstSol) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= N * N) return;
  int pos[N];
  bool col[N], d1[2 * N], d2[2 * N];
  for (int i = 0; i < N; i++) {
    pos[i] = -1;
    col[i] = false;
  }
  for (int i = 0; i < 2 * N; i++) d1[i] = d2[i] = false;
  int a = id / N, b = id % N;
  unsigned found = 0;
  pos[0] = a;
  col[a] = d1[a] = d2[N - a] = true;
  if (!col[b] && !d1[1 + b] && !d2[1 - b + N]) {
    pos[1] = b;
    col[b] = d1[1 + b] = d2[1 - b + N] = true;
    int row = 2;
    pos[2] = -1;
    while (row >= 2) {
      int c = pos[row];
      if (c >= 0) {
        col[c] = d1[row + c] = d2[row - c + N] = false;
      }
      for (c = c + 1; c < N; c++)
        if (!(col[c] || d1[row + c] || d2[row - c + N])) break;
      if (c == N) {
        pos[row] = -1;
        row--;
        continue;
      }
      pos[row] = c;
      col[c] = d1[row + c] = d2[row - c + N] = true;
      if (row == N - 1) {
        if (found++ == 0)
          for (int i = 0; i < N; i++) firstSol[id * N + i] = (signed char)pos[i];
      } else
        pos[++row] = -1;
    }
  }
  counts[id] = found;
}
int main() {
  const int N = 7;
  unsigned *dc, h[N * N];
  signed char *df, f[N * N * N];
  cudaMalloc(&dc, sizeof h);
  cudaMalloc(&df, sizeof f);
  cudaMemset(dc, 0, sizeof h);
  cudaMemset(df, 0xff, sizeof f);
  queens<N><<<2, 27>>>(dc, df);
  cudaMemcpy(h, dc, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(f, df, sizeof f, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  unsigned total = 0;
  for (int i = 0; i < N * N; i++) {
    total += h[i];
    if (h[i])
      for (int r = 0; r < N; r++)
        for (int q = 0; q < r; q++) {
          int x = f[i * N + r], y = f[i * N + q];
          if (x == y || x - y == r - q || y - x == r - q) bad = 1;
        }
  }
  if (total != 40) bad = 1;
  printf("n_queens_local %s (%u)\n", bad ? "WRONG" : "ok", total);
  return bad;
}
