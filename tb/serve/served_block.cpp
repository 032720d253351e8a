// SPDX-License-Identifier: Apache-2.0
#include "tb/serve/served_block.hpp"

#include <fmt/format.h>

#include <cstring>

#include "tb/cosim/rtl/parameter_sets.hpp"

namespace heddle {
namespace {

constexpr std::uint64_t period_fs = 1'000'000;

/// Bits above those of a port mean nothing in svBitVecVal, and are zero in a pin.
void take(std::byte* pin, const std::byte* value, unsigned bits) {
  std::memset(pin, 0, rtl_bytes(bits));
  std::memcpy(pin, value, (bits + 7) / 8);
  if (bits % 8 != 0) pin[bits / 8] &= static_cast<std::byte>((1u << bits % 8) - 1);
}

void show(const ServedPort& p, const std::byte* pin, std::span<std::byte> values) {
  std::memset(&values[p.at], 0, (p.bits + 31) / 32 * 4);
  std::memcpy(&values[p.at], pin, (p.bits + 7) / 8);
}

}  // namespace

/// Clock, reset and nets are plain signals, which may be written between two calls of sc_start.
struct ServedBlock::Wiring {
  const sc_core::sc_time period = sc_core::sc_time::from_value(period_fs);
  // Edges lie in the middle of what `edge` simulates.
  sc_core::sc_clock clock{"clock", period, 0.5, period / 2};
  sc_core::sc_signal<bool> rst_n{"rst_n"};
  std::vector<std::unique_ptr<Net>> nets{};  ///< by channel
};

ServedBlock::ServedBlock(const std::string& block, const std::string& set,
                         const std::vector<std::string>& overrides, std::uint64_t seed)
    : parts_(Registry<CosimEntry>::instance().find(block).make("model", parameter_set(block, set, overrides),
                                                               seed)),
      wiring_(std::make_unique<Wiring>()) {
  Pins& pins = parts_.model->pins();
  pins.clk(wiring_->clock);
  pins.rst_n(wiring_->rst_n);
  for (Channel* c : pins.channels) {
    wiring_->nets.push_back(c->make_net(c->name().c_str(), Carrier::signal));
    c->bind(*wiring_->nets.back());
    const std::string valid = c->has_valid() ? c->port_name(c->fields().back()) : "";
    for (const Field& f : c->fields()) {
      const std::string name = c->port_name(f);
      ports_.push_back({name, f.bits, c->input(), bytes_, name == valid ? "" : valid});
      bytes_ += (f.bits + 31) / 32 * 4;
    }
  }
}

ServedBlock::~ServedBlock() = default;

bool ServedBlock::drive(std::span<std::byte> values) {
  const std::vector<Channel*>& channels = parts_.model->pins().channels;
  std::vector<std::byte*> in;
  std::vector<const std::byte*> out;
  for (std::size_t c = 0; c < channels.size(); ++c)
    if (channels[c]->input())
      in.push_back(wiring_->nets[c]->staged());
    else
      out.push_back(wiring_->nets[c]->value());
  const bool request = parts_.bench->stimulate(in, out);
  std::size_t port = 0;
  for (std::size_t c = 0; c < channels.size(); ++c)
    for (const Field& f : channels[c]->fields())
      if (const ServedPort& p = ports_[port++]; p.input)
        show(p, wiring_->nets[c]->staged() + f.offset, values);
  return request;
}

void ServedBlock::edge(bool rst_n, std::span<std::byte> values) {
  const std::vector<Channel*>& channels = parts_.model->pins().channels;
  std::size_t port = 0;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    if (!channels[c]->input()) {
      port += channels[c]->fields().size();
      continue;
    }
    Net& net = *wiring_->nets[c];
    for (const Field& f : channels[c]->fields())
      take(net.staged() + f.offset, &values[ports_[port++].at], f.bits);
    net.commit();
  }
  wiring_->rst_n.write(rst_n);
  sc_core::sc_start(wiring_->period);
  port = 0;
  for (std::size_t c = 0; c < channels.size(); ++c)
    for (const Field& f : channels[c]->fields()) {
      const ServedPort& p = ports_[port++];
      if (!p.input) show(p, wiring_->nets[c]->value() + f.offset, values);
    }
}

}  // namespace heddle
