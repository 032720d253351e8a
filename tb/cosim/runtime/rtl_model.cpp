// The only file that meets a Verilated module. It is compiled once for each RTL, with
//   HEDDLE_RTL_MODULE   the file of the Verilated class Vrtl and its parts
//   HEDDLE_RTL_PORTS    the file of its ports: {"req_data_i", {&top.req_data_i, 1024, true}}, ...
//   HEDDLE_RTL_KEY      what it was made from, as text

#include "hw/sim/rtl_model.hpp"

#include HEDDLE_RTL_MODULE

namespace {

using Ports = std::map<std::string, heddle::RtlPort, std::less<>>;

Ports ports_of(Vrtl& top) {
  return {
#include HEDDLE_RTL_PORTS
  };
}

class Model final : public heddle::RtlModel {
 public:
  Model() {
    // A module without a clock pin can be built, so that the binding can say what else does not fit.
    const Ports all = ports_of(top_);
    if (const auto it = all.find("clk_i"); it != all.end() && it->second.bits == 1)
      clock_ = static_cast<unsigned char*>(it->second.data);
    // Verilator takes the clock's first value for its past; without this the first edge would be none.
    *clock_ = 0;
    top_.eval();
  }
  ~Model() override {
    // Verilator's destructors ask the thread for its context, which is that of the instance made last.
    Verilated::threadContextp(&context_);
    top_.final();
  }

  Ports ports() override { return ports_of(top_); }

  void edge() override {
    // An assertion about two edges would take the one before an unclocked reset for the first of them.
    if (settled_) context_.assertOn(false);
    *clock_ = 1;
    top_.eval();
    *clock_ = 0;
    top_.eval();
    if (settled_) context_.assertOn(true);
    settled_ = false;
  }

  void settle() override {
    top_.eval();
    settled_ = true;
  }

 private:
  VerilatedContext context_;
  Vrtl top_{&context_, "TOP"};
  bool settled_ = false;  // since the last edge
  unsigned char unused_ = 0;
  unsigned char* clock_ = &unused_;
};

}  // namespace

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

HEDDLE_EXPORT heddle::RtlModel* heddle_rtl_make() { return new Model; }
HEDDLE_EXPORT const char* heddle_rtl_key() { return HEDDLE_RTL_KEY; }
