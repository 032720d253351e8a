#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.hpp"

// Objects made, used through virtual functions, and deleted on the device; one CTA.
struct Shape {
  int id;
  __device__ Shape(int i) : id(i) {}
  __device__ virtual float area() const = 0;
  __device__ virtual int sides() const { return 0; }
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float a;
  __device__ Square(int i, float s) : Shape(i), a(s) {}
  __device__ float area() const override { return a * a; }
  __device__ int sides() const override { return 4; }
};
struct Circle : Shape {
  float r;
  int* count;
  __device__ Circle(int i, float s, int* c) : Shape(i), r(s), count(c) {}
  __device__ float area() const override { return 3.0f * r * r; }
  __device__ ~Circle() override { atomicAdd(count, 1); }
};
struct Tri : Square {
  float h;
  __device__ Tri(int i, float b, float k) : Square(i, b), h(k) {}
  __device__ float area() const override { return 0.5f * a * h + 0 * Square::area(); }
  __device__ int sides() const override { return Square::sides() - 1; }
};
__global__ void shapes(float* y, int* z, int* count) {
  __shared__ Shape* s[32];
  int t = threadIdx.x;
  if (t % 3 == 0)
    s[t] = new Square(t, t * 0.5f);
  else if (t % 3 == 1)
    s[t] = new Circle(t, t * 0.25f, count);
  else
    s[t] = new Tri(t, t * 2.0f, 3.0f);
  __syncthreads();
  Shape* o = s[31 - t];
  y[t] = o->area();
  z[t] = o->sides() * 100 + o->id;
  __syncthreads();
  delete s[t];
}
struct Node {
  int v;
  Node* next;
};
__global__ void lists(const int* x, int* y) {
  int t = threadIdx.x;
  Node* head = nullptr;
  for (int k = 0; k < 6; ++k) {
    Node* q = (Node*)malloc(sizeof(Node));
    q->v = x[t * 6 + k];
    q->next = head;
    head = q;
  }
  int a = 0;
  for (Node* p = head; p; p = p->next) a = a * 7 + p->v;
  while (head) {
    Node* nx = head->next;
    free(head);
    head = nx;
  }
  int* arr = new int[t + 4];
  memset(arr, 0, (t + 4) * sizeof(int));
  for (int k = 0; k < t + 4; ++k) arr[(k * 3) % (t + 4)] += k;
  char* c = (char*)malloc(64);
  memset(c, t, 64);
  memcpy(c + 5, arr, 16);
  memcpy(c + 30, c + 5, 20);
  for (int k = 0; k < 64; ++k) a = a * 3 + c[k];
  for (int k = 0; k < t + 4; ++k) a += arr[k] * k;
  delete[] arr;
  free(c);
  y[t] = a;
}
int main() {
  std::vector<int> x(192);
  Rng r(33);
  for (int& v : x) v = (int)(r.u32() % 2000) - 1000;
  Buf<int> X(x), z(32), y(32), c(1);
  Buf<float> f(32);
  shapes<<<1, 32>>>(f.d, z.d, c.d);
  f.down();
  z.down();
  c.down();
  check(c.h[0] == 11);
  lists<<<1, 32>>>(X.d, y.d);
  y.down();
  return finish("virtual_new_delete");
}
