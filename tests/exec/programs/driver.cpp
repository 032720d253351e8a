// SPDX-License-Identifier: Apache-2.0
// A host program without kernels of its own: it loads PTX by the driver API.
#include <cstdio>
#include <cstring>
typedef unsigned long long Pointer;
extern "C" {
int cuInit(unsigned);
int cuDeviceGet(int*, int);
int cuDeviceGetName(char*, int, int);
int cuCtxCreate_v2(void**, unsigned, int);
int cuModuleLoadData(void**, const void*);
int cuModuleLoad(void**, const char*);
int cuModuleGetFunction(void**, void*, const char*);
int cuModuleGetGlobal_v2(Pointer*, size_t*, void*, const char*);
int cuFuncGetAttribute(int*, int, void*);
int cuMemAlloc_v2(Pointer*, size_t);
int cuMemFree_v2(Pointer);
int cuMemsetD32_v2(Pointer, unsigned, size_t);
int cuMemcpyHtoD_v2(Pointer, const void*, size_t);
int cuMemcpyDtoH_v2(void*, Pointer, size_t);
int cuLaunchKernel(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**,
                   void**);
int cuCtxSynchronize();
int cuGetErrorName(int, const char**);
}
static int failures = 0;
#define CHECK(c)                             \
  do {                                       \
    if (!(c)) {                              \
      ++failures;                            \
      printf("line %d: %s\n", __LINE__, #c); \
    }                                        \
  } while (0)
#define OK(call) CHECK((call) == 0)
static const char* ptx =
    ".version 6.0\n.target sm_50\n.address_size 64\n.global .u32 bias = 7;\n"
    ".visible .entry k(.param .u64 out, .param .u32 by) {\n.reg .b32 %r<4>; .reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd0, [out]; ld.param.u32 %r1, [by]; mov.u32 %r0, %tid.x; mul.wide.u32 %rd1, %r0, 4; "
    "add.u64 %rd0, %rd0, %rd1;\n"
    "ld.global.u32 %r2, [%rd0]; mad.lo.u32 %r2, %r0, %r1, %r2; ld.global.u32 %r3, [bias]; add.u32 %r2, %r2, "
    "%r3; st.global.u32 [%rd0], %r2; ret;\n}\n";
int main() {
  int device = 0;
  void *context, *module, *function;
  char name[64];
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuDeviceGetName(name, 64, device));
  CHECK(strcmp(name, "fermi_jeon2015") == 0);
  OK(cuCtxCreate_v2(&context, 0, device));
  FILE* file = fopen("k.ptx", "w");
  fputs(ptx, file);
  fclose(file);
  OK(cuModuleLoad(&module, "k.ptx"));
  CHECK(cuModuleLoad(&module, "none.ptx") == 301);
  OK(cuModuleLoadData(&module, ptx));
  CHECK(cuModuleGetFunction(&function, module, "other") == 500);
  OK(cuModuleGetFunction(&function, module, "k"));
  int registers = 0;
  OK(cuFuncGetAttribute(&registers, 4, function));
  CHECK(registers > 0);
  Pointer bias = 0, out = 0;
  size_t bytes = 0;
  OK(cuModuleGetGlobal_v2(&bias, &bytes, module, "bias"));
  CHECK(bytes == 4);
  unsigned eight = 8, got[64];
  OK(cuMemcpyHtoD_v2(bias, &eight, 4));
  OK(cuMemAlloc_v2(&out, 256));
  OK(cuMemsetD32_v2(out, 1000, 64));
  unsigned by = 3;
  void* arguments[] = {&out, &by};
  OK(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, 0, arguments, 0));
  OK(cuCtxSynchronize());
  OK(cuMemcpyDtoH_v2(got, out, 256));
  for (unsigned i = 0; i < 64; ++i) CHECK(got[i] == 1008 + 3 * i);
  struct {
    Pointer out;
    unsigned by;
  } block = {out, 1};
  size_t block_bytes = 12;
  void* extra[] = {(void*)1, &block, (void*)2, &block_bytes, 0};
  OK(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, 0, 0, extra));
  OK(cuMemcpyDtoH_v2(got, out, 256));
  for (unsigned i = 0; i < 64; ++i) CHECK(got[i] == 1016 + 4 * i);
  CHECK(cuLaunchKernel(function, 1, 1, 1, 4096, 1, 1, 0, 0, arguments, 0) == 1);
  CHECK(cuMemAlloc_v2(&out, (size_t)1 << 45) == 2);
  const char* error;
  OK(cuGetErrorName(2, &error));
  CHECK(strcmp(error, "CUDA_ERROR_OUT_OF_MEMORY") == 0);
  printf(failures ? "failed\n" : "good\n");
  return failures != 0;
}
