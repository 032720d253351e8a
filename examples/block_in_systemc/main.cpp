// SPDX-License-Identifier: Apache-2.0
// The BDI compressor of Lee2015 in a SystemC design: clocked by an sc_clock, connected by sc_signals, driven
// by a thread. Two cycles after a warp register has entered, its compressed form leaves.
#include <cstdio>
#include <systemc>

#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"

using namespace heddle;

struct Producer : sc_core::sc_module {
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_out<bool> rst_n{"rst_n"};
  sc_core::sc_out<Beat<UncompressedRegister>> request{"request"};
  sc_core::sc_in<Beat<EncodedRegister>> response{"response"};

  SC_HAS_PROCESS(Producer);
  explicit Producer(sc_core::sc_module_name name) : sc_module(name) { SC_THREAD(produce); }

  /// One register: its lanes hold 1000, 1000 + step, 1000 + 2 step, ...
  void send(unsigned step) {
    Beat<UncompressedRegister> beat;
    beat.valid = true;
    for (unsigned lane = 0; lane < warp_size; ++lane) beat.payload.data[lane] = 1000 + step * lane;
    request.write(beat);
    wait(clk.posedge_event());
    request.write({});
    unsigned edges = 0;
    do {
      wait(clk.posedge_event());
      ++edges;
    } while (!response.read().valid);
    std::printf("lanes 1000 + %u i: encoding %s, after %u cycles\n", step,
                heddle::name(response.read().payload.encoding), edges);
  }

  void produce() {
    rst_n.write(false);
    wait(clk.posedge_event());
    rst_n.write(true);
    for (const unsigned step : {0u, 1u, 100u, 100'000u}) send(step);
    sc_core::sc_stop();
  }
};

int sc_main(int, char**) {
  sc_core::sc_clock clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
  sc_core::sc_signal<bool> rst_n("rst_n");
  sc_core::sc_signal<Beat<UncompressedRegister>> request("request");
  sc_core::sc_signal<Beat<EncodedRegister>> response("response");

  BdiCompressor compressor("compressor", {.latency = 2});
  compressor.io.clk(clock);
  compressor.io.rst_n(rst_n);
  compressor.io.req.port(request);
  compressor.io.rsp.port(response);

  Producer producer("producer");
  producer.clk(clock);
  producer.rst_n(rst_n);
  producer.request(request);
  producer.response(response);

  sc_core::sc_start();
  return 0;
}

int main(int argc, char** argv) { return sc_core::sc_elab_and_sim(argc, argv); }
