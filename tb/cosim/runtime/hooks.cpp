// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/runtime/hooks.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

#include "verilated.h"
#include "verilated_funcs.h"

// Verilator would end the process when an assertion fails; here it becomes an exception of RtlModel::edge.

namespace {

std::string complaint;

[[noreturn]] void fail(const char* file, int line, const std::string& message) {
  std::string text = complaint.empty()
                         ? std::string(file ? file : "") + ":" + std::to_string(line) + ": " + message
                         : complaint;
  complaint.clear();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  throw std::runtime_error(text);
}

}  // namespace

int heddle_rtl_printf(const char* format, ...) {
  char text[2048];
  std::va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (std::string(text).find("%Error") != std::string::npos)
    complaint = text;
  else
    std::fputs(text, stdout);
  return length;
}

void vl_finish(const char* file, int line, const char*) { fail(file, line, "the RTL called $finish"); }
void vl_stop(const char* file, int line, const char*) { fail(file, line, "the RTL called $stop"); }
/// A memory without its contents is another circuit. What else Verilator warns of is printed.
void vl_warn(const char* file, int line, const char*, const char* message) {
  if (std::strstr(message, "not found") != nullptr)
    throw std::runtime_error(std::string(file) + ": " + message +
                             ", neither beside the RTL nor in its folders nor in the working folder");
  heddle_rtl_printf("%%Warning: %s:%d: %s\n", file, line, message);
}
void vl_fatal(const char* file, int line, const char*, const char* message) { fail(file, line, message); }
