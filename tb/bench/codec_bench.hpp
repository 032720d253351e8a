// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tb/bench/promises.hpp"

namespace heddle {

/// One codec on data of one kind. A pass works on all of the data.
struct CodecWork {
  std::string codec, data;
  double goal = 0;                ///< of the rates, GB/s
  std::function<void()> check{};  ///< throws Error unless all that is decompressed is what was compressed
  std::function<void()> compress{}, decompress{};
  std::size_t compressed_bytes = 0;    ///< uncompressed, that a pass compresses
  std::size_t decompressed_bytes = 0;  ///< the same of `decompress`; 0: there is nothing to decompress
};

/// Codecs whose speed `heddle bench --codecs` measures.
struct CodecBench {
  std::string name;
  using Make = std::function<CodecWork()>;
  /// Makes all codecs on all kinds of data, the contents of these files among them. Throws Error for a bad
  /// file.
  std::function<std::vector<Make>(const std::vector<std::filesystem::path>& files)> works;

  static std::string_view kind() { return "bench of codecs"; }
};

/// Uncompressed bytes by processor time of one core over repeats, in GB/s. All zero: not measured.
struct RateSpread {
  double median = 0, least = 0, most = 0;
};
struct CodecRow {
  std::string codec, data;
  double goal = 0;
  RateSpread compress{}, decompress{};
};

/// Checks the codec, and then measures it.
CodecRow measure(const CodecWork& work, unsigned repeats);

/// A row of a table of all codecs on all kinds of data, and its title.
std::string text_of(const CodecRow& row);
std::string codec_title();
nlohmann::ordered_json json_of(const CodecRow& row);

/// Of each codec: the median rate on the kind of data on which it is slowest reaches its goal.
std::vector<Promise> codec_promises_of(const std::vector<CodecRow>& rows);

}  // namespace heddle
