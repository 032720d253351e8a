// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <systemc>

namespace heddle {

/// What carries the values of a channel: a Wire, which wakes its readers in a clock domain, or a plain
/// sc_signal for native SystemC clocks.
enum class Carrier { wire, signal };

/// A wire or signal without its type, so that one harness serves blocks of any pins. Made by
/// Channel::make_net.
class Net {
 public:
  virtual ~Net() = default;
  /// What the port of a channel with the same value type can be bound to.
  virtual sc_core::sc_interface& interface() = 0;
  /// The present value; the address never changes.
  virtual const std::byte* value() const = 0;
  /// What `commit` will write; holds what was written last.
  virtual std::byte* staged() = 0;
  virtual void commit() = 0;
};

}  // namespace heddle
