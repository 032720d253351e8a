// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/codec_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace heddle {
namespace {

/// A measurement takes at least so long, that the clock and interruptions do not matter.
constexpr double least_seconds = 0.005;

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

RateSpread spread_of(const std::function<void()>& pass, std::size_t bytes, unsigned repeats) {
  if (bytes == 0) return {};
  pass();  // which brings code and data into the caches
  std::vector<double> rates;
  for (unsigned k = 0; k < repeats; ++k) {
    const double begin = thread_seconds();
    double seconds = 0;
    unsigned passes = 0;
    for (unsigned batch = 1; seconds < least_seconds; batch *= 2) {  // to look at the clock costs time, too
      for (unsigned b = 0; b < batch; ++b) pass();
      passes += batch;
      seconds = thread_seconds() - begin;
    }
    rates.push_back(static_cast<double>(bytes) * passes / seconds * 1e-9);
  }
  std::sort(rates.begin(), rates.end());
  return {rates[rates.size() / 2], rates.front(), rates.back()};
}

std::string cells_of(const RateSpread& rate) {
  if (rate.median == 0) return fmt::format("{:>7}  {:14}", "-", "");
  return fmt::format("{:>7.2f}  {:>5.2f} .. {:<5.2f}", rate.median, rate.least, rate.most);
}

nlohmann::ordered_json json_of(const RateSpread& rate) {
  if (rate.median == 0) return nullptr;
  return {{"median", rate.median}, {"least", rate.least}, {"most", rate.most}};
}

}  // namespace

CodecRow measure(const CodecWork& work, unsigned repeats) {
  work.check();
  return {work.codec, work.data, work.goal, spread_of(work.compress, work.compressed_bytes, repeats),
          spread_of(work.decompress, work.decompressed_bytes, repeats)};
}

std::string codec_title() {
  return fmt::format("{:<28} {:<10}  {:>7}  {:<14}  {:>7}  {}\n", "codec", "data", "GB/s", "compressing",
                     "GB/s", "decompressing");
}

std::string text_of(const CodecRow& row) {
  return fmt::format("{:<28} {:<10}  {}  {}\n", row.codec, row.data, cells_of(row.compress),
                     cells_of(row.decompress));
}

nlohmann::ordered_json json_of(const CodecRow& row) {
  return {{"codec", row.codec},
          {"data", row.data},
          {"compress_gb_per_second", json_of(row.compress)},
          {"decompress_gb_per_second", json_of(row.decompress)}};
}

std::vector<Promise> codec_promises_of(const std::vector<CodecRow>& rows) {
  std::vector<Promise> promises;
  const auto add = [&](const CodecRow& row, const char* work, const RateSpread& rate) {
    if (rate.median == 0) return;
    const std::string what = fmt::format("{}, {}, at worst", row.codec, work);
    const auto it =
        std::find_if(promises.begin(), promises.end(), [&](const Promise& p) { return p.what == what; });
    if (it == promises.end())
      promises.push_back({what, "GB/s", rate.median, row.goal});
    else
      it->measured = std::min(it->measured, rate.median);
  };
  for (const CodecRow& row : rows) {
    add(row, "compressing", row.compress);
    add(row, "decompressing", row.decompress);
  }
  return promises;
}

}  // namespace heddle
