// SPDX-License-Identifier: Apache-2.0
#include "tb/report/report_page.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "models/base/build_info.hpp"
#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/run/coverage/block_activity.hpp"
#include "tb/run/difference.hpp"

namespace heddle::pages {
namespace {

namespace fs = std::filesystem;
using Data = nlohmann::ordered_json;

/// Bytes that are no UTF-8, which the files of a user may have, become U+FFFD.
std::string dumped(const Data& data) { return data.dump(-1, ' ', false, Data::error_handler_t::replace); }

Data json_of(const std::vector<ChangedFigure>& figures) {
  Data all = Data::array();
  for (const ChangedFigure& f : figures)
    all.push_back({{"name", f.name}, {"before", f.before}, {"after", f.after}});
  return all;
}

Data json_of(const ChangedSum& sum) {
  return {{"before", sum.whole.before}, {"after", sum.whole.after}, {"parts", json_of(sum.parts)}};
}

Data json_of(const RunDifference& d, const std::string& from, const std::string& to) {
  return {{"from", from},
          {"to", to},
          {"sentences", sentences_of(d)},
          {"cycles", json_of(d.cycles)},
          {"energy", json_of(d.energy)},
          {"kernels", json_of(d.kernels)},
          {"counts", json_of(d.counts)}};
}

Data blocks_of(const Data& stats, const Data& manifest) {
  Data all = Data::array();
  const auto techniques = manifest.value("/request/techniques"_json_pointer, std::vector<std::string>{});
  for (const BlockActivity& a : activities(stats, techniques))
    all.push_back({{"block", a.block}, {"did", a.did}, {"stalls", a.stalls}});
  return all;
}

/// Results whose values are of other types than those that Heddle writes are somebody's own.
template <class Read>
Data read_results(const ReportSource& source, Read&& read) try {
  return read();
} catch (const nlohmann::json::exception& error) {
  throw Error({.place = source.name, .what = error.what(), .legal = "results as Heddle has written them"});
}

Data json_of(const ReportSource& source) {
  Data data{{"name", source.name}, {"kind", name_of(source.kind)}, {"files", source.files}};
  if (source.kind == SourceKind::run)
    data["blocks"] = read_results(source, [&] {
      return blocks_of(Data::parse(source.files.at("stats.json")),
                       Data::parse(source.files.at("manifest.json")));
    });
  return data;
}

/// What changes from a run to another one: of each run from its own run without techniques, if it has one,
/// and from the first run.
Data differences(const std::vector<ReportSource>& sources) {
  Data all = Data::array();
  const ReportSource* first = nullptr;
  for (const ReportSource& source : sources) {
    if (source.kind != SourceKind::run) continue;
    const Data stats = Data::parse(source.files.at("stats.json"));
    if (const auto baseline = source.files.find("baseline_stats.json"); baseline != source.files.end())
      all.push_back(
          json_of(difference(Data::parse(baseline->second), stats), "without techniques", source.name));
    if (first != nullptr)
      all.push_back(
          json_of(difference(Data::parse(first->files.at("stats.json")), stats), first->name, source.name));
    else
      first = &source;
  }
  return all;
}

/// JSON within <script>, which "</script" would end and "<!--" would turn into something else.
std::string within_script(const std::string& json) {
  std::string text;
  for (const char c : json) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

std::string part(const fs::path& file) {
  return read_text_file(data_file("tb/report" / file), "part of the page");
}

void put(std::string& page, const std::string& mark, const std::string& text) {
  page.replace(page.find(mark), mark.size(), text);
}

}  // namespace

std::string report_page(const std::vector<ReportSource>& sources) {
  Data data{{"version", build_info().version}, {"commit", build_info().commit}};
  data["sources"] = Data::array();
  for (const ReportSource& source : sources) data["sources"].push_back(json_of(source));
  data["differences"] = differences(sources);
  std::string scripts;
  for (const char* name :
       {"parts.js", "charts.js", "run.js", "difference.js", "experiment.js", "blocks.js", "main.js"})
    scripts += part(fs::path("page") / name);
  std::string page = part("page/page.html");
  put(page, "/*style*/", part("page/style.css"));
  put(page, "/*libraries*/", part("vendor/d3.min.js") + "\n" + part("vendor/plot.umd.min.js"));
  put(page, "/*data*/", within_script(dumped(data)));
  put(page, "/*scripts*/", scripts);
  return page;
}

}  // namespace heddle::pages
