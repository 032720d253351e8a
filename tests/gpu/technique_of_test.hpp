// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "hw/sm/hooks/sm_hooks.hpp"
#include "hw/sm/hooks/technique.hpp"

namespace heddle {

/// A technique for a test: a list of hooks, and a function that makes its part in an SM.
class TechniqueOfTest final : public Technique {
 public:
  using Maker = std::function<std::unique_ptr<SmTechnique>(const SmTechniqueParts&)>;
  TechniqueOfTest(std::vector<Hook> hooks, Maker maker, std::shared_ptr<const ValueModel> values = nullptr)
      : hooks_(std::move(hooks)), maker_(std::move(maker)), values_(std::move(values)) {}
  std::vector<Hook> hooks() const override { return hooks_; }
  std::unique_ptr<SmTechnique> make(const SmTechniqueParts& parts) const override { return maker_(parts); }
  std::shared_ptr<const ValueModel> values() const override { return values_; }

 private:
  const std::vector<Hook> hooks_;
  const Maker maker_;
  const std::shared_ptr<const ValueModel> values_;
};

/// Returns a technique whose part in each SM is a `Part`, made of the SM's parts and these arguments.
template <class Part, class... A>
std::shared_ptr<const Technique> technique_of(std::vector<Hook> hooks, A... arguments) {
  return std::make_shared<TechniqueOfTest>(std::move(hooks), [=](const SmTechniqueParts& parts) {
    return std::make_unique<Part>(parts, arguments...);
  });
}

}  // namespace heddle
