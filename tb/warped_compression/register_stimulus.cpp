#include "tb/warped_compression/register_stimulus.hpp"

#include <bit>

namespace heddle {
namespace {

template <class Chunk>
using Chunks = std::array<Chunk, sizeof(WarpRegister) / sizeof(Chunk)>;

template <class Chunk>
void put_boundaries(Random& random, WarpRegister& lanes) {
  auto chunks = std::bit_cast<Chunks<Chunk>>(lanes);
  for (std::uint32_t left = 1 + random.below(3); left > 0; --left) {
    Chunk& chunk = chunks[1 + random.below(chunks.size() - 1)];
    if constexpr (sizeof(Chunk) == 8)
      chunk = chunks[0] + static_cast<Chunk>(pair_boundary_deltas[random.below(pair_boundary_deltas.size())]);
    else
      chunk = chunks[0] + static_cast<Chunk>(boundary_deltas[random.below(boundary_deltas.size())]);
  }
  lanes = std::bit_cast<WarpRegister>(chunks);
}

/// The difference of one chunk has a single bit, or lacks a single one: each bit must be looked at.
template <class Chunk>
void put_power(Random& random, WarpRegister& lanes) {
  auto chunks = std::bit_cast<Chunks<Chunk>>(lanes);
  const Chunk power = Chunk{1} << random.below(8 * sizeof(Chunk));
  chunks[1 + random.below(chunks.size() - 1)] =
      chunks[0] + (random.one_in(2) ? power : static_cast<Chunk>(~power));
  lanes = std::bit_cast<WarpRegister>(chunks);
}

}  // namespace

void RegisterStimulus::draw(Random& random, WarpRegister& lanes) {
  if (pairs_ && random.one_in(2))
    draw_chunks<std::uint64_t>(random, lanes);
  else
    draw_chunks<std::uint32_t>(random, lanes);
}

template <class Chunk>
void RegisterStimulus::draw_chunks(Random& random, WarpRegister& lanes) {
  constexpr unsigned bits = 8 * sizeof(Chunk);
  constexpr unsigned sizes = sizeof(Chunk) == 8 ? 3 : 2;  // of deltas: 1 and 2 bytes, and 4 of pairs
  const std::uint32_t kind = random.below(16);
  // A base from which differences of the interesting sizes wrap, or any.
  const Chunk base = random.one_in(4) ? Chunk{random.below(0x10000)} - 0x8000u : static_cast<Chunk>(random());
  if (kind < 4) {
    Chunks<Chunk> chunks;
    chunks.fill(base);
    lanes = std::bit_cast<WarpRegister>(chunks);
    if (kind == 3) draw_deltas(lanes, base, (8u << random.below(sizes)) - 1);
    if (kind >= 2) put_power<Chunk>(random, lanes);
  } else if (kind < 9) {
    draw_deltas(lanes, base, 8u << random.below(sizes));
  } else if (kind < 11) {
    draw_deltas(lanes, base, 1 + random.below(bits - 1));
  } else if (kind < 12) {
    draw_deltas(lanes, base, bits);
  } else {
    // Everything inside one range but some chunks, which stand at its edge.
    draw_deltas(lanes, base, (8u << random.below(sizes)) - 1);
    put_boundaries<Chunk>(random, lanes);
  }
}

template <class Chunk>
void RegisterStimulus::draw_deltas(WarpRegister& lanes, Chunk base, unsigned bits) {
  const Chunk mask = static_cast<Chunk>(~Chunk{0}) >> (8 * sizeof(Chunk) - bits);
  const Chunk lowest = base - (mask / 2 + 1);
  words_.fill(lanes);
  auto chunks = std::bit_cast<Chunks<Chunk>>(lanes);
  for (Chunk& chunk : chunks) chunk = lowest + (chunk & mask);
  chunks[0] = base;
  lanes = std::bit_cast<WarpRegister>(chunks);
}

}  // namespace heddle
