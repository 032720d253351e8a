// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "models/energy/storage.hpp"
#include "tb/estimate/sram.hpp"

// What costs that stands in a GPU beside its blocks: storage, and work that is done by the model of a block.

namespace heddle::estimate {

/// A storage in all parts of a machine that have it.
struct StorageCost {
  Storage storage{};
  unsigned parts = 0;
  bool is_memory = false;  ///< made of macros; else of flip-flops
  double area_mm2 = 0, leakage_mw = 0;
  std::uint64_t accesses = 0;  ///< of the run
  double access_pj = 0;
  std::uint64_t peak = 0;  ///< entries that were taken at most, summed over the parts

  double kib() const { return storage.bytes() / 1024 * parts; }
  double uj() const { return access_pj * static_cast<double>(accesses) * 1e-6; }
};

struct ModelledCost {
  ModelledBlock block{};
  unsigned instances = 0;
  double area_mm2 = 0, leakage_mw = 0;  ///< of all
  std::uint64_t operations = 0;

  double uj() const { return block.pj * static_cast<double>(operations) * 1e-6; }
};

struct BesideCost {
  std::vector<StorageCost> storage{};
  std::vector<ModelledCost> blocks{};
  std::vector<std::string> outside{};

  bool any() const { return !storage.empty() || !blocks.empty(); }
  double area_mm2() const;
  double leakage_mw() const;
  double uj() const;
};

/// What the costs of a machine are computed by.
struct BesideModel {
  EnergyMachine machine{};
  GpuCosts gpu{};
  StorageCosts storage{};
  SramModel sram{};
  /// mm2 and mW of one block of that name.
  std::function<std::pair<double, double>(const std::string& block)> block{};
};

/// um2 of a storage: macros of a static memory, one for each port, of words as wide as the widest that the
/// model knows; flip-flops where it is a CAM, is said to be of flip-flops, or is smaller than any macro.
double area_um2(const Storage& storage, const StorageCosts& costs, const SramModel& sram);

/// `stats`: the run's stats.json.
BesideCost beside_cost(const BesideBlocks& beside, const BesideModel& model,
                       const nlohmann::ordered_json& stats);

/// A table of storage and one of modelled blocks, with what is not charged; empty where there is nothing.
/// `sm_mm2`: 0 when it is not known.
std::string beside_text(const BesideCost& cost, const BesideModel& model, double sm_mm2);
nlohmann::json beside_json(const BesideCost& cost);

}  // namespace heddle::estimate
