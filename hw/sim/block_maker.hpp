#pragma once

#include <string_view>

namespace heddle {

class Block;
class ConfigTree;
class RtlLibrary;

/// Someone who wants to look at the pins of the blocks of a platform, and must change nothing.
class BlockWatcher {
 public:
  virtual ~BlockWatcher() = default;
  /// A block has been made, be it a model or RTL; its pins are not bound yet. `config` holds its parameters.
  virtual void watch(std::string_view block, Block& made, const ConfigTree& config) = 0;
};

/// How the blocks of a platform are made: which of them are RTL, and who looks at their pins. Either may be
/// null: no block is RTL, nobody looks.
struct BlockMaker {
  BlockMaker(RtlLibrary* rtl = nullptr, BlockWatcher* watcher = nullptr) : rtl(rtl), watcher(watcher) {}
  RtlLibrary* rtl;
  BlockWatcher* watcher;
};

}  // namespace heddle
