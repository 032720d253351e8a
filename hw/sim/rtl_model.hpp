#pragma once

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
