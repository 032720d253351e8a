// SPDX-License-Identifier: Apache-2.0
// The only file that meets a Verilated module. It is compiled once for each RTL, with
//   HEDDLE_RTL_MODULE   the file of the Verilated class Vrtl and its parts
//   HEDDLE_RTL_PORTS    the file of its ports: {"req_data_i", {&top.req_data_i, 1024, true}}, ...
//   HEDDLE_RTL_KEY      what it was made from, as text
//   HEDDLE_RTL_SIGNALS  1 when all its signals can be read
//   HEDDLE_RTL_USERS    1 when it is a user's: it may have latches, and use the falling edge

#include "tb/cosim/runtime/rtl_headers.hpp"  // the first one, so that it may be precompiled
#if HEDDLE_RTL_SIGNALS
#include "verilated_syms.h"
#endif

namespace heddle_loops {

/// Rounds that loops may still take at this clock edge.
inline thread_local std::uint64_t left = 0;

[[noreturn]] void endless(const char* condition);

inline bool round(const char* condition) {
  if (--left == 0) endless(condition);
  return true;
}

}  // namespace heddle_loops

// Each loop of what Verilator made of the RTL counts, so that one without an end is found at the same round
// in each run. (With a space behind its name it would be a macro without parameters.)
// clang-format off
#define while(...) while (heddle_loops::round(#__VA_ARGS__) && (__VA_ARGS__))
// clang-format on
#include HEDDLE_RTL_MODULE
#undef while

namespace {

using Ports = std::map<std::string, heddle::RtlPort, std::less<>>;

heddle::RtlSettings settings;

Ports ports_of(Vrtl& top) {
  return {
#include HEDDLE_RTL_PORTS
  };
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Does the text hold the name as a whole word, or as the end of one that Verilator made of it and its scope?
bool holds(const std::string& text, const std::string& name) {
  for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; ++at) {
    const std::size_t end = at + name.size();
    if (end < text.size() && is_word(text[end])) continue;
    if (at == 0 || !is_word(text[at - 1]) || (at > 1 && text.compare(at - 2, 2, "__") == 0)) return true;
  }
  return false;
}

/// Whether a loop of the RTL can be the one with this condition. One without variables has become a number.
bool can_be(const heddle::RtlLoop& loop, const std::string& condition) {
  if (loop.variables.empty()) return std::isdigit(static_cast<unsigned char>(condition[0]));
  for (const std::string& name : loop.variables)
    if (!holds(condition, name)) return false;
  return true;
}

class Model final : public heddle::RtlModel {
 public:
  Model() {
    context_.commandArgs(0, static_cast<const char**>(nullptr));  // $test$plusargs finds none
    // A module without a clock pin can be built, so that the binding can say what else does not fit.
    const Ports all = ports_of(top_);
    if (const auto it = all.find("clk_i"); it != all.end() && it->second.bits == 1)
      clock_ = static_cast<unsigned char*>(it->second.data);
    // Verilator takes the clock's first value for its past; without this the first edge would be none.
    *clock_ = 0;
    begin();
    top_.eval();
  }
  ~Model() override {
    // Verilator's destructors ask the thread for its context, which is that of the instance made last.
    Verilated::threadContextp(&context_);
    begin();
    try {
      top_.final();
    } catch (const std::exception&) {
      // what a final process complains of comes too late to be told
    }
  }

  Ports ports() override { return ports_of(top_); }
  std::vector<heddle::RtlSignal> signals() override;

  void edge() override {
    // An assertion about two edges would take the one before an unclocked reset for the first of them.
    if (settled_) context_.assertOn(false);
    begin();
    // Inputs change after a rising edge. What looks at the falling edge, or while the clock is low, sees the
    // new ones: registers of the falling edge, latches, gates of the clock.
    if (HEDDLE_RTL_USERS) {
      top_.eval();
      *clock_ = 0;
      top_.eval();
    }
    *clock_ = 1;
    top_.eval();
    if (!HEDDLE_RTL_USERS) {
      *clock_ = 0;
      top_.eval();
    }
    if (settled_) context_.assertOn(true);
    settled_ = false;
  }

  void settle() override {
    look();
    settled_ = true;
  }

  /// Lets signals that depend on inputs take their values ahead of the clock edge.
  void look() {
    begin();
    top_.eval();
  }

 private:
  static void begin() { heddle_loops::left = settings.loop_limit; }  // 0: 2^64 rounds

  /// What a user's RTL leaves unknown is drawn when it is made, the same in each run.
  static VerilatedContext* drawing(VerilatedContext& context) {
    if (HEDDLE_RTL_USERS) {
      context.randReset(2);
      context.randSeed(1);
    }
    return &context;
  }

  VerilatedContext context_;
  Vrtl top_{drawing(context_), "TOP"};
  bool settled_ = false;  // since the last edge
  unsigned char unused_ = 0;
  unsigned char* clock_ = &unused_;
};

std::vector<heddle::RtlSignal> Model::signals() {
  std::vector<heddle::RtlSignal> all;
#if HEDDLE_RTL_SIGNALS
  for (const auto& [scope, entry] : *context_.scopeNameMap()) {
    if (entry->varsp() == nullptr) continue;
    for (const auto& [name, var] : *entry->varsp()) {
      const bool whole = var.dims() == var.udims();  // one bit, or a number that is no bits
      const bool bits = var.vltype() == VLVT_UINT8 || !whole;
      if (var.isParam() || !bits || var.vltype() == VLVT_STRING) continue;
      unsigned elements = 1;
      for (int d = 1; d <= var.udims(); ++d) elements *= static_cast<unsigned>(var.elements(d));
      all.push_back({scope, name, var.datap(), whole ? 1u : static_cast<unsigned>(var.packed().elements()),
                     var.udims() == 0 ? 0u : elements});
    }
  }
#endif
  return all;
}

}  // namespace

void heddle_loops::endless(const char* condition) {
  std::string text =
      "loops have run " + std::to_string(settings.loop_limit) + " rounds at one clock edge without an end";
  std::string places;
  for (const heddle::RtlLoop& loop : settings.loops)
    if (can_be(loop, condition)) places += (places.empty() ? ": " : " or ") + loop.place;
  left = 0;
  throw std::runtime_error(text + places);
}

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

HEDDLE_EXPORT heddle::RtlModel* heddle_rtl_make(const heddle::RtlSettings& chosen) {
  settings = chosen;
  heddle_memory_files = {chosen.folders, chosen.outside};
  return new Model;
}
HEDDLE_EXPORT void heddle_rtl_look(heddle::RtlModel& model) { static_cast<Model&>(model).look(); }
HEDDLE_EXPORT const char* heddle_rtl_key() { return HEDDLE_RTL_KEY; }
