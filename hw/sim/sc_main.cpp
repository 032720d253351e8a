int sc_main(int, char**) { return 0; }  // libsystemc wants one; Heddle has a main of its own
