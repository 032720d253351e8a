// SPDX-License-Identifier: Apache-2.0
#pragma once

// Included ahead of Verilator's runtime when it is compiled into the archive: its messages come here.

/// What the RTL prints. Messages of errors are kept for the exception that follows them; the rest goes to
/// stdout.
int heddle_rtl_printf(const char* format, ...) __attribute__((format(printf, 1, 2)));

#define VL_PRINTF heddle_rtl_printf
#define VL_USER_FINISH
#define VL_USER_STOP
#define VL_USER_FATAL
#define VL_USER_WARN
