// SPDX-License-Identifier: Apache-2.0
// The cosine similarity of every two documents. Counts are small integers, so all sums are exact in any
// order.
#include <cmath>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::similarity_score {
namespace {

constexpr std::uint32_t tile = 16;

enum class Values : std::uint8_t { uniform, words };
constexpr auto names_of(Values) {
  return std::array{Named{Values::uniform, "uniform"}, Named{Values::words, "words"}};
}

struct SimilarityScoreSizes {
  std::uint32_t documents = 128, terms = 96;
  Values values = Values::uniform;
  static constexpr auto parameters() {
    return std::tuple{parameter(&SimilarityScoreSizes::documents, "documents", "documents", 2, 4096,
                                "64 CTAs, of which 36 have work", "Documents"),
                      parameter(&SimilarityScoreSizes::terms, "terms", "words", 1, 4096, "a short vocabulary",
                                "Different words"),
                      parameter(&SimilarityScoreSizes::values, "values", "Mars",
                                "uniform: whole numbers 0 .. 99; words: counts of words by Zipf's law")};
  }
  void validate() const {
    if (values == Values::uniform && terms > 1700)
      throw Error({.what = "sums of so many products exceed the whole numbers of a float",
                   .value = fmt::format("terms={}", terms),
                   .legal = "terms up to 1700, or values=words"});
  }
};

/// Returns counts[d * terms + t]. Words are rarer the higher t is (Zipf's law); each document has a topic, a
/// range of words that it uses five times as often. Word 0 occurs in every document.
std::vector<float> word_counts(Random& random, const SimilarityScoreSizes& s) {
  std::vector<float> counts;
  for (std::uint32_t d = 0; d < s.documents; ++d) {
    const std::uint32_t topic = random.below(s.terms);
    for (std::uint32_t t = 0; t < s.terms; ++t) {
      const float usual = 30.0f / static_cast<float>(t + 1) * (t - topic < 8 ? 5.0f : 1.0f);
      counts.push_back(std::floor(usual * uniform(random, 0.0f, 2.0f)) + (t == 0 ? 1.0f : 0.0f));
    }
  }
  return counts;
}

std::vector<float> similarities(const std::vector<float>& counts, const SimilarityScoreSizes& s) {
  std::vector<int> product(std::size_t{s.documents} * s.documents, 0);
  for (std::size_t t = 0; t < s.terms; ++t)
    for (std::size_t a = 0; a < s.documents; ++a)
      for (std::size_t b = a; b < s.documents; ++b)
        product[a * s.documents + b] +=
            static_cast<int>(counts[a * s.terms + t]) * static_cast<int>(counts[b * s.terms + t]);
  const auto length = [&](std::size_t d) {
    return std::sqrt(static_cast<float>(product[d * s.documents + d]));
  };
  std::vector<float> score(product.size(), 0.0f);
  for (std::size_t a = 0; a < s.documents; ++a)
    for (std::size_t b = a + 1; b < s.documents; ++b)
      score[a * s.documents + b] = static_cast<float>(product[a * s.documents + b]) / (length(a) * length(b));
  return score;
}

WorkloadResult run(const WorkloadRun& run, const SimilarityScoreSizes& sizes) {
  Random random(run.seed);
  const auto counts = sizes.values == Values::uniform
                          ? whole_floats(random, std::size_t{sizes.documents} * sizes.terms, 100)
                          : word_counts(random, sizes);
  const std::size_t pairs = std::size_t{sizes.documents} * sizes.documents;
  const DevicePointer words = run.context.upload(counts), score = run.context.allocate(pairs * sizeof(float));
  const std::uint32_t tiles = blocks_for(sizes.documents, tile);
  run.module.function("similarity_score")
      .launch({.grid = {tiles, tiles}, .cta = {tile, tile}}, words, score,
              static_cast<std::int32_t>(sizes.documents), static_cast<std::int32_t>(sizes.terms));
  WorkloadResult result;
  result.compare<float>("score", similarities(counts, sizes), run.context.download<float>(score, pairs));
  return result;
}

const Registration<Workload> registration{make_workload<SimilarityScoreSizes>(
    {.name = "similarity_score",
     .description = "cosine similarity of every two documents",
     .stands_for = "Vijaykumar2015 SS (Mars)",
     .values = "(float) (rand() % 100), as in Mars; values=words: counts of words by Zipf's law, most are "
               "zero or small",
     .character = "memory bound, strided; half of the threads have no pair",
     .small = {"documents=20", "terms=30"},
     .paper = {{"documents=1024", "terms=256"}, "Mars, SimilarityScore: 1024 x 256"}},
    run)};

}  // namespace
}  // namespace heddle::similarity_score
