// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "hw/caba/assist_warp_buffer/assist_warp_buffer.hpp"
#include "hw/caba/assist_warp_controller/assist_warp_controller.hpp"
#include "hw/caba/assist_warp_store/assist_warp_store.hpp"
#include "hw/sm/hooks/sm_technique.hpp"

namespace heddle {

/// The blocks of an SM's assist warps and the wires between them: what the controller fetches, the store
/// reads and the buffer stages, a register each.
struct AssistBlocks {
  AssistBlocks(const AssistWarpControllerConfig& control, const AssistWarpStoreConfig& code,
               const SmTechniqueParts& parts);

  std::unique_ptr<BlockWith<AssistWarpControllerPins>> controller;
  std::unique_ptr<BlockWith<AssistWarpStorePins>> store;
  std::unique_ptr<BlockWith<AssistWarpBufferPins>> buffer;

  // Into the blocks.
  Wire<Beat<StoreWord>> word{"load_word"};
  Wire<Beat<StoreSubroutine>> subroutine{"load_subroutine"};
  Wire<Beat<TriggerRow>> trigger{"load_trigger"};
  Wire<Beat<AssistEvent>> event{"event"};
  Wire<Level<AssistIssued>> issued{"issued"};
  Wire<Beat<AssistRedirect>> redirect{"redirect"};
  Wire<Beat<AssistEntry>> release{"release"};
  Wire<Beat<AssistEntry>> flush{"flush"};
  Wire<Level<AssistUse>> use{"use"};
  // Between them.
  Wire<Beat<AssistFetch>> fetch{"fetch"};
  Wire<Beat<AssistWord>> insert{"insert"};
  // Out of them.
  Wire<Beat<AssistAnswer>> answer{"answer"};
  Wire<Level<AssistState>> state{"state"};
  Wire<Level<StagedHigh>> high{"high"};
  Wire<Level<StagedLow>> low{"low"};
};

}  // namespace heddle
