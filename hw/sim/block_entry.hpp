#pragma once

#include <functional>
#include <memory>
#include <string>

#include "hw/sim/rtl_block.hpp"
#include "models/base/config.hpp"
#include "models/base/registry.hpp"

namespace heddle {

/// "write_requesters" -> "WriteRequesters": a parameter's name in RTL.
std::string rtl_name(std::string_view parameter);

/// A block's configuration as the parameters of its RTL.
template <class Config>
RtlParameters rtl_parameters(const Config& config) {
  RtlParameters all;
  std::apply([&](const auto&... p) { ((all[rtl_name(p.name)] = fmt::format("{}", config.*p.member)), ...); },
             Config::parameters());
  return all;
}

/// The block B with its pins: the model, or RTL when the library selects it. `name` is its module name.
template <class B>
std::unique_ptr<BlockWith<typename B::PinsType>> make_block(const char* name,
                                                            const typename B::Config& config,
                                                            RtlLibrary* rtl) {
  if (rtl == nullptr || !rtl->selects(B::block_name)) return std::make_unique<B>(name, config);
  return std::make_unique<RtlBlock<typename B::PinsType>>(
      name, B::block_name, rtl->open(B::block_name, rtl_parameters(config)),
      rtl->may_sleep(B::block_name) ? B::settle(config) : 0);
}

/// A block as the catalogue knows it. Parts that need its types are made by block_entry<B>.
struct BlockEntry {
  std::string name;
  std::string technique;
  std::vector<ParameterInfo> parameters;
  /// Resolves the block's section of a tree (its root) to RTL parameters; throws Error as `resolve` does.
  std::function<RtlParameters(const ConfigTree&)> rtl_parameters;

  static std::string_view kind() { return "block"; }
};

template <class B>
BlockEntry block_entry(std::string technique) {
  using Config = typename B::Config;
  return {B::block_name, std::move(technique), describe<Config>(),
          [](const ConfigTree& tree) { return heddle::rtl_parameters(resolve<Config>(tree)); }};
}

}  // namespace heddle
