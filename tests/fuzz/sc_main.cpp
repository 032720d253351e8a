// SPDX-License-Identifier: Apache-2.0
/// The library of SystemC wants a program to have this function, which no fuzzer calls.
extern "C" int sc_main(int, char**) { return 1; }
