// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/width_tables.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "hw/sim/block_entry.hpp"
#include "hw/sm/banks/bank_ports.hpp"
#include "hw/sm/registers/operand_collectors.hpp"

namespace heddle {

WidthTables::Table::Table(const std::string& name, unsigned rows, const SmTechniqueParts& parts)
    : read((name + "_read").c_str()),
      write((name + "_write").c_str()),
      answer((name + "_answer").c_str()),
      block(make_block<ThreadWidthTable>(name.c_str(), {rows}, parts.blocks)),
      mirror(rows) {
  block->io.clk(parts.clock);
  block->io.rst_n(parts.rst_n);
  block->io.read.port(read);
  block->io.write.port(write);
  block->io.answer.port(answer);
}

WidthTables::WidthTables(sc_core::sc_module_name name, const SmTechniqueParts& parts) : sc_module(name) {
  const unsigned rows = (parts.config.registers + clusters - 1) / clusters;
  for (unsigned t = 0; t < clusters * halves; ++t)
    tables_.emplace_back(fmt::format("{}_{}", ThreadWidthTable::block_name, t), rows, parts);
}

void WidthTables::attach(const SmStations& stations) {
  collectors_ = &stations.collectors;
  ports_ = &stations.ports;
}

void WidthTables::end_of_elaboration() {
  SC_HAS_PROCESS(WidthTables);
  SC_METHOD(between_edges);
  dont_initialize();
  sensitive << read_ << ports_->granted();
}

void WidthTables::begin_cycle() {
  for (; written_ != 0; written_ &= written_ - 1)
    tables_[static_cast<unsigned>(std::countr_zero(written_))].write.write({});
}

void WidthTables::start_read(unsigned cluster, const WarpRegister& bytes, Decompressor& decompressor) {
  decompressor.staged().data = bytes;
  reading_[cluster] = &decompressor;
  notify_after_edge(read_);
}

void WidthTables::write(RegisterId r, LaneMask lanes, ThreadWidths widths) {
  for (unsigned bank = 0; bank < halves; ++bank) {
    const WidthWrite w{static_cast<std::uint16_t>(r / clusters), lanes_of_bank(lanes, bank),
                       widths_of_bank(widths, bank)};
    if (w.lanes == 0) continue;
    const unsigned t = cluster_of(r) * halves + bank;
    tables_[t].write.write({w, true});
    tables_[t].mirror.write(w.row, w.lanes, w.widths);
    written_ |= 1u << t;
  }
}

ThreadWidths WidthTables::peek(RegisterId r) const {
  const unsigned t = cluster_of(r) * halves, row = r / clusters;
  return widths_of_register(tables_[t].mirror.read(row), tables_[t + 1].mirror.read(row));
}

/// Behind each edge at which registers were read, and behind each at which the arbiter grants something.
void WidthTables::between_edges() {
  complete_requests();
  select_rows();
}

void WidthTables::complete_requests() {
  for (unsigned c = 0; c < clusters; ++c) {
    if (reading_[c] == nullptr) continue;
    Decompressor& decompressor = *std::exchange(reading_[c], nullptr);
    decompressor.staged().widths.value =
        widths_of_register(tables_[c * halves].answer.shown().payload.widths,
                           tables_[c * halves + 1].answer.shown().payload.widths);
    decompressor.start();
  }
}

void WidthTables::select_rows() {
  std::array<Beat<WidthRead>, clusters> reads{};
  for (std::uint32_t rest = ports_->shown().reads.value; rest != 0; rest &= rest - 1) {
    const RegisterId r = collectors_->requested(static_cast<unsigned>(std::countr_zero(rest)));
    if (r != no_register) reads[cluster_of(r)] = {{static_cast<std::uint16_t>(r / clusters)}, true};
  }
  for (unsigned c = 0; c < clusters; ++c)
    for (unsigned bank = 0; bank < halves; ++bank) tables_[c * halves + bank].read.write(reads[c]);
}

}  // namespace heddle
