// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "tb/cli/command.hpp"
#include "tb/serve/server.hpp"

namespace heddle::serve_command {
namespace {

struct Options {
  std::string block{}, set{};
  std::vector<std::string> overrides{};
  int memory = -1;
};

/// The ports of the block, for a process that is to share memory for them.
std::string description(const std::string& name, const ServedBlock& block) {
  nlohmann::ordered_json ports = nlohmann::ordered_json::array();
  for (const ServedPort& p : block.ports())
    ports.push_back(
        {{"name", p.name}, {"bits", p.bits}, {"input", p.input}, {"at", p.at}, {"valid", p.valid}});
  return nlohmann::ordered_json{
      {"block", name}, {"parameters", block.parameters()}, {"bytes", block.bytes()}, {"ports", ports}}
      .dump(1);
}

int run(const Options& o) {
  ServedBlock block(o.block, o.set, o.overrides);
  if (o.memory >= 0)
    serve(block, o.memory);
  else
    fmt::print("{}\n", description(o.block, block));
  return 0;
}

}  // namespace

static const Registration<Command> command{Command{
    .name = "serve",
    .help =
        "Simulate a block's model for another process, as the files of heddle dpi and the Python package do",
    .declare = [](CLI::App& app) {
      const auto o = std::make_shared<Options>();
      app.add_option("block", o->block, "A block (see heddle blocks)")->required()->type_name("BLOCK");
      app.add_option("--sets", o->set, "Use this named parameter set (default: default)")->type_name("SET");
      app.add_option("--set", o->overrides, "Set a parameter, which overrides the named set; may be repeated")
          ->type_name("PARAMETER=VALUE")
          ->allow_extra_args(false);
      app.add_option(
             "--memory", o->memory,
             "Take turns at the memory of this open file (tb/serve); without it, describe the ports as JSON")
          ->type_name("FILE_NUMBER")
          ->check(CLI::Range(0, 1 << 20));
      app.footer("Example:\n  heddle serve bdi_compressor --set latency=1");
      return [o] { return run(*o); };
    }}};

}  // namespace heddle::serve_command
