#include <systemc>

// libsystemc wants one; Heddle has a main of its own, and so may a program with these libraries.
__attribute__((weak)) int sc_main(int, char**) { return 0; }
