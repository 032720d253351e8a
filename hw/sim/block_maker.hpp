// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace heddle {

class Block;
class ConfigTree;
class RtlLibrary;

/// An observer of the pins of a platform's blocks. It must change nothing.
class BlockWatcher {
 public:
  virtual ~BlockWatcher() = default;
  /// A block has been made, be it a model or RTL; its pins are not bound yet. `config` holds its parameters.
  virtual void watch(std::string_view block, Block& made, const ConfigTree& config) = 0;
};

/// How the blocks of a platform are made: which of them are RTL, and who observes their pins. Either may be
/// null: then no block is RTL, or none is observed.
struct BlockMaker {
  BlockMaker(RtlLibrary* rtl = nullptr, BlockWatcher* watcher = nullptr) : rtl(rtl), watcher(watcher) {}
  RtlLibrary* rtl;
  BlockWatcher* watcher;
};

}  // namespace heddle
