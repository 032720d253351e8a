// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "models/base/parameter.hpp"

// The card of a block, configs/blocks/<block>.yaml: what it is for, what its paper publishes, what is proven
// of its RTL, where it deviates, and its named parameter sets (tb/cosim/rtl/parameter_sets.hpp reads those).
// Pins and parameters are not repeated there: they derive from the block's code.

namespace heddle {

struct BlockEntry;

/// A figure that the paper gives.
struct PublishedFigure {
  std::string quantity{};  ///< "area", "energy", "leakage" or "latency"
  double value = 0;        ///< in `unit`
  std::string unit{};      ///< "mm2", "pJ", "mW" or "cycles"
  double node_nm = 0;      ///< technology that it holds for; 0 when it does not depend on one
  std::vector<std::string>
      units{};  ///< "2 bdi_compressor": what it covers when that is not one unit of the block
  std::string source{};
  std::string note{};  ///< what it counts and what not

  static constexpr auto parameters() {
    using F = PublishedFigure;
    return std::tuple{
        parameter(&F::quantity, "quantity", "", "area, energy, leakage or latency"),
        parameter(&F::value, "value", "", 0.0, 1e9, "", "the figure"),
        parameter(&F::unit, "unit", "", "its unit"),
        parameter(&F::node_nm, "node_nm", "nm", 0.0, 1000.0, "", "technology node, 0 for any"),
        parameter(&F::units, "units", "", "how many of which blocks it covers; empty: one of this"),
        parameter(&F::source, "source", "", "where it is published"),
        parameter(&F::note, "note", "", "what it counts and what not")};
  }
  void validate() const;
};

/// Pins between which the pipeline's cycles are counted: every bit of all of `from` is raised, any bit of
/// `to` changes.
struct LatencyPins {
  std::vector<std::string> from{};
  std::string to{};

  static constexpr auto parameters() {
    using P = LatencyPins;
    return std::tuple{parameter(&P::from, "from", "", "input pins that are raised"),
                      parameter(&P::to, "to", "", "output pin that answers")};
  }
};

/// How RTL is broken for a control: by parameters of the module, or by a replaced text in one of its files.
struct ProofControl {
  std::vector<std::string> set{};  ///< "Broken=1"
  std::string replace{}, by{};

  static constexpr auto parameters() {
    using C = ProofControl;
    return std::tuple{parameter(&C::set, "set", "", "parameters with which the claim is false"),
                      parameter(&C::replace, "replace", "", "a text of the RTL"),
                      parameter(&C::by, "by", "", "what stands there when the claim is false")};
  }
  void validate() const;
};

/// What holds for all inputs and is proven on the RTL (tb/verify/proof.hpp), and the control: the same claim
/// about broken RTL must fail.
struct ProofClaim {
  std::string claim{};
  std::string module{};            ///< rtl_ref/<technique>/[proofs/]<module>.sv; empty: the block
  std::string never{};             ///< an output that is never high; empty: the module's assertions hold
  std::vector<std::string> set{};  ///< parameters of the module: "Requesters=8"
  ProofControl broken{};

  static constexpr auto parameters() {
    using P = ProofClaim;
    return std::tuple{
        parameter(&P::claim, "claim", "", "what is proven, as one sentence"),
        parameter(&P::module, "module", "", "of what; empty: of the block"),
        parameter(&P::never, "never", "", "output that is never high; empty: the assertions hold"),
        parameter(&P::set, "set", "", "parameters of the module"),
        section(&P::broken, "broken", "the control")};
  }
};

/// Statistics of a run that show the block's activity: their sum, and what it counts.
struct BlockStatistic {
  std::vector<std::string> of{};  ///< paths below sm_total: "register_file.reads"
  std::string counts{};           ///< in plural: "operand reads"

  static constexpr auto parameters() {
    using S = BlockStatistic;
    return std::tuple{parameter(&S::of, "of", "", "statistics of stats.json below sm_total, to be added up"),
                      parameter(&S::counts, "counts", "", "what they count")};
  }
};

/// Modules that select from a block whose outputs are all of its rows. Their cost is reported with the
/// block's.
struct CardReader {
  std::string module{};  ///< rtl_ref/<technique>/readers/<module>.sv
  unsigned count = 1;
  std::vector<std::string> set{};  ///< its parameters that are the block's: "Bits"
  std::string what{};              ///< what they are, as a sentence

  static constexpr auto parameters() {
    using R = CardReader;
    return std::tuple{parameter(&R::module, "module", "", "module of the RTL"),
                      parameter(&R::count, "count", "", 1u, 100'000u, "", "how many there are"),
                      parameter(&R::set, "set", "", "its parameters that are the block's"),
                      parameter(&R::what, "what", "", "who they are")};
  }
};

/// What the values of a pin are called, for who reads a wave.
struct CardValueNames {
  std::string pin{};                 ///< "rsp_encoding_o"
  std::vector<std::string> names{};  ///< of 0, 1, ...

  static constexpr auto parameters() {
    using N = CardValueNames;
    return std::tuple{parameter(&N::pin, "pin", "", "port of the RTL"),
                      parameter(&N::names, "names", "", "of its values from 0 on")};
  }
};

struct BlockCard {
  std::string name{};
  std::string purpose{};
  std::string source{};
  LatencyPins latency{};
  std::vector<PublishedFigure> published{};
  std::vector<ProofClaim> proofs{};
  std::string mutated_set{}, netlist_set{};
  std::vector<std::string> memories{};  ///< modules of the RTL with a memory, which a macro can replace
  std::vector<CardReader> readers{};
  std::vector<CardValueNames> value_names{};
  std::vector<std::string> deviations{};
  std::vector<BlockStatistic> activations{}, stalls{};

  static constexpr auto parameters() {
    using C = BlockCard;
    return std::tuple{
        parameter(&C::name, "name", "", "the block"),
        parameter(&C::purpose, "purpose", "", "what it is for"),
        parameter(&C::source, "source", "", "paper and section"),
        section(&C::latency, "latency", "how its cycles are counted"),
        section(&C::published, "published", "figures of the paper"),
        section(&C::proofs, "proofs", "what is proven on the RTL"),
        parameter(&C::mutated_set, "mutated_set", "",
                  "parameter set whose RTL is mutated, where mutants of the default are too dear to decide"),
        parameter(&C::netlist_set, "netlist_set", "",
                  "parameter set whose netlist is simulated, where the default has too many flip-flops"),
        parameter(&C::memories, "memories", "", "modules of its RTL that a memory macro can replace"),
        section(&C::readers, "readers", "modules beside it whose cost is reported with its own"),
        section(&C::value_names, "value_names", "what values of pins are called in waves"),
        parameter(&C::deviations, "deviations", "", "where it is not what the paper describes"),
        section(&C::activations, "activations", "what a run tells of its work"),
        section(&C::stalls, "stalls", "what a run tells of who waited for it, or for whom it waits")};
  }
};

/// The card of a registered block. Throws Error for an unknown block, with the nearest name, and for a card
/// that is missing or wrong, with its place.
BlockCard block_card(std::string_view block);

/// The same from any file; `entry` says which parameters its sets may name.
BlockCard read_block_card(const std::filesystem::path& file, const BlockEntry& entry);

}  // namespace heddle
