#include <fmt/format.h>

#include <memory>

#include "tb/cli/command.hpp"
#include "tb/cli/named.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle {
namespace {

void print(const Workload& w) {
  fmt::print("{}\n  {}\n", w.name, w.description);
  for (const ParameterInfo& size : w.sizes)
    fmt::print("  --size {}={}  {} ({}; {})\n", size.path, size.defaults.front(), size.help, size.legal,
               size.source);
  fmt::print("  --small: {}\n  --ptx {}\n", fmt::join(w.small, ", "), fmt::join(w.variants(), ", "));
}

}  // namespace

static const Registration<Command> workloads{
    Command{.name = "workloads",
            .help = "The workloads that Heddle brings, with their sizes",
            .declare = [](CLI::App& app) {
              const auto name = std::make_shared<std::string>();
              app.add_option("workload", *name, "Only this one");
              return [name] {
                const auto& all = Registry<Workload>::instance();
                if (!name->empty()) {
                  print(named<Workload>(*name));
                  return 0;
                }
                for (const std::string& each : all.names()) print(all.find(each));
                return 0;
              };
            }}};

}  // namespace heddle
