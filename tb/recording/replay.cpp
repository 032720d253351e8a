// SPDX-License-Identifier: Apache-2.0
// Does what was recorded once more, and compares.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "models/base/error.hpp"
#include "tb/recording/recording.hpp"

namespace heddle {
namespace {

using Bytes = std::vector<std::byte>;
using Kind = RecordedStep::Kind;

constexpr std::uint64_t word = 4;                            // bytes
constexpr std::uint64_t most_span = std::uint64_t{1} << 30;  // of the buffers' addresses

/// A range of the GPU's addresses, and what it must hold here. Buffers share one range, in which they lie as
/// they did on the GPU: a pointer behind a buffer's end may be one to the next buffer.
struct Range {
  std::string name{};
  std::uint64_t there = 0;  ///< its address on the GPU
  DevicePointer here = 0;
  Bytes content{};
  std::vector<std::uint32_t> functions{};  ///< offsets of addresses of functions, which are the device's own
  std::uint64_t changed_begin = 0, changed_end = 0;  ///< what a launch has changed on the GPU

  bool holds(std::uint64_t address, std::uint64_t bytes) const {
    return address >= there && bytes <= content.size() && address - there <= content.size() - bytes;
  }
};

class Replay {
 public:
  Replay(Context& context, const Module& module, const Recording& recording)
      : context_(context), module_(module), recording_(recording) {}

