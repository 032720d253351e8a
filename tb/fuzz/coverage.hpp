// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "models/host/instruction_observer.hpp"

namespace heddle::fuzz {

/// What random kernels have executed.
struct Coverage {
  /// Warp instructions by spelling: without a guard in all lanes of the warp, in some, and with a guard.
  struct Ways {
    std::uint64_t whole = 0, divergent = 0, guarded = 0;
  };
  std::map<std::string, Ways> forms{};
  /// Dependencies within `window` instructions of a warp: read after write, write after read, write after
  /// write; on registers, on predicates; by the unit of the earlier instruction (ptx::Unit).
  static constexpr unsigned window = 8;
  std::array<std::array<std::array<std::uint64_t, ptx::units>, 2>, 3> hazards{};

  void add(const Coverage& other);
};

nlohmann::json json_of(const Coverage& coverage);
Coverage coverage_of(const nlohmann::json& json);

/// For people: how many of the generator's forms were executed how, the dependencies, and what was left out.
std::string text_of(const Coverage& coverage);

/// Fills a Coverage from what a FunctionalDevice executes.
class CoverageObserver final : public InstructionObserver {
 public:
  CoverageObserver(Coverage& to, std::uint32_t threads_per_cta) : to_(to), threads_(threads_per_cta) {}
  void begin_cta(unsigned cta, unsigned warps) override;
  void observe(const ObservedInstruction& i) override;

 private:
  /// When a warp last wrote and read a register or predicate, and in which unit; by its instruction count.
  struct Use {
    std::uint64_t written = 0, read = 0;
    ptx::Unit writer{}, reader{};
  };
  struct Warp {
    std::uint64_t count = Coverage::window + 1;
    std::array<std::array<Use, 256>, 2> uses{};
  };
  const std::string& form(const ObservedInstruction& i);
  void read(Warp& w, unsigned file, unsigned number, ptx::Unit unit);
  void write(Warp& w, unsigned file, unsigned number, ptx::Unit unit);

  Coverage& to_;
  std::uint32_t threads_;
  std::vector<std::string> forms_{};       ///< by pc
  std::vector<std::vector<Warp>> ctas_{};  ///< that there are at a time: their warps
};

}  // namespace heddle::fuzz
