// Global alignment, tiles on anti-diagonals; one CTA per tile, BS threads.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define BS 16
#define N 64
#define W (N + 1)
#define MAX3(a, b, c) ((a) > (b) ? ((a) > (c) ? (a) : (c)) : ((b) > (c) ? (b) : (c)))
__constant__ signed char blosumish[8][8];

__global__ void nw_diag(int* score, const unsigned char* s1, const unsigned char* s2, int diag, int first,
                        int penalty) {
  __shared__ int t[BS + 1][BS + 1];
  __shared__ int ref[BS][BS];
  int tx = threadIdx.x;
  int bx = first + blockIdx.x, by = diag - bx;
  int base = W * BS * by + BS * bx;
  if (tx == 0) t[0][0] = score[base];
  for (int ty = 0; ty < BS; ty++) ref[ty][tx] = blosumish[s1[by * BS + ty]][s2[bx * BS + tx]];
  t[tx + 1][0] = score[base + W * (tx + 1)];
  t[0][tx + 1] = score[base + tx + 1];
  __syncthreads();
  for (int m = 0; m < BS; m++) {
    if (tx <= m) {
      int x = tx + 1, y = m - tx + 1;
      t[y][x] = MAX3(t[y - 1][x - 1] + ref[y - 1][x - 1], t[y][x - 1] - penalty, t[y - 1][x] - penalty);
    }
    __syncthreads();
  }
  for (int m = BS - 2; m >= 0; m--) {
    if (tx <= m) {
      int x = tx + BS - m, y = BS - tx;
      t[y][x] = MAX3(t[y - 1][x - 1] + ref[y - 1][x - 1], t[y][x - 1] - penalty, t[y - 1][x] - penalty);
    }
    __syncthreads();
  }
  for (int ty = 0; ty < BS; ty++) score[base + W * (ty + 1) + tx + 1] = t[ty + 1][tx + 1];
}

static unsigned rs = 12345u;
static unsigned rnd() {
  rs = rs * 1664525u + 1013904223u;
  return rs >> 16;
}

int main() {
  static int h[W * W], g[W * W];
  unsigned char a[N], b[N];
  signed char bl[8][8];
  const int pen = 3;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j <= i; j++) bl[i][j] = bl[j][i] = i == j ? 4 + i % 3 : (int)(rnd() % 6) - 4;
  for (int i = 0; i < N; i++) {
    a[i] = rnd() % 8;
    b[i] = rnd() % 3 ? a[i] : rnd() % 8;
  }
  for (int i = 0; i < W; i++) h[i] = h[i * W] = -pen * i;
  int* d;
  unsigned char *da, *db;
  cudaMalloc((void**)&d, sizeof h);
  cudaMalloc((void**)&da, N);
  cudaMalloc((void**)&db, N);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(da, a, N, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, N, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(blosumish, bl, sizeof bl);
  int nb = N / BS;
  for (int dg = 0; dg < 2 * nb - 1; dg++) {
    int first = dg < nb ? 0 : dg - nb + 1;
    int cnt = dg < nb ? dg + 1 : 2 * nb - 1 - dg;
    nw_diag<<<cnt, BS>>>(d, da, db, dg, first, pen);
  }
  cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost);
  for (int i = 1; i < W; i++)
    for (int j = 1; j < W; j++)
      h[i * W + j] = MAX3(h[(i - 1) * W + j - 1] + bl[a[i - 1]][b[j - 1]], h[i * W + j - 1] - pen,
                          h[(i - 1) * W + j] - pen);
  int bad = memcmp(h, g, sizeof h) != 0 || cudaGetLastError() != cudaSuccess;
  printf("needleman_wunsch %s\n", bad ? "WRONG" : "ok");
  cudaFree(d);
  cudaFree(da);
  cudaFree(db);
  return bad;
}
