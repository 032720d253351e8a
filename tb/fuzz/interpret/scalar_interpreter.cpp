// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/interpret/scalar_interpreter.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <span>

#include "models/base/error.hpp"
#include "tb/fuzz/forms/atomic_operations.hpp"
#include "tb/fuzz/forms/forms.hpp"
#include "tb/fuzz/interpret/scalar_probes.hpp"
#include "tb/fuzz/interpret/scalar_program.hpp"
#include "tb/fuzz/interpret/scalar_thread.hpp"
#include "tb/fuzz/tree/collectives.hpp"
#include "tb/fuzz/tree/tree_check.hpp"

namespace heddle::fuzz {
namespace {

class Interpreter {
 public:
  Interpreter(const KernelTree& kernel, const std::vector<Probe>& probes, std::uint64_t most)
      : k_(kernel), most_(most), code_(flattened(kernel.body)), probes_(probes, code_) {
    for (const InputBuffer& b : kernel.inputs) inputs_.push_back(content_of(b));
    constants_ = content_of(kernel.constants);
    for (const DeviceFunction& f : kernel.functions) functions_.push_back(flattened(f.body));
    after_.output.resize(kernel.output_bytes());
    after_.cells = first_cells(kernel);
    after_.observed.resize(probes.size());
  }

  Buffers run() {
    for (std::uint32_t cta = 0; cta < k_.shape.grid; ++cta) run_cta(cta);
    return std::move(after_);
  }

 private:
  using K = Statement::Kind;
  using Do = ScalarStep::Do;

  /// Returns the statement at which the thread waits for others, or null.
  const Statement* awaited(const Thread& t) const {
    if (t.ended || t.pc >= code_.size() || code_[t.pc].what != Do::statement) return nullptr;
    const Statement& s = *code_[t.pc].statement;
    return s.kind == K::exchange || s.kind == K::group_exchange || s.kind == K::reduce ||
                   s.kind == K::collective
               ? &s
               : nullptr;
  }
  const Statement* awaited_in_warp(const Thread& t) const {
    const Statement* s = awaited(t);
    return s != nullptr && s->kind == K::collective && !s->collective->barrier ? s : nullptr;
  }

  void run_cta(std::uint32_t cta) {
    std::vector<Thread> threads(k_.shape.threads());
    for (std::uint32_t i = 0; i < threads.size(); ++i) {
      Thread& t = threads[i];
      t.linear = i;
      t.x = i % k_.shape.cta_x;
      t.y = i / k_.shape.cta_x;
      t.cta = cta;
      t.local = OwnMemory(k_.local_bytes);
      t.shared = OwnMemory(8 * k_.shared_slots);
    }
    for (;;) {
      std::size_t ended = 0;
      for (Thread& t : threads) {
        while (!t.ended && awaited(t) == nullptr) advance(t);
        ended += t.ended;
      }
      if (ended == threads.size()) return;
      if (warps_together(threads)) continue;
      if (ended != 0) invalid("a thread ends ahead of a barrier");
      const std::size_t at = threads[0].pc;
      for (const Thread& t : threads)
        if (t.pc != at || awaited_in_warp(t) != nullptr) invalid("threads wait for different things");
      together(threads, *code_[at].statement);
      for (Thread& t : threads) ++t.pc;
    }
  }

  void count() {
    if (++steps_ > most_) invalid("the kernel takes too many steps");
  }

  void advance(Thread& t) {
    if (t.pc == code_.size()) {
      t.ended = true;
      return;
    }
    t.pc = step(t, t.registers, code_[t.pc], t.pc);
  }

