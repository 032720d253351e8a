// SPDX-License-Identifier: Apache-2.0
#include "tb/trace/trace_recorder.hpp"

#include "hw/gpu/gpu.hpp"
#include "models/base/error.hpp"
#include "models/base/outside_limits.hpp"
#include "tb/run/named.hpp"

namespace heddle {
namespace {

TraceAccess access_of(const tlm::tlm_generic_payload& payload) {
  TraceAccess access{
      .write = !payload.is_read(), .address = payload.get_address(), .bytes = payload.get_data_length()};
  const unsigned char* enables = payload.get_byte_enable_ptr();
  if (enables == nullptr || payload.get_byte_enable_length() < access.bytes) return access;
  unsigned first = 0, end = access.bytes;
  while (first < end && enables[first] != TLM_BYTE_ENABLED) ++first;
  while (end > first && enables[end - 1] != TLM_BYTE_ENABLED) --end;
  if (first == end) return access;
  access.address += first;
  access.bytes = end - first;
  return access;
}

}  // namespace

TraceRecorder::TraceRecorder(const std::string& file, const std::string& format)
    : file_(file), format_(named<TraceFormat>(format)), out_(file) {}

void TraceRecorder::watch(Gpu& gpu, const GpuConfig& config) {
  places_.emplace(config.dram);
  for (unsigned k = 0; k < config.sms; ++k)
    gpu.sm(k).port.taps().add([this, &gpu, k](const auto& payload, const auto& phase) {
      if (phase != tlm::BEGIN_REQ) return;
      TraceAccess access = access_of(payload);
      access.time = gpu.core().now();
      access.source = k;
      record(access);
    });
}

void TraceRecorder::record(const TraceAccess& access) {
  text_ += trace_lines(format_, access, *places_);
  ++accesses_;
  if (text_.size() > most_bytes_of("trace"))
    throw Error({.place = file_,
                 .what = "the recorded trace is " + larger_than(most_bytes_of("trace")),
                 .value = std::to_string(accesses_) + " accesses",
                 .legal = "a shorter run, or smaller sizes"});
}

}  // namespace heddle
