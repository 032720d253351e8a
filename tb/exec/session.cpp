// SPDX-License-Identifier: Apache-2.0
#include "tb/exec/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "hw/sm/launch/occupancy.hpp"
#include "tb/exec/fat_binary.hpp"
#include "tb/exec/fat_binary_header.hpp"

namespace heddle::exec {
namespace {

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void append(std::vector<std::byte>& bytes, std::span<const std::byte> more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}
template <class T>
void append_value(std::vector<std::byte>& bytes, const T& value) {
  append(bytes, std::as_bytes(std::span(&value, 1)));
}

/// The driver compiles the PTX of the highest architecture.
std::string newest_ptx(std::span<const std::byte> binary, const std::string& program) {
  std::vector<FatEntry> entries = read_fat_binary(binary);
  const FatEntry* newest = nullptr;
  std::string code;
  for (const FatEntry& entry : entries) {
    if (!entry.is_ptx) code += fmt::format("{}sm_{}", code.empty() ? "" : ", ", entry.architecture);
    if (entry.is_ptx && (newest == nullptr || entry.architecture > newest->architecture)) newest = &entry;
  }
  if (newest == nullptr)
    throw Error({.place = program,
                 .what = "the program has machine code of real GPUs alone, and Heddle runs PTX",
                 .value = code,
                 .legal = "compile with -arch=compute_75; separate compilation (-rdc=true) leaves no PTX"});
  return newest->ptx;
}

/// Does CUDA return this status from a call, after which the program goes on?
bool survivable(Status status) {
  switch (status) {
    case Status::invalid_value:
    case Status::out_of_memory:
    case Status::invalid_handle:
    case Status::not_found:
    case Status::launch_out_of_resources:
      return true;
    default:
      return false;
  }
}

}  // namespace

Session::Session(Device& device, const GpuConfig& gpu, const Application& application)
    : gpu_(gpu),
      application_(application),
      context_(device, {.build = application.build, .output = &printed_}) {}

Session::Answer Session::answer(const Request& request, std::span<const std::byte> bytes) {
  if (failure_ && request.call != Call::refuse) return refused(failed_, "a kernel has failed");
  try {
    return call(request, bytes);
  } catch (const ApiError& error) {
    if (survivable(error.status())) return refused(error.status(), error.what());
    return failed(request, error.status());
  } catch (const Error&) {
    return failed(request, Status::launch_failed);
  }
}

Session::Answer Session::refused(Status status, const std::string& text) {
  Answer answer{.reply = {.status = static_cast<int>(status)}};
  append(answer.bytes, std::as_bytes(std::span(text)));
  return answer;
}

/// To be called in the handler of what a call has thrown.
Session::Answer Session::failed(const Request& request, Status status) {
  if (request.call != Call::launch) throw;
  failure_ = std::current_exception();
  failed_ = status;
  Answer answer = refused(status, printed_.str());
  answer.reply.value = 1;
  return answer;
}

Session::Answer Session::call(const Request& r, std::span<const std::byte> bytes) {
  Answer answer;
  switch (r.call) {
    case Call::device:
      return device();
    case Call::load:
      return load(bytes);
    case Call::function:
      return function(r.a, bytes);
    case Call::variable:
      return variable(r.a, bytes);
    case Call::allocate:
      answer.reply.value = context_.allocate(r.a);
      break;
    case Call::release:
      context_.free(r.a);
      break;
    case Call::to_device:
      context_.copy_to_device(r.a, bytes);
      break;
    case Call::to_host:
      if (r.b > gpu_.memory_mib << 20)
        throw ApiError(Status::invalid_value,
                       {.what = "more bytes than the device's memory has", .value = fmt::format("{}", r.b)});
      answer.bytes.resize(r.b);
      context_.copy_to_host(answer.bytes, r.a);
      break;
    case Call::on_device:
      context_.copy_on_device(r.a, r.b, r.c);
      break;
    case Call::fill:
      if (r.element == 1) context_.fill8(r.a, static_cast<std::uint8_t>(r.b), r.c);
      if (r.element == 2) context_.fill16(r.a, static_cast<std::uint16_t>(r.b), r.c);
      if (r.element == 4) context_.fill32(r.a, static_cast<std::uint32_t>(r.b), r.c);
      break;
    case Call::launch:
      return launch(r.a, bytes);
    case Call::occupancy:
      return occupancy(r);
    case Call::now:
      answer.reply.value = context_.device().picoseconds();
      break;
    case Call::refuse:
      throw Error({.place = application_.words.front(),
                   .what = "the program calls a function of CUDA that Heddle does not have",
                   .value = text_of(bytes),
                   .legal = "those that tb/exec/README.md lists"});
  }
  return answer;
}

Session::Answer Session::device() const {
  DeviceInfo d{};
  const std::string name = application_.gpu.substr(0, sizeof(d.name) - 1);
  std::copy(name.begin(), name.end(), d.name);
  d.memory_bytes = gpu_.memory_mib << 20;
  d.l2_bytes = std::uint64_t{gpu_.l2.cache.bytes} * gpu_.dram.address.channels();
  d.core_khz = gpu_.core_mhz * 1000;
  d.memory_khz = 2 * gpu_.dram.gddr5.clock_mhz * 1000;  // as CUDA has it: half the data rate
  d.sms = gpu_.sms;
  d.threads_per_sm = gpu_.sm.threads;
  d.threads_per_cta = std::min(1024u, gpu_.sm.threads);
  d.ctas_per_sm = gpu_.sm.ctas;
  d.shared_per_sm = d.shared_per_cta = gpu_.sm.load_store.shared_bytes;
  d.registers_per_sm = gpu_.sm.registers * 32;
  Answer answer;
  append_value(answer.bytes, d);
  return answer;
}

Session::Answer Session::load(std::span<const std::byte> binary) {
  const std::string& program = application_.words.front();
  const std::string name =
      fmt::format("{} (PTX{})", program, modules_.empty() ? "" : fmt::format(" {}", modules_.size() + 1));
  const std::string text =
      binary.size() >= 4 && is_fat_binary(binary.data()) ? newest_ptx(binary, program) : text_of(binary);
  modules_.push_back(context_.load_text(text, name));
  return {.reply = {.value = modules_.size() - 1}};
}

Session::Answer Session::function(std::uint64_t module, std::span<const std::byte> name) {
  functions_.push_back(modules_.at(module).function(text_of(name)));
  const ptx::Kernel& kernel = functions_.back().kernel();
  const Function::Attributes a = functions_.back().attributes();
  Answer answer{.reply = {.value = functions_.size() - 1}};
  append_value(answer.bytes, FunctionInfo{.parameters = static_cast<std::uint32_t>(kernel.parameters.size()),
                                          .parameter_bytes = kernel.parameter_bytes,
                                          .registers = a.registers,
                                          .shared_bytes = a.shared_bytes,
                                          .local_bytes = a.local_bytes,
                                          .constant_bytes = a.constant_bytes,
                                          .max_threads = a.max_threads});
  for (const ptx::Parameter& p : kernel.parameters)
    append_value(answer.bytes, ParameterInfo{p.offset, p.size});
  return answer;
}

Session::Answer Session::variable(std::uint64_t module, std::span<const std::byte> name) {
  const Module::Variable v = modules_.at(module).variable(text_of(name));
  Answer answer{.reply = {.value = v.address}};
  append_value(answer.bytes, v.bytes);
  return answer;
}

Session::Answer Session::launch(std::uint64_t function, std::span<const std::byte> bytes) {
  LaunchInfo l{};
  std::memcpy(&l, bytes.data(), sizeof(l));
  const LaunchShape shape{.grid = {l.grid[0], l.grid[1], l.grid[2]},
                          .cta = {l.cta[0], l.cta[1], l.cta[2]},
                          .shared_bytes = l.shared_bytes};
  printed_.str({});
  functions_.at(function).launch_block(shape, bytes.subspan(sizeof(l)));
  Answer answer;
  const std::string text = printed_.str();
  append(answer.bytes, std::as_bytes(std::span(text)));
  return answer;
}

Session::Answer Session::occupancy(const Request& r) const {
  const ptx::Kernel& kernel = functions_.at(r.a).kernel({.cta = {static_cast<std::uint32_t>(r.b)}});
  const std::uint64_t shared = kernel.shared_bytes + r.c;
  const unsigned ctas = r.b == 0 || r.b > 1024 || shared > gpu_.sm.load_store.shared_bytes
                            ? 0
                            : heddle::occupancy(static_cast<std::uint32_t>(r.b), kernel.registers,
                                                static_cast<std::uint32_t>(shared), gpu_.sm)
                                  .ctas;
  return {.reply = {.value = ctas}};
}

}  // namespace heddle::exec