  /// Executes a step and returns the next program counter.
  std::size_t step(Thread& t, Registers& r, const ScalarStep& s, std::size_t pc) {
    count();
    switch (s.what) {
      case Do::jump:
        return s.target;
      case Do::jump_unless:
        return r.get(s.statement->guard) != 0 ? pc + 1 : s.target;
      case Do::start_loop:
        r.set(s.statement->results[0], r.get(s.statement->sources[0]) & s.statement->place.offset);
        return pc + 1;
      case Do::test_loop:
        return r.get(s.statement->results[0]) == 0 ? s.target : pc + 1;
      case Do::next_loop:
        r.set(s.statement->results[0], r.get(s.statement->results[0]) - 1);
        return s.target;
      case Do::statement:
        break;
    }
    const Statement& st = *s.statement;
    if (st.guarded && r.get(st.guard) == 0) return pc + 1;
    if (st.kind == K::leave) return s.target;
    if (st.kind == K::exit)
      t.ended = true;
    else
      execute(t, r, st);
    return probes_.next(st, r, after_.observed, pc + 1);
  }

  void execute(Thread& t, Registers& r, const Statement& s) {
    switch (s.kind) {
      case K::compute:
        compute(r, s);
        break;
      case K::special:
        r.set(s.results[0], special(t, s.special));
        break;
      case K::load:
        for (std::size_t i = 0; i < s.results.size(); ++i) r.set(s.results[i], load(t, r, s, i));
        break;
      case K::store:
        for (std::size_t i = 0; i < s.sources.size(); ++i) store(t, r, s, i);
        break;
      case K::copy:
        copy(t, r, s);
        break;
      case K::atomic:
        atomic(after_.cells.data() + 8 * (r.get(s.sources[1]) & (k_.cells - 1)), s, r.get(s.sources[0]));
        break;
      case K::own: {
        const std::uint64_t value = r.get(s.sources[0]);
        r.set(s.results[0], atomic(slot(t, s.place.offset), s, value));
        break;
      }
      case K::call:
        call(t, r, s);
        break;
      default:
        invalid("a barrier inside a function");
    }
  }

  static void compute(Registers& r, const Statement& s) {
    const FormOperands o = operands_of(*s.form);
    std::array<std::uint64_t, 5> in{};
    std::array<std::uint64_t, 3> out{};
    for (unsigned i = 0; i < o.sources; ++i) in[i] = r.get(s.sources[i]);
    if (o.reads_carry) in[o.sources] = r.get(carry);
    s.form->compute(in.data(), out.data());
    for (unsigned i = 0; i < o.results; ++i) r.set(s.results[i], out[i]);
    if (o.sets_carry) r.set(carry, out[o.results]);
  }

  std::uint32_t special(const Thread& t, Special s) const {
    switch (s) {
      case Special::tid_x:
        return t.x;
      case Special::tid_y:
        return t.y;
      case Special::ntid_x:
        return k_.shape.cta_x;
      case Special::ctaid_x:
        return t.cta;
      case Special::nctaid_x:
        return k_.shape.grid;
      case Special::laneid:
        return t.linear % 32;
      case Special::local_id:
        return t.linear;
      case Special::global_id:
        break;
    }
    return t.cta * k_.shape.threads() + t.linear;
  }

  std::byte* slot(const Thread& t, std::uint32_t number) {
    const std::size_t id = special(t, Special::global_id), total = k_.shape.all_threads();
    return after_.output.data() + 8 * (k_.blocked_slots ? id * k_.slots + number : number * total + id);
  }

  /// Returns the offset of element 0 of an access in a region of `bytes` bytes.
  std::size_t selected(const Thread& t, const Registers& r, const Statement& s, std::size_t bytes) const {
    const Place& p = s.place;
    const auto index =
        static_cast<std::uint32_t>(p.index.is_register ? r.get(p.index) : special(t, Special::global_id));
    const std::size_t n = s.kind == K::load ? s.results.size() : s.kind == K::copy ? 1 : s.sources.size();
    return (index * p.scale + p.offset) & (bytes - 1) & ~(s.element.bytes * n - 1);
  }

