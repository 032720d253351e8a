#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle {

/// Writes that go into the tables of a unit one a cycle.
template <class Write>
class TableLoad {
 public:
  void begin(std::vector<Write> writes) {
    writes_ = std::move(writes);
    next_ = 0;
    loaded_ = false;
  }
  /// The write of this cycle; null: there is none, or no more.
  const Write* take() { return next_ < writes_.size() ? &writes_[next_++] : nullptr; }
  /// Writes are still to come.
  bool waits() const { return next_ < writes_.size(); }
  /// All were taken, and the unit has had its time; called once a load.
  void finish() {
    loaded_ = true;
    writes_.clear();
    next_ = 0;
  }
  bool under_way() const { return !writes_.empty(); }
  bool loaded() const { return loaded_; }

 private:
  std::vector<Write> writes_;
  std::size_t next_ = 0;
  bool loaded_ = false;
};

}  // namespace heddle
