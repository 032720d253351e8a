// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <systemc>
#include <type_traits>
#include <vector>

#include "hw/sim/beat.hpp"
#include "hw/sim/bits.hpp"
#include "hw/sim/net.hpp"
#include "hw/sim/wire.hpp"
#include "models/base/reflect.hpp"

namespace heddle {

/// One member of a payload, as an RTL port.
struct Field {
  std::string name;    ///< port name without direction: CHANNEL_MEMBER
  unsigned bits;       ///< width of the port
  unsigned element;    ///< width of one element of a vector
  std::size_t offset;  ///< of the member in the channel's value, in bytes
};

/// A channel of a block, without its type: what the RTL binding, the comparator and the trace need.
class Channel {
 public:
  Channel(std::string name, bool input) : name_(std::move(name)), input_(input) {}
  virtual ~Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  const std::string& name() const { return name_; }
  bool input() const { return input_; }                         ///< seen from the block
  const std::vector<Field>& fields() const { return fields_; }  ///< the valid bit of a beat comes last
  bool has_valid() const { return has_valid_; }
  std::string port_name(const Field& f) const { return f.name + (input_ ? "_i" : "_o"); }

  /// What the pins show now.
  const std::byte* value() const { return shown_ != nullptr ? shown_ : read(); }
  bool valid() const {
    return !has_valid_ || static_cast<bool>(value()[valid_offset_]);
  }  ///< true for a level
  std::byte* staged() {
    return staged_ != nullptr ? staged_ : stage();
  }  ///< of an output: what `commit` drives
  virtual void commit() = 0;
  std::size_t bytes() const { return bytes_; }  ///< of the value
  virtual std::unique_ptr<Net> make_net(const char* name, Carrier) const = 0;
  /// Binds the port to a net that a channel with the same value type has made.
  virtual void bind(Net& net) = 0;
  /// `reader` is woken when the value changes; false when no wire carries it. To be called after elaboration.
  virtual bool add_reader(Clocked& reader) = 0;

 protected:
  virtual const std::byte* read() const = 0;
  virtual std::byte* stage() = 0;

  std::vector<Field> fields_;
  bool has_valid_ = false;
  std::size_t bytes_ = 0, valid_offset_ = 0;
  // Where a wire keeps its values; null until it is known, and with other signals.
  mutable const std::byte* shown_ = nullptr;
  std::byte* staged_ = nullptr;

 private:
  std::string name_;
  bool input_;
};

/// A net of the value type V.
template <class V>
class NetOf final : public Net {
 public:
  NetOf(const char* name, Carrier carrier)
      : wire_(carrier == Carrier::wire ? new Wire<V>(name) : nullptr),
        signal_(wire_ != nullptr ? wire_ : new Signal(name)) {}
  sc_core::sc_interface& interface() override { return *signal_; }
  const std::byte* value() const override { return reinterpret_cast<const std::byte*>(&signal_->read()); }
  std::byte* staged() override {
    return reinterpret_cast<std::byte*>(wire_ != nullptr ? &wire_->staged() : &staged_);
  }
  void commit() override {
    if (wire_ != nullptr)
      wire_->commit();
    else
      signal_->write(staged_);
  }

 private:
  using Signal = sc_core::sc_signal<V, sc_core::SC_UNCHECKED_WRITERS>;
  Wire<V>* const wire_;  ///< null: it is a plain signal
  const std::unique_ptr<Signal> signal_;
  V staged_{};
};

/// The channel of a value type V = Beat<P> or Level<P>: a SystemC port, and fields derived from P by
/// reflection.
template <class V, bool Input>
class ChannelOf : public Channel {
  using Payload = decltype(V::payload);
  static_assert(std::is_trivially_copyable_v<V>);

 public:
  using Value = V;
  using Port = std::conditional_t<Input, sc_core::sc_in<V>, sc_core::sc_out<V>>;

  ChannelOf(std::vector<Channel*>& list, const char* name) : Channel(name, Input), port(name) {
    list.push_back(this);
    bytes_ = sizeof(V);
    static const V sample{};
    auto offset = [&](const auto& member) {
      return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&member) -
                                      reinterpret_cast<const std::byte*>(&sample));
    };
    for_each_member(sample.payload, [&](std::string_view member, const auto& m) {
      using M = std::remove_cvref_t<decltype(m)>;
      static_assert(sizeof(M) == rtl_bytes(pin_bits<M>),
                    "a payload member must be stored as Verilator stores it");
      fields_.push_back(
          {Channel::name() + "_" + std::string(member), pin_bits<M>, element_bits<M>, offset(m)});
    });
    if constexpr (requires { sample.valid; }) {
      has_valid_ = true;
      valid_offset_ = offset(sample.valid);
      fields_.push_back({Channel::name() + "_valid", 1, 1, valid_offset_});
    }
  }

  Port port;
  const Payload& payload() const { return get().payload; }
  const V& get() const { return *reinterpret_cast<const V*>(value()); }
  void put(const V& v) requires(!Input) {
    if (wire() != nullptr)
      wire_->Wire<V>::write(v);  // not through the table: it is inlined
    else
      port->write(v);
  }
  /// What `commit` drives, to be changed in place where a copy would cost.
  V& next() requires(!Input) { return *reinterpret_cast<V*>(staged()); }
  void commit() override {
    if constexpr (!Input) {
      if (wire() != nullptr)
        wire_->commit();
      else
        port->write(own_);
    }
  }
  std::unique_ptr<Net> make_net(const char* name, Carrier carrier) const override {
    return std::make_unique<NetOf<V>>(name, carrier);
  }
  void bind(Net& net) override {
    port(
        dynamic_cast<std::conditional_t<Input, sc_core::sc_signal_in_if<V>, sc_core::sc_signal_inout_if<V>>&>(
            net.interface()));
  }
  bool add_reader(Clocked& reader) override {
    if (wire() != nullptr) wire_->add_reader(reader);
    return wire_ != nullptr;
  }

 private:
  const std::byte* read() const override {
    const auto* now = reinterpret_cast<const std::byte*>(&port->read());
    if (wire() != nullptr) shown_ = now;
    return now;
  }
  std::byte* stage() override {
    if constexpr (Input) {
      return nullptr;
    } else {
      return staged_ = reinterpret_cast<std::byte*>(wire() != nullptr ? &wire_->staged() : &own_);
    }
  }
  /// The wire that the port is bound to; null for any other signal.
  Wire<V>* wire() const {
    if (!looked_) wire_ = dynamic_cast<Wire<V>*>(const_cast<sc_core::sc_interface*>(port.get_interface()));
    looked_ = true;
    return wire_;
  }

  struct Nothing {};
  [[no_unique_address]] std::conditional_t<Input, Nothing, V> own_{};
  mutable Wire<V>* wire_ = nullptr;
  mutable bool looked_ = false;
};

template <class P>
using BeatIn = ChannelOf<Beat<P>, true>;
template <class P>
using BeatOut = ChannelOf<Beat<P>, false>;
template <class P>
using LevelIn = ChannelOf<Level<P>, true>;
template <class P>
using LevelOut = ChannelOf<Level<P>, false>;

}  // namespace heddle
