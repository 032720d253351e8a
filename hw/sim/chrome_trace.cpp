// SPDX-License-Identifier: Apache-2.0
#include "hw/sim/chrome_trace.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "models/base/error.hpp"

namespace heddle {
namespace {

constexpr std::string_view
    head =
        "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"time\":\"1 us is 1 core cycle\"},"
        "\"traceEvents\":[",
    tail = "\n]}\n";
constexpr std::size_t block_bytes = 1 << 18;

/// ",\"args\":{...}" or nothing.
std::string args(std::string_view arguments) {
  return arguments.empty() ? "" : fmt::format(",\"args\":{{{}}}", arguments);
}

}  // namespace

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

ChromeTrace::ChromeTrace(const std::string& file)
    : fresh_(file), file_(std::fopen(fresh_.path().c_str(), "wb")) {
  if (file_ == nullptr) fail(std::strerror(errno));
  block_ = head;
  write();
}

ChromeTrace::~ChromeTrace() {
  try {
    close();
  } catch (const Error&) {
  }
}

void ChromeTrace::write() {
  const long end = static_cast<long>(tail.size());
  bool fine = events_ == 0 || std::fseek(file_, -end, SEEK_END) == 0;  // over the tail
  block_ += tail;
  fine =
      fine && std::fwrite(block_.data(), 1, block_.size(), file_) == block_.size() && std::fflush(file_) == 0;
  block_.clear();
  if (fine) return;
  const std::string why = std::strerror(errno);
  std::fclose(file_);
  file_ = nullptr;
  fail(why);
}

void ChromeTrace::fail(const std::string& why) const {
  throw Error({.place = "timeline",
               .what = fmt::format("the file cannot be written ({})", why),
               .value = fresh_.file().string()});
}

void ChromeTrace::close() {
  if (file_ == nullptr) return;
  if (!block_.empty()) write();
  const bool fine = std::fclose(file_) == 0;
  file_ = nullptr;
  if (!fine) fail(std::strerror(errno));
  if (const std::error_code failure = fresh_.finish()) fail(failure.message());
}

void ChromeTrace::event(std::string_view text) {
  if (file_ == nullptr) return;
  block_ += events_ == 0 ? "\n" : ",\n";
  block_ += text;
  ++events_;
  if (block_.size() >= block_bytes) write();
}

void ChromeTrace::name_process(unsigned process, std::string_view name, unsigned order) {
  event(fmt::format(R"({{"ph":"M","pid":{},"name":"process_name","args":{{"name":{}}}}})", process,
                    json_string(name)));
  event(fmt::format(R"({{"ph":"M","pid":{},"name":"process_sort_index","args":{{"sort_index":{}}}}})",
                    process, order));
}

void ChromeTrace::name_thread(unsigned process, unsigned thread, std::string_view name, unsigned order) {
  event(fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":{}}}}})", process,
                    thread, json_string(name)));
  event(fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}}}})",
                    process, thread, order));
}

void ChromeTrace::slice(unsigned process, unsigned thread, std::string_view name, double begin, double end,
                        std::string_view arguments) {
  event(fmt::format(R"({{"ph":"X","pid":{},"tid":{},"name":{},"ts":{},"dur":{}{}}})", process, thread,
                    json_string(name), begin, end - begin, args(arguments)));
}

void ChromeTrace::asynchronous(unsigned process, std::string_view category, std::uint64_t id,
                               std::string_view name, double begin, double end, std::string_view arguments) {
  const auto half = [&](char phase, double time, std::string_view more) {
    event(fmt::format(R"({{"ph":"{}","cat":"{}","id":{},"pid":{},"tid":0,"name":{},"ts":{}{}}})", phase,
                      category, id, process, json_string(name), time, more));
  };
  half('b', begin, args(arguments));
  half('e', end, "");
}

}  // namespace heddle
