// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "models/register_file/bank_arbitration.hpp"
#include "models/warped_compression/bdi.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

constexpr unsigned clusters = 4;
constexpr unsigned banks_per_cluster = register_banks / clusters;

/// Returns the banks of a register in a random encoding: the lowest banks of its cluster.
std::uint32_t random_banks(Random& random) {
  const auto encoding = static_cast<BdiEncoding>(random.below(4));
  return ((1u << banks(encoding)) - 1) << banks_per_cluster * random.below(clusters);
}

/// Requesters that hold a request for some cycles and then make a new one, as collectors do.
template <unsigned Requesters>
struct Requests {
  std::uint32_t pending = 0;
  std::array<std::uint32_t, Requesters> wanted{};

  void next(Random& random) {
    for (unsigned r = 0; r < Requesters; ++r) {
      if (!random.one_in(4)) continue;
      pending ^= 1u << r;
      if (pending >> r & 1) wanted[r] = random_banks(random);
    }
  }
};

PinSequence arbitrate(const RtlParameters&, unsigned operations, Random& random) {
  PinSequence sequence({{"req_read_pending_i", read_requesters},
                        {"req_read_banks_i", read_requesters * register_banks},
                        {"req_write_pending_i", write_requesters},
                        {"req_write_banks_i", write_requesters * register_banks}});
  Requests<read_requesters> reads;
  Requests<write_requesters> writes;
  for (unsigned n = 0; n < operations; ++n) {
    reads.next(random);
    writes.next(random);
    sequence.append(0, reads.pending);
    sequence.append(1, reads.wanted);
    sequence.append(2, writes.pending);
    sequence.append(3, writes.wanted);
  }
  return sequence;
}

const Registration<Stimulus> bank_arbiter_stimulus{
    {.name = "bank_arbiter",
     .random_description =
         "half of the requesters waiting, each for 1, 3, 5 or 8 banks of one cluster, for 4 cycles",
     .random = arbitrate}};

}  // namespace
}  // namespace heddle::estimate
