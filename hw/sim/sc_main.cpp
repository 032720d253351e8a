// SPDX-License-Identifier: Apache-2.0
#include <systemc>

// libsystemc refers to sc_main. It is weak, so that a program that links this library may define its own.
__attribute__((weak)) int sc_main(int, char**) { return 0; }
