// Stack machine with 64-bit tagged-free values, switch dispatch, function pointers for unary operators; union
// find with host-made edges; suffix array by prefix doubling in one CTA.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>
enum Op { PUSH, ADD, SUB, MUL, DIVI, DUP, SWAP, JNZ, JMP, LOADX, UNARY, STORE, LOAD, HALT };
struct Insn {
  unsigned op : 4;
  unsigned reg : 4;
  int imm : 24;
};
union Word {
  long long i;
  double d;
  unsigned u[2];
};
typedef long long (*unary_t)(long long);
__host__ __device__ long long u_neg(long long v) { return -v; }
__host__ __device__ long long u_abs(long long v) { return v < 0 ? -v : v; }
__host__ __device__ __noinline__ long long u_isqrt(long long v) {
  if (v <= 0) return 0;
  long long r = 0, b = 1ll << 40;
  while (b > v) b >>= 2;
  for (; b; b >>= 2) {
    if (v >= r + b) {
      v -= r + b;
      r = (r >> 1) + b;
    } else
      r >>= 1;
  }
  return r;
}
__host__ __device__ long long u_mix(long long v) {
  Word w;
  w.i = v;
  w.u[1] ^= w.u[0] * 2654435761u;
  return w.i;
}
__device__ unary_t const dtab[4] = {u_neg, u_abs, u_isqrt, u_mix};
static const unary_t htab[4] = {u_neg, u_abs, u_isqrt, u_mix};
template <class F>
__host__ __device__ int execute(const Insn* code, long long x, long long* result, int fuel, F un) {
  long long st[16], reg[4] = {0, 0, 0, 0};
  int sp = 0, pc = 0, used = 0;
  st[0] = 0;
  while (used++ < fuel) {
    Insn in = code[pc++];
    switch (in.op) {
      case PUSH:
        if (sp == 16) goto trap;
        st[sp++] = in.imm;
        break;
      case ADD:
        --sp;
        st[sp - 1] += st[sp];
        break;
      case SUB:
        --sp;
        st[sp - 1] -= st[sp];
        break;
      case MUL:
        --sp;
        st[sp - 1] *= st[sp];
        break;
      case DIVI:
        --sp;
        if (st[sp] == 0) goto trap;
        st[sp - 1] /= st[sp];
        break;
      case DUP:
        if (sp == 16) goto trap;
        st[sp] = st[sp - 1];
        sp++;
        break;
      case SWAP: {
        long long t = st[sp - 1];
        st[sp - 1] = st[sp - 2];
        st[sp - 2] = t;
        break;
      }
      case JNZ:
        if (st[--sp]) pc += in.imm;
        break;
      case JMP:
        pc += in.imm;
        break;
      case LOADX:
        st[sp++] = x;
        break;
      case UNARY:
        st[sp - 1] = un(in.reg & 3)(st[sp - 1]);
        break;
      case STORE:
        reg[in.reg & 3] = st[--sp];
        break;
      case LOAD:
        st[sp++] = reg[in.reg & 3];
        break;
      case HALT:
        *result = st[0];
        return used;
      default:
        goto trap;
    }
  }
trap:
  *result = -999;
  return -used;
}
struct DevUn {
  __device__ unary_t operator()(int k) const { return dtab[k]; }
};
__global__ void vm(const Insn* const* progs, const int* which, const long long* x, long long* out, int* used,
                   int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    long long r;
    used[i] = execute(progs[which[i]], x[i], &r, 120, DevUn());
    out[i] = r;
  }
}
__device__ int find_root(volatile int* p, int v) {
  int r = p[v];
  while (r != p[r]) r = p[r];
  return r;
}
__global__ void unite(const ushort2* e, int m, int* parent) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x) {
    int a = e[i].x, b = e[i].y;
    for (;;) {
      a = find_root(parent, a);
      b = find_root(parent, b);
      if (a == b) break;
      if (a < b) {
        int t = a;
        a = b;
        b = t;
      }
      int old = atomicCAS(&parent[a], a, b);
      if (old == a) break;
      a = old;
    }
  }
}
__global__ void flatten(const int* parent, int* root, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) root[i] = find_root((volatile int*)parent, i);
}
__global__ void suffix_array(const unsigned char* s, int n, int* rank, int* tmp,
                             int* sa) {  // O(n^2) counting per round, deterministic
  __shared__ int distinct;
  int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x) rank[i] = s[i];
  __syncthreads();
  for (int k = 1;; k *= 2) {
    if (t == 0) distinct = 1;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x) {
      int a = rank[i], b = i + k < n ? rank[i + k] : -1, less = 0, same = 0;
      for (int j = 0; j < n; j++) {
        int c = rank[j];
        if (c > a) continue;
        int d = j + k < n ? rank[j + k] : -1;
        if (c < a || d < b)
          less++;
        else if (d == b)
          same++;
      }
      tmp[i] = less;
      if (same > 1) distinct = 0;
    }
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x) rank[i] = tmp[i];
    __syncthreads();
    if (distinct || k > n) break;
    __syncthreads();
  }
  for (int i = t; i < n; i += blockDim.x) sa[rank[i]] = i;
}
int main() {
  auto I = [](unsigned op, int imm = 0, unsigned reg = 0) {
    Insn i;
    memset(&i, 0, sizeof i);
    i.op = op;
    i.imm = imm;
    i.reg = reg;
    return i;
  };
  std::vector<Insn> p[4];
  p[0] = {I(PUSH, 1),     I(STORE, 0, 0), I(LOADX),      I(STORE, 0, 1), I(LOAD, 0, 0), I(LOAD, 0, 1),
          I(MUL),         I(STORE, 0, 0), I(LOAD, 0, 1), I(PUSH, 1),     I(SUB),        I(DUP),
          I(STORE, 0, 1), I(JNZ, -10),    I(LOAD, 0, 0), I(HALT)};  // factorial, may run out of fuel
  p[1] = {I(LOADX),       I(DUP), I(MUL),         I(UNARY, 0, 2), I(LOADX),
          I(UNARY, 0, 0), I(ADD), I(UNARY, 0, 3), I(HALT)};
  p[2] = {I(PUSH, 1000), I(LOADX), I(PUSH, -3), I(ADD), I(DIVI), I(UNARY, 0, 1), I(HALT)};
  p[3] = {I(PUSH, 7), I(DUP), I(JMP, -2)};
  const int n = 40;
  int wh[n], us[n];
  long long x[n], o[n];
  for (int i = 0; i < n; i++) {
    wh[i] = i * 7 % 4;
    x[i] = i % 13 - 4;
  }
  Insn *pr[4], **dpr;
  for (int k = 0; k < 4; k++) {
    cudaMalloc(&pr[k], p[k].size() * 4);
    cudaMemcpy(pr[k], p[k].data(), p[k].size() * 4, cudaMemcpyHostToDevice);
  }
  unsigned s = 9;
  auto rnd = [&](int m) {
    s = s * 69069u + 1;
    return (int)((s >> 12) % m);
  };
  const int V = 150, E = 110;
  ushort2 e[E];
  int par[V], rt[V];
  for (auto& q : e) q = make_ushort2(rnd(V), rnd(V));
  std::iota(par, par + V, 0);
  std::string txt;
  for (int i = 0; i < 60; i++) txt += "ab"[rnd(7) == 0];
  txt += txt.substr(3, 15);
  const int L = txt.size();
  std::vector<int> sa(L, 0), z(L, 0);
  int *dw, *du, *dpa, *drt, *drk, *dtm, *dsa;
  long long *dx, *dout;
  ushort2* de;
  unsigned char* dt;
  cudaMalloc(&dpr, 32);
  cudaMalloc(&dw, n * 4);
  cudaMalloc(&du, n * 4);
  cudaMalloc(&dpa, V * 4);
  cudaMalloc(&drt, V * 4);
  cudaMalloc(&drk, L * 4);
  cudaMalloc(&dtm, L * 4);
  cudaMalloc(&dsa, L * 4);
  cudaMalloc(&dx, n * 8);
  cudaMalloc(&dout, n * 8);
  cudaMalloc(&de, sizeof e);
  cudaMalloc(&dt, L);
  cudaMemcpy(dpr, pr, 32, cudaMemcpyHostToDevice);
  cudaMemcpy(dw, wh, n * 4, cudaMemcpyHostToDevice);
  cudaMemset(du, 0, n * 4);
  cudaMemcpy(dpa, par, V * 4, cudaMemcpyHostToDevice);
  cudaMemset(drt, 0, V * 4);
  cudaMemset(drk, 0, L * 4);
  cudaMemset(dtm, 0, L * 4);
  cudaMemset(dsa, 0, L * 4);
  cudaMemcpy(dx, x, n * 8, cudaMemcpyHostToDevice);
  cudaMemset(dout, 0, n * 8);
  cudaMemcpy(de, e, sizeof e, cudaMemcpyHostToDevice);
  cudaMemcpy(dt, txt.data(), L, cudaMemcpyHostToDevice);
  vm<<<2, 25>>>(dpr, dw, dx, dout, du, n);
  unite<<<1, 1>>>(de, 40, dpa);
  flatten<<<1, 160>>>(dpa, drt, V);
  suffix_array<<<1, 32>>>(dt, L, drk, dtm, dsa);
  cudaMemcpy(us, du, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(o, dout, n * 8, cudaMemcpyDeviceToHost);
  cudaMemcpy(rt, drt, V * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(sa.data(), dsa, L * 4, cudaMemcpyDeviceToHost);
  int bad = cudaGetLastError() != cudaSuccess;
  for (int i = 0; i < n; i++) {
    long long r;
    int u = execute(p[wh[i]].data(), x[i], &r, 120, [](int k) { return htab[k]; });
    if (u != us[i] || r != o[i]) bad = 1;
  }
  for (int r = 0; r < V; r++)
    for (int i = 0; i < 40; i++) {
      int a = par[e[i].x], b = par[e[i].y];
      par[e[i].x] = par[e[i].y] = std::min(a, b);
    }
  for (int i = 0; i < V; i++)
    if (par[i] != rt[i]) bad = 2;
  std::vector<int> id(L);
  std::iota(id.begin(), id.end(), 0);
  std::sort(id.begin(), id.end(), [&](int a, int b) { return txt.compare(a, L, txt, b, L) < 0; });
  if (id != sa) bad = 3;
  printf("bytecode_vm %s (%d)\n", bad ? "WRONG" : "ok", bad);
  return bad != 0;
}
