// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "models/ptx/opcodes/opcode.hpp"
#include "models/ptx/program/operand_source.hpp"

/// From a function on one lane's values to the execution of a warp instruction: `lanewise<f>` calls f for all
/// 32 lanes in a loop that the compiler vectorises, then merges the active lanes into the destination.
namespace heddle::ptx {

inline constexpr std::array<LaneMask, warp_size> lane_bit = [] {
  std::array<LaneMask, warp_size> bits{};
  for (unsigned i = 0; i < warp_size; ++i) bits[i] = LaneMask{1} << i;
  return bits;
}();

/// All ones for a lane of the mask, else zero: without a branch, so that loops over lanes become vectors.
constexpr std::uint32_t lane_select(LaneMask mask, unsigned lane) {
  return (mask & lane_bit[lane]) == lane_bit[lane] ? ~0u : 0u;
}

[[gnu::always_inline]] inline void merge(const Words32& from, LaneMask active, WarpRegister& to) {
  if (active == all_lanes) {
    to.lane = from;
    return;
  }
  for (unsigned i = 0; i < warp_size; ++i) {
    const std::uint32_t take = lane_select(active, i);
    to.lane[i] = (from[i] & take) | (to.lane[i] & ~take);
  }
}

/// The results of 32 lanes on their way to the destination registers.
template <class T>
struct Results {
  alignas(64) Words32 low;
  alignas(64) Words32 high;  ///< untouched by types of up to 32 bits

  [[gnu::always_inline]] void put(unsigned lane, T value) {
    const std::uint64_t bits = encode(value);
    low[lane] = static_cast<std::uint32_t>(bits);
    if constexpr (sizeof(T) == 8) high[lane] = static_cast<std::uint32_t>(bits >> 32);
  }
  /// A narrow result in a 64-bit register is extended like everywhere else.
  [[gnu::always_inline]] void store(const Instruction& i, LaneMask active, Operands& operands) {
    merge(low, active, operands.destination[0]);
    if (i.destination_count != 2) return;
    if constexpr (sizeof(T) < 8)
      for (unsigned lane = 0; lane < warp_size; ++lane)
        high[lane] = std::is_signed_v<T> && std::is_integral_v<T> ? 0u - (low[lane] >> 31) : 0u;
    merge(high, active, operands.destination[1]);
  }
};

template <class T>
constexpr T flushed(T value) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fabs(value) < std::numeric_limits<T>::min() ? std::copysign(T{0}, value) : value;
  else
    return value;
}

/// A NaN as an operation delivers it: not signalling. Of single precision there is only one (encode).
template <class T>
constexpr T quiet(T nan) {
  if constexpr (sizeof(T) == 8)
    return std::bit_cast<T>(std::bit_cast<std::uint64_t>(nan) | std::uint64_t{1} << 51);
  else
    return nan;
}

/// .sat of a float: NaN and everything below zero become +0.
template <class T>
constexpr T saturated(T value) {
  if constexpr (std::is_floating_point_v<T>)
    return value > T{0} ? (value < T{1} ? value : T{1}) : T{0};
  else
    return value;
}

/// Sets the rounding mode of the processor while it lives.
class RoundingScope {
 public:
  explicit RoundingScope(Rounding rounding) : before_(std::fegetround()) {
    constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    std::fesetround(modes[static_cast<unsigned>(rounding)]);
  }
  ~RoundingScope() { std::fesetround(before_); }
  RoundingScope(const RoundingScope&) = delete;

 private:
  int before_;
};

/// Makes subnormal results of single precision zero while it lives, as .ftz does. What rounds up to the least
/// normal number is zero, too, where 24 bits, with any exponent, would have left it below: so an H200 does it
/// (tests/hardware), and so do processors with SSE. Without SSE only what is subnormal becomes zero.
class FlushScope {
 public:
#ifdef __SSE__
  explicit FlushScope(bool flush) : flush_(flush) {
    if (flush_) _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  }
  ~FlushScope() {
    if (flush_) _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_OFF);
  }
