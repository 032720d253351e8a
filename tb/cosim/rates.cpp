#include "tb/cosim/rates.hpp"

#include <ctime>

namespace heddle {
namespace {

struct Tie {
  void* rtl;
  std::size_t offset, bytes;
};
struct TiedChannel {
  const PinLayout* layout;
  std::vector<Tie> ties;  // the valid bit of a beat comes last
};

std::vector<TiedChannel> tie(const std::map<std::string, RtlPort, std::less<>>& ports,
                             const std::vector<const PinLayout*>& layouts) {
  std::vector<TiedChannel> all;
  for (const PinLayout* layout : layouts) {
    all.push_back({layout, {}});
    for (const Field& f : layout->fields())
      all.back().ties.push_back({ports.find(f.name)->second.data, f.offset, rtl_bytes(f.bits)});
  }
  return all;
}

}  // namespace

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double bare_rate(RtlModel& rtl, const std::vector<const PinLayout*>& inputs,
                 const std::vector<const PinLayout*>& outputs, const Trace& trace, double seconds) {
  const auto ports = rtl.ports();
  const std::vector<TiedChannel> in = tie(ports, inputs), out = tie(ports, outputs);
  *static_cast<unsigned char*>(ports.find("rst_ni")->second.data) = 1;
  std::uint64_t vectors = 0, seen = 0;
  const double start = thread_seconds();
  double spent = 0;
  while ((spent = thread_seconds() - start) < seconds) {
    for (std::size_t cycle = 0; cycle < trace.cycles(); ++cycle) {
      for (std::size_t i = 0; i < in.size(); ++i) {
        const std::byte* value = trace[cycle][i];
        const bool valid = in[i].layout->valid(value);
        for (std::size_t t = valid ? 0 : in[i].ties.size() - 1; t < in[i].ties.size(); ++t)
          std::memcpy(in[i].ties[t].rtl, value + in[i].ties[t].offset, in[i].ties[t].bytes);
      }
      rtl.edge();
      for (const TiedChannel& c : out) {
        const bool valid = !c.layout->has_valid() || *static_cast<const unsigned char*>(c.ties.back().rtl) != 0;
        for (std::size_t t = 0; valid && t < c.ties.size(); ++t)
          for (std::size_t b = 0; b < c.ties[t].bytes; ++b) seen += static_cast<const unsigned char*>(c.ties[t].rtl)[b];
      }
    }
    vectors += trace.vectors();
  }
  [[maybe_unused]] volatile std::uint64_t read = seen;  // so that the reading is not optimised away
  return static_cast<double>(vectors) / spent;
}

Replay::Replay(const char* name, Block& block) : domain_(name, 1'000'000) {
  Pins& pins = block.pins();
  pins.clk(domain_);
  pins.rst_n(rst_n_);
  for (Channel* c : pins.channels) {
    auto& nets = c->input() ? inputs_ : outputs_;
    nets.push_back(c->make_net(sc_core::sc_gen_unique_name("replay"), Carrier::wire));
    nets.back()->bind(*c);
  }
  rst_n_.write(true);
  domain_.attach(*this);
}

double Replay::run(const Trace& trace, double seconds) {
  trace_ = &trace;
  std::uint64_t vectors = 0;
  const double start = thread_seconds();
  double spent = 0;
  while ((spent = thread_seconds() - start) < seconds) {
    constexpr std::uint64_t rounds = 16;
    left_ = rounds * trace.cycles();
    wake();
    sc_core::sc_start(sc_core::sc_time::from_value(domain_.period_fs() * left_));
    vectors += rounds * trace.vectors();
  }
  return static_cast<double>(vectors) / spent;
}

Cycle Replay::tick(Cycle now) {
  if (left_ == 0) return never;
  --left_;
  for (std::size_t i = 0; i < inputs_.size(); ++i) inputs_[i]->write((*trace_)[next_][i]);
  next_ = next_ + 1 == trace_->cycles() ? 0 : next_ + 1;
  return now + 1;
}

}  // namespace heddle