  std::uint64_t load(Thread& t, const Registers& r, const Statement& s, std::size_t i) {
    const Place& p = s.place;
    const std::size_t size = s.element.bytes;
    // A load may overwrite its own index, so the address of element 0 is computed before any result is
    // written.
    const std::byte* from = nullptr;
    switch (p.region) {
      case Region::input:
        if (i == 0) first_ = selected(t, r, s, inputs_[p.buffer].size());
        from = inputs_[p.buffer].data() + first_ + i * size;
        break;
      case Region::constant:
        if (i == 0) first_ = selected(t, r, s, constants_.size());
        from = constants_.data() + first_ + i * size;
        break;
      case Region::local:
        if (i == 0) first_ = selected(t, r, s, t.local.bytes.size());
        from = own(t.local, first_ + i * size, size);
        break;
      case Region::shared:
        from = own(t.shared, 8 * p.offset + i * size, size);
        break;
      case Region::output:
        from = slot(t, p.offset) + i * size;
        break;
      case Region::parameter:
        return k_.scalars[p.buffer].bits;
    }
    std::uint64_t bits = 0;
    std::memcpy(&bits, from, size);
    if (s.element.sign && (bits >> (8 * size - 1) & 1) != 0)
      bits |= ~cut(~std::uint64_t{0}, 8 * s.element.bytes);
    return bits;
  }

  static const std::byte* own(const OwnMemory& m, std::size_t at, std::size_t size) {
    for (std::size_t b = at; b < at + size; ++b)
      if (!m.defined[b]) invalid("memory of the thread is read before it is written");
    return m.bytes.data() + at;
  }
  static std::byte* own_to_write(OwnMemory& m, std::size_t at, std::size_t size) {
    for (std::size_t b = at; b < at + size; ++b) m.defined[b] = true;
    return m.bytes.data() + at;
  }

  void store(Thread& t, const Registers& r, const Statement& s, std::size_t i) {
    const std::size_t size = s.element.bytes;
    const std::uint64_t bits = r.get(s.sources[i]);
    std::byte* to = nullptr;
    if (s.place.region == Region::local)
      to = own_to_write(t.local, selected(t, r, s, t.local.bytes.size()) + i * size, size);
    else if (s.place.region == Region::shared)
      to = own_to_write(t.shared, 8 * s.place.offset + i * size, size);
    else
      to = slot(t, s.place.offset) + i * size;
    std::memcpy(to, &bits, size);
  }

  void copy(Thread& t, const Registers& r, const Statement& s) {
    const std::vector<std::byte>& from = inputs_[s.place.buffer];
    std::byte* to = own_to_write(t.shared, 8 * s.copied_to, s.element.bytes);
    std::memset(to, 0, s.element.bytes);
    std::memcpy(to, from.data() + selected(t, r, s, from.size()), s.copied);
  }

  /// Performs an atomic and returns the old bits.
  static std::uint64_t atomic(std::byte* at, const Statement& s, std::uint64_t value) {
    const AtomicOperation& a = atomic_named(s.text);
    std::uint64_t old = 0;
    std::memcpy(&old, at, a.bytes);
    const std::uint64_t now = a.apply(old, cut(value, 8 * a.bytes));
    std::memcpy(at, &now, a.bytes);
    return old;
  }

  void call(Thread& t, Registers& caller, const Statement& s) {
    const DeviceFunction& f = k_.functions[s.callee];
    Registers r;
    for (std::size_t i = 0; i < f.arguments.size(); ++i) r.set(f.arguments[i], caller.get(s.sources[i]));
    const auto& code = functions_[s.callee];
    for (std::size_t pc = 0; pc < code.size();) pc = step(t, r, code[pc], pc);
    caller.set(s.results[0], r.get(f.result));
  }

