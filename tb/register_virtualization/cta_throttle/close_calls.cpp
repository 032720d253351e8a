// SPDX-License-Identifier: Apache-2.0
#include "tb/register_virtualization/cta_throttle/close_calls.hpp"

#include <algorithm>

namespace heddle {
namespace {

constexpr unsigned numbers = 1u << CtaBalance::balance_bits;

}  // namespace

ThrottleInputs CloseCalls::begin() {
  left_ = 6 + random_.below(24);
  cluster_ = random_.below(clusters);
  cta_ = random_.below(throttled_ctas);
  // About a power of two a claim carries into all upper bits.
  const auto draw = [this](unsigned bits) {
    return random_.one_in(2) ? random_.below(1u << bits) : (1u << random_.below(bits)) + random_.below(4) - 1;
  };
  const unsigned most = draw(CtaBalance::balance_bits);
  const unsigned margin =
      random_.one_in(2) ? random_.below(16) : draw(CtaBalance::balance_bits) % (numbers - most % numbers);
  // Room for some guaranteed CTAs, or for one more with the margin.
  const unsigned guaranteed_ctas =
      std::max(1u, std::min(1 + random_.below(throttled_ctas), (numbers - 1) / (most + 1)));
  const unsigned around = guaranteed_ctas * most + (random_.one_in(3) ? 0 : margin);
  ThrottleInputs inputs;
  BalanceLaunch& launch = inputs.launch.payload;
  inputs.launch.valid = true;
  launch.most = static_cast<std::uint16_t>(most);
  launch.margin = static_cast<std::uint16_t>(margin);
  for (unsigned c = 0; c < clusters; ++c) {
    const unsigned close = around + random_.below(7) - 3;
    // The others do not decide, but for those near the largest number.
    launch.capacity[c] = static_cast<std::uint16_t>(
        c == cluster_ || around + 40 >= numbers || random_.one_in(8) ? close
                                                                     : around + 20 + random_.below(20));
  }
  const auto r = static_cast<unsigned>(random_());
  inputs.cta.started = static_cast<CtaSet>(1u << cta_ | (guaranteed_ctas > 1 ? ~(r & r >> 8)
                                                         : random_.one_in(2) ? 0
                                                         : random_.one_in(2) ? 1u << (r & 7)
                                                                             : r));
  return inputs;
}

BalanceChanges CloseCalls::draw_changes() {
  BalanceChanges change{};
  const auto cta = [this] {
    return static_cast<std::uint8_t>(random_.one_in(3) ? cta_ : random_.below(throttled_ctas));
  };
  const auto cluster = [this] {
    return static_cast<std::uint8_t>(random_.one_in(3) ? random_.below(clusters) : cluster_);
  };
  for (std::uint8_t& n : change.claim_ctas) n = cta();
  for (std::uint8_t& n : change.release_ctas) n = cta();
  for (std::uint8_t& n : change.claim_clusters) n = cluster();
  for (std::uint8_t& n : change.release_clusters) n = cluster();
  // As many claims as releases.
  const std::uint64_t r = random_();
  const bool many = random_.one_in(4);
  change.claimed.value = static_cast<std::uint8_t>(many ? r & r >> 8 : r & r >> 8 & r >> 16);
  change.released.value = static_cast<std::uint8_t>((many ? r >> 24 : r >> 24 & r >> 32) & 0xf);
  return change;
}

ThrottleInputs CloseCalls::next() {
  if (left_ == 0) return begin();
  --left_;
  ThrottleInputs inputs;
  inputs.change = draw_changes();
  if (random_.one_in(16))
    inputs.cta.ended = static_cast<CtaSet>(1u << (random_.one_in(2) ? cta_ : random_.below(throttled_ctas)));
  if (random_.one_in(16)) inputs.cta.started = static_cast<CtaSet>(1u << random_.below(throttled_ctas));
  return inputs;
}

}  // namespace heddle
