// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/table_instances.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/estimate/tools.hpp"
#include "tb/estimate/yosys_script.hpp"

namespace heddle::estimate {
namespace {

using Json = nlohmann::ordered_json;

Json elaborated(const RtlSource& source) {
  const ScratchFolder folder;
  write_file(folder.path() / "tables.ys",
             fmt::format("{}hierarchy -check -top {}\nproc\nwrite_json tables.json\n", read_command(source),
                         source.block));
  run_tool(yosys, {"-q", "-s", "tables.ys"}, folder.path(), fmt::format("elaboration of {}", source.block));
  return Json::parse(read_text_file(folder.path() / "tables.json", "elaborated RTL")).at("modules");
}

/// Counts how often each module, by its name with its parameters, is in this one.
void count_modules(const Json& modules, const std::string& in, std::map<std::string, unsigned>& counts) {
  ++counts[in];
  for (const auto& [name, cell] : modules.at(in).at("cells").items())
    if (const std::string type = cell.at("type"); modules.contains(type))
      count_modules(modules, type, counts);
}

/// The name that the module has in its source.
std::string source_name(const std::string& key, const Json& module) {
  const std::string name = module.at("attributes").value("hdlname", key);
  return name.starts_with('\\') ? name.substr(1) : name;
}

TableInstances instances(const std::string& name, const Json& module, unsigned count) {
  const Json memories = module.value("memories", Json::object());
  if (memories.size() != 1)
    throw Error({.place = name,
                 .what = "a table that a memory can replace is a module with one memory",
                 .value = fmt::format("{} memories", memories.size())});
  TableInstances found{.module = name, .parameters = {}, .count = count};
  found.rows = memories.begin()->at("size");
  found.width = memories.begin()->at("width");
  const Json parameters = module.value("parameter_default_values", Json::object());
  for (const auto& [parameter, bits] : parameters.items())
    found.parameters[parameter] = fmt::format("{}", std::stoul(bits.get<std::string>(), nullptr, 2));
  return found;
}

}  // namespace

std::vector<TableInstances> table_instances(const RtlSource& source,
                                            const std::vector<std::string>& modules) {
  const Json all = elaborated(source);
  std::map<std::string, unsigned> counts;
  count_modules(all, source.block, counts);
  std::vector<TableInstances> found;
  for (const std::string& wanted : modules) {
    const std::size_t before = found.size();
    for (const auto& [key, count] : counts)
      if (source_name(key, all.at(key)) == wanted) found.push_back(instances(wanted, all.at(key), count));
    if (found.size() == before)
      throw Error({.place = source.block, .what = "the RTL has no instance of a table", .value = wanted});
  }
  return found;
}

}  // namespace heddle::estimate