  WorkloadResult run() {
    place_buffers();
    for (const RecordedStep& step : recording_.steps)
      if (step.kind == Kind::variable) place_variable(step);
    for (std::size_t i = 0; i < recording_.steps.size(); ++i) {
      const RecordedStep& step = recording_.steps[i];
      if (step.kind == Kind::write) write(i);
      if (step.kind == Kind::launch) launch(i);
    }
    if (launches_ == 0)
      throw Error({.place = recording_.file,
                   .what = "the recording has no launch",
                   .value = fmt::format("{} steps", recording_.steps.size()),
                   .legal = "one launch or more"});
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(std::size_t i, const std::string& what, const std::string& value,
                         const std::string& legal) const {
    throw Error({.place = fmt::format("{}: step {}", recording_.file, i),
                 .what = what,
                 .value = value,
                 .legal = legal});
  }

  void place_buffers() {
    std::uint64_t begin = UINT64_MAX, end = 0;
    for (const RecordedStep& step : recording_.steps)
      if (step.kind == Kind::allocate) {
        begin = std::min(begin, step.address);
        end = std::max(end, step.address + step.bytes);
      }
    if (end == 0) return;
    if (end - begin > most_span)
      throw Error({.place = recording_.file,
                   .what = "the recorded buffers lie too far apart",
                   .value = fmt::format("{} bytes", end - begin),
                   .legal = fmt::format("up to {}", most_span)});
    const std::uint64_t bytes = (end - begin + 7) / 8 * 8;
    ranges_.push_back({"buffer", begin, context_.allocate(bytes), Bytes(bytes), {}});
  }

  void place_variable(const RecordedStep& step) {
    const Module::Variable here = module_.variable(step.name);
    if (here.bytes != step.bytes)
      throw Error({.place = recording_.ptx(),
                   .what = fmt::format("variable {} is not the recorded one", step.name),
                   .value = fmt::format("{} bytes", here.bytes),
                   .legal = fmt::format("{} bytes", step.bytes)});
    ranges_.push_back({step.name, step.address, here.address,
                       context_.download<std::byte>(here.address, here.bytes), here.functions});
  }

  Range& range_of(std::size_t i) {
    const RecordedStep& step = recording_.steps[i];
    for (Range& range : ranges_)
      if (range.holds(step.address, step.bytes)) return range;
    fail(i, "the step's bytes lie in no buffer and no variable", fmt::format("{:#x}", step.address),
         "an address of the recording's");
  }

  /// Turns the words that were addresses on the GPU into addresses of the device.
  void relocate(std::span<std::byte> bytes) const {
    for (std::size_t i = 0; i + sizeof(std::uint64_t) <= bytes.size(); i += sizeof(std::uint64_t)) {
      std::uint64_t value = 0;
      std::memcpy(&value, &bytes[i], sizeof value);
      for (const Range& range : ranges_)
        if (value >= range.there && value - range.there <= range.content.size()) {
          value = value - range.there + range.here;
          std::memcpy(&bytes[i], &value, sizeof value);
          break;
        }
    }
  }

  /// Puts the step's content into what its range must hold.
  Range& take(std::size_t i) {
    const RecordedStep& step = recording_.steps[i];
    Range& range = range_of(i);
    const std::uint64_t at = step.address - range.there;
    Bytes content = step.content;
    relocate(content);
    for (const std::uint32_t offset : range.functions)
      if (offset >= at && offset + word <= at + content.size())
        std::copy_n(range.content.begin() + offset, std::min<std::size_t>(8, at + content.size() - offset),
                    content.begin() + static_cast<std::ptrdiff_t>(offset - at));
    std::copy(content.begin(), content.end(), range.content.begin() + static_cast<std::ptrdiff_t>(at));
    return range;
  }

  void write(std::size_t i) {
    Range& range = take(i);
    const RecordedStep& step = recording_.steps[i];
    const std::uint64_t at = step.address - range.there;
    context_.copy_to_device(range.here + at, std::span(range.content).subspan(at, step.bytes));
  }

  void launch(std::size_t i) {
    const RecordedStep& step = recording_.steps[i];
    const LaunchShape shape{.grid = step.grid, .cta = step.cta, .shared_bytes = step.shared_bytes};
    const Function function = module_.function(step.name);
    const ptx::Kernel& kernel = function.kernel(shape);
    if (kernel.parameters.size() != step.parameters.size())
      fail(i, fmt::format("wrong number of parameters for kernel {}", step.name),
           fmt::format("{}", step.parameters.size()), fmt::format("{}", kernel.parameters.size()));
    Bytes block(kernel.parameter_bytes);
    for (std::size_t p = 0; p < step.parameters.size(); ++p) {
      Bytes bytes = step.parameters[p];
      if (bytes.size() != kernel.parameters[p].size)
        fail(i, fmt::format("parameter {} of kernel {} has another size", p, step.name),
             fmt::format("{} bytes", bytes.size()), fmt::format("{} bytes", kernel.parameters[p].size));
      relocate(bytes);
      std::copy(bytes.begin(), bytes.end(), block.begin() + kernel.parameters[p].offset);
    }
    function.launch_block(shape, block);
    for (std::size_t next = i + 1;
         next < recording_.steps.size() && recording_.steps[next].kind == Kind::expect; ++next) {
      Range& range = take(next);
      const RecordedStep& expected = recording_.steps[next];
      const std::uint64_t at = expected.address - range.there;
      if (range.changed_begin == range.changed_end) range.changed_begin = at;
      range.changed_begin = std::min(range.changed_begin, at);
      range.changed_end = std::max(range.changed_end, at + expected.bytes);
    }
    ++launches_;
    for (Range& range : ranges_) compare(range, step.name);
  }

  /// Takes words that lie within the tolerance for equal.
  void tolerate(Bytes& got, const Bytes& expected) const {
    for (std::size_t at = 0; recording_.tolerance > 0 && at + word <= got.size(); at += word) {
      float have = 0, want = 0;
      std::memcpy(&have, &got[at], word);
      std::memcpy(&want, &expected[at], word);
      if (std::isnormal(have) && std::isnormal(want) &&
          std::fabs(have - want) <= recording_.tolerance * std::max(1.0f, std::fabs(want)))
        std::memcpy(&got[at], &want, word);
    }
  }

  /// Compares from the first to the last word that the GPU has changed or that is another one here.
  void compare(Range& range, const std::string& kernel) {
    Bytes got = context_.download<std::byte>(range.here, range.content.size());
    if (got != range.content) context_.copy_to_device(range.here, range.content);
    tolerate(got, range.content);
    const std::uint64_t size = range.content.size(), words = (size + word - 1) / word;
    const auto bytes_of = [&](std::uint64_t w) {
      return std::min(word, size - w * word);
    };  // the last may be partial
    std::uint64_t begin = range.changed_begin / word, end = (range.changed_end + word - 1) / word;
    range.changed_begin = range.changed_end = 0;
    const auto differs = [&](std::uint64_t w) {
      return std::memcmp(&got[w * word], &range.content[w * word], bytes_of(w)) != 0;
    };
    for (std::uint64_t w = 0; w < words; ++w) {
      if (!differs(w)) continue;
      if (begin == end) begin = w, end = w + 1;
      begin = std::min(begin, w);
      end = std::max(end, w + 1);
    }
    const auto part = [&](const Bytes& bytes) {
      std::vector<std::uint32_t> all(std::min(end, words) - begin);
      if (!all.empty())
        std::memcpy(all.data(), &bytes[begin * word], std::min(all.size() * word, size - begin * word));
      return all;
    };
    if (begin == end) return;
    result_.compare<std::uint32_t>(fmt::format("launch {} ({}), words of the {} from {:#x}", launches_,
                                               kernel, range.name, range.there + begin * word),
                                   part(range.content), part(got));
  }

  Context& context_;
  const Module& module_;
  const Recording& recording_;
  std::vector<Range> ranges_{};
  std::size_t launches_ = 0;
  WorkloadResult result_{};
};

}  // namespace

WorkloadResult replay(Context& context, const Module& module, const Recording& recording) {
  return Replay(context, module, recording).run();
}

}  // namespace heddle
