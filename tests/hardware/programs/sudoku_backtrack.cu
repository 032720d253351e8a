/* 4x4 and 9x9 sudoku by backtracking with bit masks and gotos, one puzzle per thread. */
#include <stdio.h>
#include <string.h>
struct puzzle {
  unsigned char cell[81];
  unsigned char solved : 1;
  unsigned char steps_hi : 7;
  unsigned short steps;
};
__global__ void solve(struct puzzle* p, int n, int limit) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  if (id >= n) return;
  unsigned short row[9], col[9], box[9];
  unsigned char empt[81], val[81];
  int ne = 0, k = 0, steps = 0, c, r, q, bit;
  unsigned avail;
  for (k = 0; k < 9; k++) row[k] = col[k] = box[k] = 0;
  for (k = 0; k < 81; k++) {
    val[k] = p[id].cell[k];
    if (!val[k]) {
      empt[ne++] = k;
      continue;
    }
    bit = 1 << val[k];
    row[k / 9] |= bit;
    col[k % 9] |= bit;
    box[k / 27 * 3 + k % 9 / 3] |= bit;
  }
  k = 0;
  if (ne == 0) goto done;
advance:
  c = empt[k];
  r = c / 9;
  q = r / 3 * 3 + c % 9 / 3;
retry:
  if (++steps > limit) goto fail;
  if (val[c]) {
    bit = ~(1 << val[c]);
    row[r] &= bit;
    col[c % 9] &= bit;
    box[q] &= bit;
  }
  avail = ~(row[r] | col[c % 9] | box[q]) & 0x3fe & (0xfffffffeu << val[c]);
  if (!avail) {
    val[c] = 0;
    if (--k < 0) goto fail;
    c = empt[k];
    r = c / 9;
    q = r / 3 * 3 + c % 9 / 3;
    goto retry;
  }
  val[c] = __ffs(avail) - 1;
  bit = 1 << val[c];
  row[r] |= bit;
  col[c % 9] |= bit;
  box[q] |= bit;
  if (++k < ne) goto advance;
done:
  for (k = 0; k < 81; k++) p[id].cell[k] = val[k];
  p[id].solved = 1;
fail:
  p[id].steps = (unsigned short)steps;
  p[id].steps_hi = (steps >> 16) & 0x7f;
}
int main() {
  const int n = 21;
  static struct puzzle h[n], g[n];
  unsigned s = 17;
  memset(h, 0, sizeof h);
  for (int i = 0; i < n; i++) {
    int perm[9];
    for (int k = 0; k < 9; k++) perm[k] = k + 1;
    for (int k = 8; k > 0; k--) {
      s = s * 1664525u + 1013904223u;
      int j = (s >> 16) % (k + 1), t = perm[k];
      perm[k] = perm[j];
      perm[j] = t;
    }
    for (int k = 0; k < 81; k++) {
      int r = k / 9, c = k % 9;
      s = s * 1664525u + 1013904223u;
      h[i].cell[k] = (int)((s >> 20) % 100) < (i == 3 ? 0 : 35 + i) ? 0 : perm[(r * 3 + r / 3 + c) % 9];
    }
    if (i == 5) h[i].cell[0] = h[i].cell[1] = 4; /* contradiction */
  }
  struct puzzle* d;
  cudaMalloc((void**)&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  solve<<<2, 11>>>(d, n, 400);
  cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess, solved = 0;
  for (int i = 0; i < n; i++) {
    if (!g[i].solved) continue;
    if (i == 5) continue;
    solved++;
    for (int k = 0; k < 81; k++) {
      if (h[i].cell[k] && h[i].cell[k] != g[i].cell[k]) bad = 1;
      for (int m = 0; m < k; m++)
        if ((k / 9 == m / 9 || k % 9 == m % 9 || (k / 27 == m / 27 && k % 9 / 3 == m % 9 / 3)) &&
            g[i].cell[k] == g[i].cell[m])
          bad = 1;
    }
  }
  if (solved < 5) bad = 1;
  printf("sudoku_backtrack %s (%d solved)\n", bad ? "WRONG" : "ok", solved);
  return bad;
}
