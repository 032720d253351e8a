/* Particle potential and force within neighbouring boxes (in the manner of lavaMD), double precision. */
#include <math.h>
#include <stdio.h>
#define PPB 11
#define DIMB 3
#define NBOX (DIMB * DIMB * DIMB)
typedef double fp;
typedef struct {
  fp v, x, y, z;
} FOUR;
typedef struct {
  int x, y, z, number;
  long offset;
} nei_str;
typedef struct {
  int x, y, z, number;
  long offset;
  int nn;
  nei_str nei[26];
} box_str;
typedef struct {
  fp alpha;
} par_str;
#define DOT(A, B) ((A.x) * (B.x) + (A.y) * (B.y) + (A.z) * (B.z))

__global__ void md(par_str par, int nbox, const box_str* box, const FOUR* rv, const fp* qv, FOUR* fv) {
  int bx = blockIdx.x, tx = threadIdx.x;
  if (bx >= nbox) return;
  fp a2 = 2.0 * par.alpha * par.alpha;
  __shared__ FOUR rA[PPB], rB[PPB];
  __shared__ fp qB[PPB];
  long first_i = box[bx].offset;
  FOUR acc = {0, 0, 0, 0};
  if (tx < PPB) rA[tx] = rv[first_i + tx];
  __syncthreads();
  for (int k = 0; k < 1 + box[bx].nn; k++) {
    int p = k == 0 ? bx : box[bx].nei[k - 1].number;
    long fj = box[p].offset;
    if (tx < PPB) {
      rB[tx] = rv[fj + tx];
      qB[tx] = qv[fj + tx];
    }
    __syncthreads();
    for (int w = tx; w < PPB; w += blockDim.x)
      for (int j = 0; j < PPB; j++) {
        fp r2 = rA[w].v + rB[j].v - DOT(rA[w], rB[j]);
        fp u2 = a2 * r2, vij = exp(-u2), fs = 2. * vij;
        fp dx = rA[w].x - rB[j].x, dy = rA[w].y - rB[j].y, dz = rA[w].z - rB[j].z;
        acc.v += qB[j] * vij;
        acc.x += qB[j] * fs * dx;
        acc.y += qB[j] * fs * dy;
        acc.z += qB[j] * fs * dz;
      }
    __syncthreads();
  }
  if (tx < PPB) fv[first_i + tx] = acc;
}
static unsigned sd = 7;
static fp rnd() {
  sd = sd * 1103515245u + 12345u;
  return ((sd >> 16) % 10 + 1) / 10.0;
}
int main() {
  static box_str box[NBOX];
  static FOUR rv[NBOX * PPB], fv[NBOX * PPB];
  static fp qv[NBOX * PPB];
  int nh = 0;
  for (int i = 0; i < DIMB; i++)
    for (int j = 0; j < DIMB; j++)
      for (int k = 0; k < DIMB; k++, nh++) {
        box[nh].x = k;
        box[nh].y = j;
        box[nh].z = i;
        box[nh].number = nh;
        box[nh].offset = nh * PPB;
        box[nh].nn = 0;
        for (int l = -1; l < 2; l++)
          for (int m = -1; m < 2; m++)
            for (int n = -1; n < 2; n++) {
              if (!l && !m && !n) continue;
              int z = i + l, y = j + m, x = k + n;
              if (x < 0 || y < 0 || z < 0 || x >= DIMB || y >= DIMB || z >= DIMB) continue;
              if ((x + y + z) % 2) continue; /* only half of the neighbours: smaller */
              nei_str* q = &box[nh].nei[box[nh].nn++];
              q->x = x;
              q->y = y;
              q->z = z;
              q->number = z * DIMB * DIMB + y * DIMB + x;
              q->offset = q->number * PPB;
            }
      }
  for (int i = 0; i < NBOX * PPB; i++) {
    rv[i].v = rnd();
    rv[i].x = rnd();
    rv[i].y = rnd();
    rv[i].z = rnd();
    qv[i] = rnd() - 0.5;
  }
  box_str* db;
  FOUR *dr, *df;
  fp* dq;
  par_str par;
  par.alpha = 0.5;
  cudaMalloc((void**)&db, sizeof box);
  cudaMalloc((void**)&dr, sizeof rv);
  cudaMalloc((void**)&df, sizeof fv);
  cudaMalloc((void**)&dq, sizeof qv);
  cudaMemcpy(db, box, sizeof box, cudaMemcpyHostToDevice);
  cudaMemcpy(dr, rv, sizeof rv, cudaMemcpyHostToDevice);
  cudaMemcpy(dq, qv, sizeof qv, cudaMemcpyHostToDevice);
  cudaMemset(df, 0, sizeof fv);
  md<<<NBOX, 32>>>(par, NBOX, db, dr, dq, df);
  cudaMemcpy(fv, df, sizeof fv, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  for (int b = 0; b < NBOX; b++)
    for (int i = 0; i < PPB; i++) {
      FOUR s = {0, 0, 0, 0}, A = rv[b * PPB + i];
      for (int k = 0; k <= box[b].nn; k++) {
        int p = k ? box[b].nei[k - 1].number : b;
        for (int j = 0; j < PPB; j++) {
          FOUR B = rv[p * PPB + j];
          fp q = qv[p * PPB + j];
          fp v = exp(-0.5 * (A.v + B.v - DOT(A, B)));
          s.v += q * v;
          s.x += q * 2 * v * (A.x - B.x);
          s.y += q * 2 * v * (A.y - B.y);
          s.z += q * 2 * v * (A.z - B.z);
        }
      }
      FOUR g = fv[b * PPB + i];
      if (!(fabs(s.v - g.v) + fabs(s.x - g.x) + fabs(s.y - g.y) + fabs(s.z - g.z) < 1e-9)) bad = 1;
    }
  printf("lava_md %s\n", bad ? "WRONG" : "ok");
  return bad;
}
