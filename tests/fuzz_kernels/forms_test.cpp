// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/host/functional_device.hpp"
#include "models/ptx/load.hpp"
#include "tb/fuzz/forms/form_case.hpp"

namespace heddle::fuzz::forms_test {
namespace {

/// Compares the front end's results with the form's; returns the first difference, or nothing.
std::string difference(FunctionalDevice& device, const ptx::Kernel& kernel, const Form& form) {
  using C = FormCase;
  const C c = form_case(form);
  const DevicePointer from = device.upload(c.operands);
  const DevicePointer to = device.upload(std::vector<std::uint64_t>(c.expected.size()));
  device.launch_with(kernel, {C::rows / C::threads_per_cta}, {C::threads_per_cta}, from, to);
  const auto got = device.download<std::uint64_t>(to, c.expected.size());
  device.release(from), device.release(to);
  const auto wrong = static_cast<std::size_t>(std::ranges::mismatch(got, c.expected).in1 - got.begin());
  if (wrong == got.size()) return {};
  const std::uint64_t* const in = &c.operands[wrong / C::results * C::sources];
  return fmt::format(
      "{} of {:#x} {:#x} {:#x} {:#x}, result {}: the front end computes {:#x}, the form {:#x}\n", form.text,
      in[0], in[1], in[2], in[3], wrong % C::results, got[wrong], c.expected[wrong]);
}

TEST(Forms, EachComputesWhatTheFrontEndDoes) {
  constexpr std::size_t at_once = 100;
  std::vector<const Form*> forms;
  for (const Form* f : all_forms())
    if (f->family != Family::carry) forms.push_back(f);
  std::string wrong;
  for (std::size_t begin = 0; begin < forms.size(); begin += at_once) {
    const std::size_t end = std::min(begin + at_once, forms.size());
    std::string text = ".version 8.8\n.target sm_100\n.address_size 64\n";
    for (std::size_t i = begin; i < end; ++i) text += form_kernel(*forms[i], fmt::format("k{}", i));
    FunctionalDevice device;
    const std::vector<ptx::Kernel> kernels = ptx::load_module(text, "forms.ptx");
    for (std::size_t i = begin; i < end; ++i) wrong += difference(device, kernels[i - begin], *forms[i]);
  }
  EXPECT_EQ(wrong, "");
}

}  // namespace
}  // namespace heddle::fuzz::forms_test
