#include <systemc>

// libsystemc wants one; Heddle has a main of its own.
int sc_main(int, char**) { return 0; }
