// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hw/caba/caba.hpp"
#include "hw/sm/hooks/technique.hpp"

namespace heddle {

// What of CABA the summary of a run shows.

/// Whether lines are compressed, and what a run without compression has shown.
Technique::ReportLine report_of_profile(const CabaConfig& config);
/// Lines that assist warps compress and decompress; `registers`: theirs, in words.
std::vector<Technique::ReportLine> report_of_lines(const CabaConfig& config, const std::string& registers,
                                                   const Technique::Statistic& of);
/// Lines that the controllers compress.
Technique::ReportLine report_of_controllers(const Technique::Statistic& of);
Technique::ReportLine report_of(const UserSubroutineConfig& user, const Technique::Statistic& of);
/// A subroutine's memory as words of 64 bits, little endian; words of zero are left out.
std::string words_of(const Technique::DeviceReader& read, std::uint64_t address, unsigned bytes);

}  // namespace heddle
