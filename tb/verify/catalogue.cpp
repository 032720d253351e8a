#include "tb/verify/catalogue.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "hw/sim/block_entry.hpp"
#include "models/base/data_root.hpp"
#include "models/base/text_file.hpp"
#include "tb/blocks/block_card.hpp"
#include "tb/cosim/rtl_source.hpp"
#include "tb/estimate/tools.hpp"

namespace heddle::verify {

namespace fs = std::filesystem;

namespace {

constexpr const char* introduction = R"(# The blocks

Each is a SystemC module and RTL, and the rungs of its ladder say how it is known that they are the same machine. `heddle
blocks BLOCK` shows parameters and published figures, `heddle verify BLOCK` climbs the ladder again. This page is written by
`heddle blocks --markdown`, from what `heddle verify all --record` has left in `verified/`.

)";

std::optional<LadderResult> recorded(const std::string& block) {
  const fs::path file = record_file(block);
  if (!fs::exists(file)) return std::nullopt;
  return ladder_of(read_text_file(file, "file"), file.string());
}

std::string state(const std::optional<LadderResult>& result, const std::string& rung) {
  if (!result) return "not climbed";
  for (const Rung& r : result->rungs)
    if (r.name == rung) return (r.passed ? "" : "**failed**: ") + r.figures;
  return "not climbed";
}

}  // namespace

fs::path record_file(const std::string& block) {
  return data_file("configs/blocks") / "verified" / (block + ".json");
}

void record(const LadderResult& result) {
  const fs::path file = record_file(result.block);
  fs::create_directories(file.parent_path());
  const fs::path fresh = file.string() + ".new";
  estimate::write_file(fresh, to_json(result).dump(2) + "\n");
  fs::rename(fresh, file);
}

std::string catalogue() {
  std::string text = introduction, line = "| --- | --- | --- |";
  text += "| block | source | unit tests |";
  for (const RungEntry& rung : ladder()) text += fmt::format(" {} |", rung.name), line += " --- |";
  text += "\n" + line + "\n";
  const auto& all = Registry<BlockEntry>::instance();
  for (const std::string& block : all.names()) {
    const std::string& technique = all.find(block).technique;
    const auto result = recorded(block);
    const bool other = result && result->rtl != present_rtl(block);
    text +=
        fmt::format("| `{}`{} | {} | `tests/{}/{}_test.cpp` |", block,
                    other ? " (the RTL has changed since)" : "", block_card(block).source, technique, block);
    for (const RungEntry& rung : ladder()) text += fmt::format(" {} |", state(result, rung.name));
    text += "\n";
  }
  return text;
}

}  // namespace heddle::verify