#else
  explicit FlushScope(bool) {}
#endif
  FlushScope(const FlushScope&) = delete;

 private:
  bool flush_ = false;
};

template <auto F>
struct Lanewise;

template <class R, class... A, R (*F)(A...)>
struct Lanewise<F> {
  [[gnu::always_inline]] static inline void loop(const Instruction& i, LaneMask active, Operands& o,
                                                 const Source<A>&... s) {
    Results<R> results;
    for (unsigned lane = 0; lane < warp_size; ++lane) results.put(lane, F(s[lane]...));
    results.store(i, active, o);
  }
  /// The same for opcodes with .ftz, .sat or a rounding mode.
  static void modified_loop(const Instruction& i, LaneMask active, Operands& o, const Source<A>&... s) {
    const Modifiers m = i.modifiers;
    Results<R> results;
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      R value = m.flush ? flushed(F(flushed(s[lane])...)) : F(s[lane]...);
      results.put(lane, m.saturate ? saturated(value) : value);
    }
    results.store(i, active, o);
  }
  template <std::size_t... K>
  static void run(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
    loop(i, active, o, Source<A>(i.operand[K], c, o)...);
  }
  template <std::size_t... K>
  [[gnu::target("avx2,fma")]] static void run_wide(const Instruction& i, const WarpContext& c,
                                                   LaneMask active, Operands& o) {
    loop(i, active, o, Source<A>(i.operand[K], c, o)...);
  }
  template <std::size_t... K>
  static void run_modified(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
    const RoundingScope rounding(i.modifiers.rounding);
    const FlushScope flush(i.modifiers.flush);
    modified_loop(i, active, o, Source<A>(i.operand[K], c, o)...);
  }
  template <std::size_t... K>
  static constexpr Execute plain(std::index_sequence<K...>) {
    return &run<K...>;
  }
  template <std::size_t... K>
  static constexpr Execute wide(std::index_sequence<K...>) {
    return &run_wide<K...>;
  }
  template <std::size_t... K>
  static constexpr Execute modified(std::index_sequence<K...>) {
    return &run_modified<K...>;
  }
  using Indices = std::index_sequence_for<A...>;
};

/// Like Lanewise, for a function whose first parameter is what the opcode's suffixes say.
template <auto F>
struct Informed;

template <class R, class... A, R (*F)(const Modifiers&, A...)>
struct Informed<F> {
  static void loop(const Instruction& i, LaneMask active, Operands& o, const Source<A>&... s) {
    Results<R> results;
    for (unsigned lane = 0; lane < warp_size; ++lane) results.put(lane, F(i.modifiers, s[lane]...));
    results.store(i, active, o);
  }
  template <std::size_t... K>
  static void run(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
    loop(i, active, o, Source<A>(i.operand[K], c, o)...);
  }
  template <std::size_t... K>
  static constexpr Execute execute(std::index_sequence<K...>) {
    return &run<K...>;
  }
  using Indices = std::index_sequence_for<A...>;
};

/// Executes f(modifiers, operands...) on every lane.
template <auto F>
constexpr Execute lanewise_informed() {
  return Informed<F>::execute(typename Informed<F>::Indices{});
}

/// The processor has 256-bit vectors and fused multiply-add (x86-64-v3). Each execute function exists with
/// and without them and gives the same results; without them, a fused multiply-add is a library call.
inline bool wide_vectors() {
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
}

/// Executes f on every lane; f's parameters are the operands in order.
template <auto F>
Execute lanewise() {
  using Indices = typename Lanewise<F>::Indices;
  return wide_vectors() ? Lanewise<F>::wide(Indices{}) : Lanewise<F>::plain(Indices{});
}

/// The same for an opcode that may carry .ftz, .sat or a rounding mode.
template <auto F>
Execute lanewise_modified(const Instruction& i) {
  return i.modifiers.any() ? Lanewise<F>::modified(typename Lanewise<F>::Indices{}) : lanewise<F>();
}

}  // namespace heddle::ptx
