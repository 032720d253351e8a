// SPDX-License-Identifier: Apache-2.0
#include "tb/lower/value.hpp"

#include <fmt/format.h>

namespace heddle::lower {

std::string part_text(const std::string& name, unsigned all, unsigned lsb, unsigned width) {
  if (lsb == 0 && width == all) return name;
  return width == 1 ? fmt::format("{}[{}]", name, lsb) : fmt::format("{}[{}:{}]", name, lsb + width - 1, lsb);
}

Value Value::constant(Bits bits) {
  Value v;
  v.width_ = bits.width();
  v.text_ = bits.text();
  v.bits_ = std::move(bits);
  return v;
}

Value Value::of(const Net& net) { return named(net.width, net.text()); }

Value Value::named(unsigned width, std::string text) {
  Value v;
  v.width_ = v.base_width_ = width;
  v.text_ = v.base_ = std::move(text);
  return v;
}

Value Value::expression(unsigned width, std::string text) {
  Value v;
  v.width_ = width;
  v.text_ = std::move(text);
  return v;
}

Value Value::part(unsigned lsb, unsigned width) const {
  if (bits_) return constant(bits_->slice(lsb, width));
  if (lsb >= width_) return constant(Bits(std::string(width, 'x')));
  if (lsb + width > width_) {
    const Value inside = part(lsb, width_ - lsb);
    const unsigned missing = lsb + width - width_;
    return expression(width,
                      fmt::format("{{{}'b{}, {}}}", missing, std::string(missing, 'x'), inside.text()));
  }
  Value v = *this;
  v.lsb_ += lsb;
  v.width_ = width;
  v.text_ = part_text(base_, base_width_, v.lsb_, width);
  return v;
}

}  // namespace heddle::lower
