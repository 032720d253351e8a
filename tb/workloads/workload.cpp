#include "tb/workloads/workload.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/data_root.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view prefix = "kernel.", suffix = ".ptx";

fs::path folder_of(const Workload& w) { return data_file(fs::path("tb/workloads") / w.name); }

}  // namespace

std::vector<std::string> Workload::variants() const {
  if (write_ptx) return {written_variant};
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder_of(*this))) {
    const std::string file = entry.path().filename().string();
    if (file.size() > prefix.size() + suffix.size() && file.starts_with(prefix) && file.ends_with(suffix))
      found.push_back(file.substr(prefix.size(), file.size() - prefix.size() - suffix.size()));
  }
  std::sort(found.begin(), found.end());
  return found;
}

void Workload::check_variant(const std::string& variant) const {
  if (write_ptx && variant == default_variant) return;
  const auto known = variants();
  if (std::find(known.begin(), known.end(), variant) == known.end())
    throw Error({.what = fmt::format("unknown PTX variant of workload {}", name),
                 .value = variant,
                 .legal = fmt::format("{}", fmt::join(known, ", ")),
                 .nearest = nearest_name(variant, known)});
}

fs::path Workload::ptx_file(const std::string& variant) const {
  check_variant(variant);
  return folder_of(*this) / fmt::format("{}{}{}", prefix, variant, suffix);
}

WorkloadResult Workload::run(Device& device, const WorkloadOptions& options) const {
  ConfigTree tree;
  if (options.small)
    for (const std::string& assignment : small) tree.set(assignment);
  for (const std::string& assignment : options.sizes) tree.set(assignment);
  Context context(device, {.build = options.build});
  const std::string variant = options.variant.empty() ? default_variant : options.variant;
  check_variant(variant);
  const Module module =
      write_ptx ? context.load_text(write_ptx(tree), name + ".ptx") : context.load(ptx_file(variant));
  return body({context, module, options.seed}, tree);
}

}  // namespace heddle
