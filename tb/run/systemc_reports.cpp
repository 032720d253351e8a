// SPDX-License-Identifier: Apache-2.0
#include "tb/run/systemc_reports.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace heddle {
namespace {

void handle(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
  if (report.get_severity() == sc_core::SC_WARNING)
    fmt::print(stderr, "heddle: warning: {}\n", error_of(report).what());
  if (report.get_severity() >= sc_core::SC_ERROR)
    sc_core::sc_report_handler::default_handler(report, actions);  // throws
}

}  // namespace

void route_systemc_reports() {
  setenv("SC_COPYRIGHT_MESSAGE", "DISABLE", 1);
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  using Handler = sc_core::sc_report_handler;
  // A SystemC process must throw an sc_report: the kernel passes no other exception on unchanged.
  Handler::set_actions(sc_core::SC_ERROR, sc_core::SC_CACHE_REPORT | sc_core::SC_THROW);
  Handler::set_actions(sc_core::SC_FATAL, sc_core::SC_CACHE_REPORT | sc_core::SC_THROW);
  Handler::set_handler(&handle);
}

Error error_of(const sc_core::sc_report& report) {
  const char* process = report.get_process_name();
  return Error(
      {.place = process ? process : "SystemC", .what = report.get_msg_type(), .value = report.get_msg()});
}

}  // namespace heddle
