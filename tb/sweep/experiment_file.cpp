// SPDX-License-Identifier: Apache-2.0
#include <yaml-cpp/yaml.h>

#include "tb/run/platform.hpp"
#include "tb/sweep/sweep.hpp"

namespace heddle::sweep {
namespace {

namespace fs = std::filesystem;

class Writer {
 public:
  explicit Writer(const fs::path& folder) : folder_(folder) {}

  std::string written(const Sweep& sweep) {
    const Experiment& e = sweep.experiment.declared;
    out_ << YAML::BeginMap;
    entry("title", e.title);
    entry("source", e.source);
    entry("gpu", layer(e.gpu));
    entry("technology", layer(e.technology));
    if (!e.ptx.empty()) entry("ptx", e.ptx);
    entry("perturb", std::to_string(e.perturb));
    entry("perturb_up_to", std::to_string(e.perturb_up_to));
    out_ << YAML::Key << "programs" << YAML::Value << YAML::BeginSeq;
    for (const ExperimentWorkload& row : sweep.experiment.workloads) program(row);
    out_ << YAML::EndSeq << YAML::Key << "configurations" << YAML::Value << YAML::BeginSeq;
    for (const ExperimentConfiguration& c : e.configurations) configuration(c);
    out_ << YAML::EndSeq;
    entry("y", e.y);
    values(sweep);
    out_ << YAML::EndMap;
    return std::string(out_.c_str()) + "\n";
  }

 private:
  void entry(const char* key, const std::string& value) {
    if (!value.empty()) out_ << YAML::Key << key << YAML::Value << value;
  }
  void entry(const char* key, const std::vector<std::string>& list) {
    if (!list.empty()) out_ << YAML::Key << key << YAML::Value << YAML::Flow << list;
  }
  std::string path(const std::string& file) const { return fs::proximate(file, folder_).string(); }
  std::vector<std::string> paths(std::vector<std::string> files) const {
    for (std::string& file : files) file = path(file);
    return files;
  }
  /// A name in configs, or a file: one beside the experiment needs a dot or a slash in its name.
  std::string layer(const std::string& name) const { return is_layer_file(name) ? path(name) : name; }

  void program(const ExperimentWorkload& row) {
    out_ << YAML::Flow << YAML::BeginMap;
    entry("workload", row.workload);
    entry("program", paths(row.program));
    if (!row.launch.empty()) entry("launch", path(row.launch));
    entry("label", row.label);
    if (row.size != SizeName::standard) entry("size", std::string(name_of(row.size)));
    entry("sizes", row.sizes);
    out_ << YAML::EndMap;
  }
  void configuration(const ExperimentConfiguration& c) {
    out_ << YAML::Flow << YAML::BeginMap;
    entry("name", c.name);
    entry("with", c.with);
    entry("config", paths(c.config));
    entry("set", c.set);
    entry("gpu", layer(c.gpu));
    out_ << YAML::EndMap;
  }
  void named(const std::string& name, const std::string& value, const std::string& unit = "") {
    out_ << YAML::Flow << YAML::BeginMap;
    entry("name", name);
    entry("value", value);
    entry("unit", unit);
    out_ << YAML::EndMap;
  }
  /// The first measure is drawn; the others, and all changes, stand in the table.
  void values(const Sweep& sweep) {
    const Experiment& e = sweep.experiment.declared;
    const std::size_t measures = sweep.measures.size();
    out_ << YAML::Key << "series" << YAML::Value << YAML::BeginSeq;
    for (std::size_t k = 0; k < e.series.size(); k += measures)
      named(e.configurations[k / measures].name, e.series[k].value);
    out_ << YAML::EndSeq << YAML::Key << "compare" << YAML::Value << YAML::BeginSeq;
    for (std::size_t k = 0; k < e.series.size(); ++k) {
      if (k % measures != 0) named(e.series[k].name, e.series[k].value);
      if (k >= measures)
        named(e.compare[k].name, e.compare[k].value, std::string(name_of(e.compare[k].unit)));
    }
    out_ << YAML::EndSeq;
  }

  fs::path folder_;
  YAML::Emitter out_;
};

}  // namespace

std::string experiment_file(const Sweep& sweep, const fs::path& folder) {
  return "# Written by heddle sweep; run it by heddle experiment, which draws the first measure.\n" +
         Writer(folder).written(sweep);
}

}  // namespace heddle::sweep
