// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "hw/line_compression/line_compressor.hpp"

namespace heddle {

/// Another executor, whose stored lines are seen.
class WatchedExecutor final : public LineExecutor {
 public:
  WatchedExecutor(std::unique_ptr<LineExecutor> executor, LineCompressor::StoredObserver observer)
      : executor_(std::move(executor)), observer_(std::move(observer)) {}

  bool start(LineJob& job) override { return executor_->start(job); }
  /// The owner asks no more once a job is done.
  bool done(LineJob& job) override {
    if (!executor_->done(job)) return false;
    observer_(job.stored, job.encodes);
    return true;
  }
  Cycle done_at(const LineJob& job) const override { return executor_->done_at(job); }
  Cycle start_at(bool encodes) const override { return executor_->start_at(encodes); }

 private:
  const std::unique_ptr<LineExecutor> executor_;
  const LineCompressor::StoredObserver observer_;
};

}  // namespace heddle
