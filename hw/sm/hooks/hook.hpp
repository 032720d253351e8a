// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/error.hpp"

namespace heddle {

/// The hooks of an SM, and of memory. A technique names those that it holds (Technique::hooks), so that two
/// which exclude each other are refused before anything is built.
enum class Hook : std::uint8_t {
  kernel_plan,
  fetch,
  issue_gate,
  instruction_source,
  collector_gate,
  dispatch_gate,
  register_mapper,
  register_encoding,
  encoding_layer,
  lane_selector,
  result_stage,
  sm_edge,
  l2_edge,
  controller_edge,
  observer,
  value_model,
  store_path,
  encoded_loads
};

/// How several techniques share a hook.
struct HookRule {
  Hook hook;
  std::string_view name;
  std::string_view decides;  ///< of a hook with one holder: what that decides; empty: any number of holders
};
inline constexpr std::array hook_rules{
    HookRule{Hook::kernel_plan, "KernelPlan", ""},
    HookRule{Hook::fetch, "FetchHook", "what metadata in the code means"},
    HookRule{Hook::issue_gate, "IssueGate", ""},
    HookRule{Hook::instruction_source, "InstructionSource", ""},
    HookRule{Hook::collector_gate, "CollectorGate", ""},
    HookRule{Hook::dispatch_gate, "DispatchGate", ""},
    HookRule{Hook::register_mapper, "RegisterMapper", "where a register is"},
    HookRule{Hook::register_encoding, "RegisterEncoding", "how a register lies in its banks"},
    HookRule{Hook::encoding_layer, "EncodingLayer", "what lies around the encoding of registers"},
    HookRule{Hook::lane_selector, "LaneSelector", "which lanes are read, executed and written"},
    HookRule{Hook::result_stage, "ResultStage", ""},
    HookRule{Hook::sm_edge, "LineEdge", "how memory lines leave the SMs"},
    HookRule{Hook::l2_edge, "LineEdge", "how memory lines lie in the L2"},
    HookRule{Hook::controller_edge, "LineEdge", "how memory lines lie in DRAM"},
    HookRule{Hook::observer, "SmObserver", ""},
    HookRule{Hook::value_model, "ValueModel", "what becomes of a result"},
    HookRule{Hook::store_path, "StorePath", "which stores an SM keeps"},
    HookRule{Hook::encoded_loads, "EncodedLoads", "how loads read encoded lines"}};

constexpr const HookRule& rule_of(Hook hook) { return hook_rules[static_cast<std::size_t>(hook)]; }

/// The error for techniques that all hold a hook which may have one holder.
Error excluded(const HookRule& rule, const std::vector<std::string>& techniques);
/// The error for a second holder of a hook with one holder, when a technique has not named it in
/// Technique::hooks.
Error held_twice(Hook hook);

}  // namespace heddle
