// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// One port of a Verilated model: where Verilator keeps its value.
struct RtlPort {
  void* data = nullptr;
  unsigned bits = 0;
  bool input = false;
  /// Of an unpacked array whose elements do not lie as a flat port's bits: how many; else 0.
  unsigned elements = 0;
};

/// A signal inside of a Verilated model. Its value lies as a port's of its width does; that of an array,
/// element by element.
struct RtlSignal {
  std::string scope;  ///< "bank_arbiter.u_grants", as Verilator writes it
  std::string name;
  const void* data = nullptr;
  unsigned bits = 0;      ///< of an element
  unsigned elements = 0;  ///< of an unpacked array; else 0
};

/// A loop of the RTL's text: where it stands, and the variables of its condition.
struct RtlLoop {
  std::string place;
  std::vector<std::string> variables;
};

/// How a Verilated module is to be run.
struct RtlSettings {
  std::uint64_t loop_limit = 0;  ///< rounds of loops at one clock edge, at which they are an error; 0: none
  std::vector<RtlLoop> loops{};  ///< to be named in that error
  std::vector<std::string> folders{};  ///< of files that the RTL reads, ahead of the working folder
  bool outside = false;                ///< it may read devices and pipes
};

/// Any Verilated module. Implemented once, by tb/cosim/runtime/rtl_model.cpp.
class RtlModel {
 public:
  virtual ~RtlModel() = default;
  virtual std::map<std::string, RtlPort, std::less<>> ports() = 0;
  /// One clock period: inputs are set, the clock rises, everything settles, the clock falls.
  virtual void edge() = 0;
  /// Inputs are set and everything settles, without a clock edge: what an asynchronous reset does by itself.
  virtual void settle() = 0;
  /// All signals, when it was made so that they can be read.
  virtual std::vector<RtlSignal> signals() { return {}; }
};

/// RTL parameters by name, as they are passed to Verilator ("Latency" -> "2").
using RtlParameters = std::map<std::string, std::string>;

/// Where a platform gets RTL for the blocks that a user wants as RTL.
class RtlLibrary {
 public:
  virtual ~RtlLibrary() = default;
  /// Is `block` to be RTL?
  virtual bool selects(std::string_view block) const = 0;
  /// May it sleep when its pins are quiet? Only for RTL that is proven to be the model.
  virtual bool may_sleep(std::string_view block) const = 0;
  /// A new instance. Throws Error when it cannot be built.
  virtual std::unique_ptr<RtlModel> open(std::string_view block, const RtlParameters&) = 0;
};

}  // namespace heddle