  /// Executes the warp instructions at which all members have arrived; returns whether there were any.
  bool warps_together(std::vector<Thread>& threads) {
    bool any = false;
    for (std::size_t first = 0; first < threads.size(); first += 32) {
      const std::span<Thread> warp(threads.data() + first, std::min<std::size_t>(threads.size() - first, 32));
      for (std::size_t lane = 0; lane < warp.size(); ++lane) {
        const Statement* s = awaited_in_warp(warp[lane]);
        if (s == nullptr) continue;
        const std::uint32_t mask = member_mask(warp, lane, *s);
        if ((mask >> lane & 1) == 0) invalid("a thread is not in the member mask of its instruction");
        std::vector<Thread*> members;
        for (std::size_t other = 0; other < 32; ++other)
          if ((mask >> other & 1) != 0 && other < warp.size() && warp[other].pc == warp[lane].pc &&
              !warp[other].ended && member_mask(warp, other, *s) == mask)
            members.push_back(&warp[other]);
        if (members.size() != static_cast<std::size_t>(std::popcount(mask))) continue;  // some are missing
        collective(members, *s);
        for (Thread* t : members) ++t->pc;
        any = true;
      }
    }
    return any;
  }

  static std::uint32_t member_mask(std::span<Thread> warp, std::size_t lane, const Statement& s) {
    if (s.sources.size() > s.collective->sources())
      return static_cast<std::uint32_t>(warp[lane].registers.get(s.sources.back()));
    return static_cast<std::uint32_t>((std::uint64_t{1} << warp.size()) - 1);
  }

  void collective(const std::vector<Thread*>& threads, const Statement& s) {
    count();
    const Collective& c = *s.collective;
    std::vector<Member> members(threads.size());
    for (std::size_t i = 0; i < threads.size(); ++i) {
      members[i].lane = threads[i]->linear % 32;
      for (unsigned k = 0; k < c.sources(); ++k) members[i].in[k] = threads[i]->registers.get(s.sources[k]);
    }
    c.compute(members);
    for (std::size_t i = 0; i < threads.size(); ++i) {
      for (unsigned k = 0; k < c.results(); ++k) threads[i]->registers.set(s.results[k], members[i].out[k]);
      probes_.next(s, threads[i]->registers, after_.observed, 0);
    }
  }

  void together(std::vector<Thread>& threads, const Statement& s) {
    if (s.kind == K::collective) {
      std::vector<Thread*> all;
      for (Thread& t : threads) all.push_back(&t);
      return collective(all, s);
    }
    count();
    std::vector<std::uint64_t> values;
    for (const Thread& t : threads) values.push_back(t.registers.get(s.sources[0]));
    if (s.kind == K::exchange || s.kind == K::group_exchange) {
      const std::size_t group = s.kind == K::exchange ? threads.size() : k_.group_threads;
      for (std::size_t i = 0; i < threads.size(); ++i)
        threads[i].registers.set(s.results[0], values[i / group * group + (i + s.place.offset) % group]);
      return;
    }
    std::vector<std::uint64_t> cells(k_.shared_cells, s.place.offset);
    for (std::size_t i = 0; i < threads.size(); ++i)
      atomic(reinterpret_cast<std::byte*>(
                 &cells[threads[i].registers.get(s.sources[1]) & (k_.shared_cells - 1)]),
             s, values[i]);
    for (Thread& t : threads)
      t.registers.set(s.results[0], cells[t.registers.get(s.sources[2]) & (k_.shared_cells - 1)]);
  }

  const KernelTree& k_;
  const std::uint64_t most_;
  std::uint64_t steps_ = 0;
  std::vector<ScalarStep> code_;
  ScalarProbes probes_;
  std::vector<std::vector<ScalarStep>> functions_;
  std::vector<std::vector<std::byte>> inputs_;
  std::vector<std::byte> constants_;
  std::size_t first_ = 0;  ///< of the load that is being executed
  Buffers after_;
};

}  // namespace

Buffers run_scalar(const KernelTree& kernel, const std::vector<Probe>& probes, std::uint64_t most_steps) {
  check_references(kernel);
  require_sound(kernel, probes);
  return Interpreter(kernel, probes, most_steps).run();
}

}  // namespace heddle::fuzz
