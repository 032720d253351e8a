// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hw/memory/controller/dram_request.hpp"

namespace heddle {

/// Requests in order of age, as a whole and for each bank. The links are in the requests.
class DramQueue {
 public:
  explicit DramQueue(unsigned banks) : banks_(banks) {}

  bool empty() const { return count_ == 0; }
  std::size_t count() const { return count_; }
  const DramRequest* oldest() const { return all_.oldest; }
  DramRequest* oldest(unsigned bank) const { return banks_[bank].oldest; }

  /// The youngest request to a line, or null.
  DramRequest* youngest_to(unsigned bank, std::uint64_t line) const {
    DramRequest* r = banks_[bank].youngest;
    while (r != nullptr && r->line != line) r = r->bank_older;
    return r;
  }

  void push(DramRequest& r) {
    append(all_, r, &DramRequest::older, &DramRequest::younger);
    append(banks_[r.place.bank], r, &DramRequest::bank_older, &DramRequest::bank_younger);
    ++count_;
  }
  void erase(DramRequest& r) {
    unlink(all_, r, &DramRequest::older, &DramRequest::younger);
    unlink(banks_[r.place.bank], r, &DramRequest::bank_older, &DramRequest::bank_younger);
    --count_;
  }

 private:
  using Link = DramRequest* DramRequest::*;
  struct List {
    DramRequest *oldest = nullptr, *youngest = nullptr;
  };
  static void append(List& list, DramRequest& r, Link older, Link younger) {
    r.*older = list.youngest;
    r.*younger = nullptr;
    (list.youngest != nullptr ? list.youngest->*younger : list.oldest) = &r;
    list.youngest = &r;
  }
  static void unlink(List& list, DramRequest& r, Link older, Link younger) {
    (r.*older != nullptr ? (r.*older)->*younger : list.oldest) = r.*younger;
    (r.*younger != nullptr ? (r.*younger)->*older : list.youngest) = r.*older;
  }

  std::size_t count_ = 0;
  List all_;
  std::vector<List> banks_;
};

}  // namespace heddle
