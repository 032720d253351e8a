// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace heddle {

/// The asynchronous copies of a warp, in groups that are complete in the order in which they were committed
/// (PTX ISA, "cp.async.commit_group"). The lanes of a warp share them, so that one may wait for copies of
/// others, too, but never for fewer than its own.
class CopyGroups {
 public:
  /// A copy is issued. Returns the number of its group, for `complete`.
  std::uint32_t add() {
    ++open_;
    return next();
  }
  /// The copies issued since the last commit become a group.
  void commit() {
    committed_.push_back(std::exchange(open_, 0));
    drop_complete();
  }
  /// A copy of this group is complete.
  void complete(std::uint32_t group) {
    --(group == next() ? open_ : committed_[group - first_]);
    drop_complete();
  }
  /// Must the warp wait until no more than so many groups are incomplete?
  bool exceed(std::uint64_t groups) const { return committed_.size() > groups; }
  /// Must it wait for this group then?
  bool awaits(std::uint32_t group, std::uint64_t groups) const {
    return exceed(groups) && group - first_ < committed_.size() - groups;
  }
  bool empty() const { return committed_.empty() && open_ == 0; }

 private:
  std::uint32_t next() const { return first_ + static_cast<std::uint32_t>(committed_.size()); }
  void drop_complete() {
    std::size_t complete = 0;
    while (complete < committed_.size() && committed_[complete] == 0) ++complete;
    committed_.erase(committed_.begin(), committed_.begin() + static_cast<std::ptrdiff_t>(complete));
    first_ += static_cast<std::uint32_t>(complete);
  }

  std::vector<unsigned> committed_;  ///< copies under way of each group, the oldest first, which has some
  std::uint32_t first_ = 0;          ///< the number of that one
  unsigned open_ = 0;                ///< copies under way of the group that is not committed
};

}  // namespace heddle
