// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include "hw/sim/block_maker.hpp"
#include "hw/sim/rtl_block.hpp"
#include "models/base/config.hpp"
#include "models/base/registry.hpp"

namespace heddle {

/// "write_requesters" -> "WriteRequesters": a parameter's name in RTL.
std::string rtl_name(std::string_view parameter);

/// A parameter's value in RTL; a named choice is the number of its enumeration.
template <class M>
std::string rtl_value(const M& value) {
  if constexpr (std::is_enum_v<M>)
    return fmt::format("{}", static_cast<unsigned>(value));
  else
    return fmt::format("{}", value);
}

/// A block's configuration as the parameters of its RTL.
template <class Config>
RtlParameters rtl_parameters(const Config& config) {
  RtlParameters all;
  std::apply([&](const auto&... p) { ((all[rtl_name(p.name)] = rtl_value(config.*p.member)), ...); },
             Config::parameters());
  return all;
}

/// The same as a tree that `resolve` reads.
template <class Config>
ConfigTree config_tree(const Config& config) {
  ConfigTree tree;
  const auto set = [&]<class M>(std::string_view name, const M& value) {
    tree.set(fmt::format("{}={}", name, Value<M>::format(value)));
  };
  std::apply([&](const auto&... p) { (set(p.name, config.*p.member), ...); }, Config::parameters());
  return tree;
}

/// RTL of the block B behind its pins. It may sleep where B::settle(config) is not 0, and by B::rests where B
/// has that; RtlBlock describes both.
template <class B>
std::unique_ptr<RtlBlock<typename B::PinsType>> make_rtl_block(const char* name,
                                                               std::unique_ptr<RtlModel> rtl,
                                                               unsigned settle) {
  typename RtlBlock<typename B::PinsType>::Rests rests = nullptr;
  if constexpr (requires { &B::rests; }) rests = &B::rests;
  return std::make_unique<RtlBlock<typename B::PinsType>>(name, B::block_name, std::move(rtl), settle, rests);
}

/// Makes the block B: the model, or RTL when the library selects it. `name` is its module name.
template <class B>
std::unique_ptr<BlockWith<typename B::PinsType>> make_block(const char* name,
                                                            const typename B::Config& config,
                                                            const BlockMaker& blocks) {
  std::unique_ptr<BlockWith<typename B::PinsType>> made;
  if (RtlLibrary* rtl = blocks.rtl; rtl != nullptr && rtl->selects(B::block_name))
    made = make_rtl_block<B>(name, rtl->open(B::block_name, rtl_parameters(config)),
                             rtl->may_sleep(B::block_name) ? B::settle(config) : 0);
  else
    made = std::make_unique<B>(name, config);
  if (blocks.watcher != nullptr) blocks.watcher->watch(B::block_name, *made, config_tree(config));
  return made;
}

/// A block as the catalogue knows it. Parts that need its types are made by `block_entry<B>`.
struct BlockEntry {
  std::string name;
  std::string technique;
  std::vector<ParameterInfo> parameters;
  /// Resolves the block's section of a tree (its root) to RTL parameters; throws Error as `resolve` does.
  std::function<RtlParameters(const ConfigTree&)> rtl_parameters;
  /// Where NAME.yaml, the card, and NAME.sv, the RTL, of a plug-in's block lie; empty: in Heddle's tree.
  std::string folder{};

  static std::string_view kind() { return "block"; }
};

/// `folder`: as that of the entry.
template <class B>
BlockEntry block_entry(std::string technique, std::string folder = "") {
  using Config = typename B::Config;
  return {B::block_name, std::move(technique), describe<Config>(),
          [](const ConfigTree& tree) { return heddle::rtl_parameters(resolve<Config>(tree)); },
          std::move(folder)};
}

}  // namespace heddle
