// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/thread_width_table/thread_width_table.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

Cycle ThreadWidthTable::tick(Cycle now) {
  if (io.in_reset()) {
    rows_.reset();
    io.answer.put({});
    return never;
  }
  const Beat<WidthRead>& read = io.read.get();
  const Beat<WidthWrite>& write = io.write.get();
  Beat<WidthAnswer> answer;
  if (read.valid) answer = {{rows_.read(read.payload.row)}, true};
  if (write.valid) rows_.write(write.payload.row, write.payload.lanes, write.payload.widths);
  io.answer.put(answer);
  // A read of the same row would find what has been written.
  return write.valid ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<ThreadWidthTable>("warped_compression")};

}  // namespace heddle
