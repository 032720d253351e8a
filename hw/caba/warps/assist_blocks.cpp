// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/warps/assist_blocks.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

AssistBlocks::AssistBlocks(const AssistWarpControllerConfig& control, const AssistWarpStoreConfig& code,
                           const SmTechniqueParts& parts)
    : controller(make_block<AssistWarpController>("assist_warp_controller", control, parts.blocks)),
      store(make_block<AssistWarpStore>("assist_warp_store", code, parts.blocks)),
      buffer(make_block<AssistWarpBuffer>(
          "assist_warp_buffer",
          {.entries = control.entries, .depth = control.depth, .low_slots = control.low_slots},
          parts.blocks)) {
  const auto clocked = [&](auto& io) {
    io.clk(parts.clock);
    io.rst_n(parts.rst_n);
  };
  clocked(controller->io);
  controller->io.load.port(trigger);
  controller->io.event.port(event);
  controller->io.issued.port(issued);
  controller->io.redirect.port(redirect);
  controller->io.release.port(release);
  controller->io.use.port(use);
  controller->io.answer.port(answer);
  controller->io.fetch.port(fetch);
  controller->io.state.port(state);
  clocked(store->io);
  store->io.load.port(word);
  store->io.begin.port(subroutine);
  store->io.fetch.port(fetch);
  store->io.word.port(insert);
  clocked(buffer->io);
  buffer->io.insert.port(insert);
  buffer->io.issued.port(issued);
  buffer->io.flush.port(flush);
  buffer->io.high.port(high);
  buffer->io.low.port(low);
}

}  // namespace heddle
