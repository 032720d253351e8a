#include <gtest/gtest.h>

#include "models/base/random.hpp"
#include "models/host/functional_device.hpp"
#include "models/ptx/load.hpp"

namespace heddle {
namespace {

const std::string workloads = HEDDLE_SOURCE_DIR "/tb/workloads/";

TEST(VectorAdd, Works) {
  for (const char* v : {"14", "19"}) {
    const ptx::Kernel k = ptx::load_kernel(workloads + "vectoradd/kernel.clang" + v + ".ptx");
    FunctionalDevice d;
    const int n = 1000;
    std::vector<float> a(n), b(n);
    for (int i = 0; i < n; ++i) a[i] = i, b[i] = 2 * i;
    const auto pa = d.upload(a), pb = d.upload(b), pc = d.allocate(4 * n);
    d.launch_with(k, {4}, {256}, pa, pb, pc, n);
    const auto c = d.download<float>(pc, n);
    for (int i = 0; i < n; ++i) ASSERT_EQ(c[i], 3.0f * i) << i;
  }
}

}  // namespace
}  // namespace heddle
