// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/line/line_executor.hpp"
#include "models/base/registry.hpp"

namespace heddle {
namespace {

const Registration<LinePlacementEntry> sm{
    LinePlacementEntry{"sm", "lines are compressed from the SM's port down", {EdgePlace::sm}}};
const Registration<LinePlacementEntry> l2{
    LinePlacementEntry{"l2", "lines are compressed in L2 and DRAM, not on the crossbar", {EdgePlace::l2}}};
const Registration<LinePlacementEntry> controller{
    LinePlacementEntry{"controller", "lines are compressed in DRAM only", {EdgePlace::controller}}};

}  // namespace
}  // namespace heddle
