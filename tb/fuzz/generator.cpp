#include "tb/fuzz/generator.hpp"

#include <algorithm>
#include <bit>

#include "tb/fuzz/atomic_operations.hpp"
#include "tb/fuzz/kernel_shape.hpp"
#include "tb/fuzz/statement_writer.hpp"

namespace heddle::fuzz {
namespace {

/// Where statements go, and what may stand there.
struct Scope {
  bool uniform = true;     ///< all threads of a CTA come here alike, and none has ended: barriers are legal
  bool may_leave = false;  ///< the innermost loop, in which nobody waits for others
  bool in_function = false;
  std::uint32_t depth = 0;
  std::uint32_t times = 1;  ///< that it is executed at most
};

class Generator {
 public:
  Generator(std::uint64_t seed, std::uint64_t number, const GeneratorLimits& limits)
      : limits_(limits), random_(seed * 0x9e3779b97f4a7c15u ^ (number + 1) * 0xd1342543de82ef95u) {}

  KernelTree make() {
    draw_shape(random_, limits_, k_);
    warps_ = std::max(1u, k_.shape.grid * ((k_.shape.threads() + 31) / 32));
    budget_ = limits_.warp_statements / warps_;
    draw_weights();
    draw_functions();
    w_.to = &k_.body;
    begin();
    const std::uint32_t wanted = 10 + random_.below(limits_.statements - 10);
    fill(k_.body, wanted, {});
    end();
    return std::move(k_);
  }

 private:
  using K = Statement::Kind;

  bool one_in(std::uint32_t n) { return random_.one_in(n); }
  std::uint32_t below(std::uint32_t n) { return random_.below(n); }
  std::vector<Reg>& pool(Kind k) { return pools_[static_cast<unsigned>(k)]; }

  void draw_weights() {
    for (auto& w : weights_) w = 1 + below(8);
    // Some kernels are about one thing.
    if (one_in(3)) weights_[below(families)] = 30;
    weights_[static_cast<unsigned>(Family::carry)] = 0;  // in chains only
    weights_[static_cast<unsigned>(Family::slow_integer)] =
        std::min(weights_[static_cast<unsigned>(Family::slow_integer)], 3u);
    compare_bias_ = 1 + below(4);
  }

  // -- registers and operands

  Reg any(Kind k) { return pool(k)[below(static_cast<std::uint32_t>(pool(k).size()))]; }
  Operand source(Kind k) {
    if (k == Kind::b32 && !counters_.empty() && one_in(10)) return operand_of(counters_.back());
    return operand_of(any(k));
  }
  Operand predicate() {
    Operand o = operand_of(any(Kind::pred));
    o.negated = one_in(2);
    return o;
  }
  std::uint64_t literal_bits(Kind k) {
    static constexpr std::uint32_t singles[] = {0x3f800000, 0xbf000000, 0x40490fdb, 0,
                                                0x80000000, 0x7f800000, 0x00000003, 0x4b800001};
    static constexpr std::uint64_t reals[] = {
        0x3ff0000000000000, 0xbfe0000000000000, 0x400921fb54442d18, 0, 0x7ff0000000000000, 7};
    switch (k) {
      case Kind::f32:
        return singles[below(8)];
      case Kind::f64:
        return reals[below(6)];
      default:
        break;
    }
    std::uint64_t bits = one_in(3) ? random_() : one_in(2) ? below(64) : 0 - std::uint64_t{below(9)};
    if (bits_of(k) < 64) bits &= (std::uint64_t{1} << bits_of(k)) - 1;
    return bits;
  }

  // -- statements

  bool drawn(const Form& f) const { return limits_.draws == nullptr || limits_.draws(f); }
  bool possible(const Form& f) {
    if (!drawn(f)) return false;
    const FormOperands o = operands_of(f);
    for (unsigned i = 0; i < o.results; ++i)
      if (pool(o.result[i]).empty()) return false;
    for (unsigned i = 0; i < o.sources; ++i)
      if (pool(o.source[i]).empty()) return false;
    return o.results != 2 || pool(Kind::pred).size() >= 2;
  }

  Family draw_family() {
    std::uint32_t total = 0;
    for (const auto w : weights_) total += w;
    std::uint32_t at = below(total);
    for (unsigned f = 0; f < families; ++f) {
      if (at < weights_[f]) return static_cast<Family>(f);
      at -= weights_[f];
    }
    return Family::integer;
  }

  void maybe_guard(Statement& s, std::uint32_t one_of = 5) {
    if (!one_in(one_of)) return;
    s.guarded = true;
    s.guard = predicate();
  }

  void compute() {
    const auto forms = forms_of(below(8) < compare_bias_ ? Family::compare : draw_family());
    for (unsigned attempt = 0; attempt < 20; ++attempt) {
      if (forms.empty()) return;
      const Form& f = *forms[below(static_cast<std::uint32_t>(forms.size()))];
      if (possible(f)) return compute(f);
    }
  }

  void compute(const Form& f) {
    const FormOperands o = operands_of(f);
    std::vector<Operand> sources;
    for (unsigned i = 0; i < o.sources; ++i) {
      Operand s = source(o.source[i]);
      const bool last = i + 1 == o.sources || o.source[i + 1] == Kind::pred;
      if (o.sources > 1 && last && o.source[i] != Kind::pred && o.source[i] != Kind::f16 && one_in(5))
        s = literal_operand(o.source[i], literal_bits(o.source[i]));
      if (o.canonical[i] && s.is_register) w_.canonical(s.reg);
      sources.push_back(s);
    }
    std::vector<Reg> results;
    for (unsigned i = 0; i < o.results; ++i) results.push_back(any(o.result[i]));
    if (o.results == 2)
      while (results[1] == results[0]) results[1] = any(o.result[1]);
    recent_ = results[0];
    maybe_guard(w_.compute(f, results, sources));
  }

  /// add.cc, addc.cc, ..., addc: of one or two words or more; now and then something stands between them.
  void carry_chain() {
    if (!drawn(form_named("add.cc.u32"))) return compute();
    const bool wide = !pool(Kind::b64).empty() && one_in(3), subtract = one_in(2), product = one_in(4);
    const Kind k = wide ? Kind::b64 : Kind::b32;
    static constexpr const char* types[] = {".u32", ".s32", ".u64", ".s64"};
    const std::string type = types[(wide ? 2 : 0) + below(2)];
    const auto form = [&](const char* sum, const char* borrow, const char* multiply) -> const Form& {
      return form_named((product ? multiply : subtract ? borrow : sum) + type);
    };
    const std::uint32_t words = 1 + below(3);
    compute(form("add.cc", "sub.cc", one_in(2) ? "mad.lo.cc" : "mad.hi.cc"));
    w_.to->back().guarded = false;  // no carry before this one need have been written
    for (std::uint32_t i = 0; i < words; ++i) {
      if (one_in(3)) compute();
      compute(form("addc.cc", "subc.cc", one_in(2) ? "madc.lo.cc" : "madc.hi.cc"));
    }
    if (one_in(3)) compute();
    compute(form("addc", "subc", one_in(2) ? "madc.lo" : "madc.hi"));
    w_.to->back().guarded = false;
    w_.mix(sum_, any(k));
  }

  void special() {
    Statement& s = w_.add(K::special);
    s.special = static_cast<Special>(below(8));
    s.results = {any(Kind::b32)};
    maybe_guard(s);
  }

  Element element(Kind k, bool load) {
    static constexpr Element narrow[] = {
        {"u8", 1, false}, {"s8", 1, true}, {"u16", 2, false}, {"s16", 2, true}, {"b16", 2, false}};
    static constexpr Element words[] = {{"b32", 4, false}, {"u32", 4, false}, {"s32", 4, true}};
    static constexpr Element wide[] = {{"b64", 8, false}, {"u64", 8, false}, {"s64", 8, true}};
    switch (k) {
      case Kind::b16:
        return load && one_in(4) ? narrow[below(2)] : narrow[2 + below(3)];
      case Kind::b32:
        return one_in(4) ? narrow[below(4)] : words[below(3)];
      case Kind::b64:
        return one_in(5) ? words[1 + below(2)] : wide[below(3)];
      case Kind::f16:
        return {"b16", 2, false};
      case Kind::f32:
        return {"f32", 4, false};
      default:
        return {"f64", 8, false};
    }
  }

  Kind draw_kind() {
    for (;;) {
      const auto k = static_cast<Kind>(1 + below(kinds - 1));
      if (!pool(k).empty()) return k;
      if (one_in(8)) return Kind::b32;
    }
  }

  /// One to four elements in `room` bytes; an instruction has at most four words of values.
  std::uint32_t draw_lanes(Kind k, const Element& e, std::uint32_t room, bool vector) {
    if (!vector || one_in(2)) return 1;
    const std::uint32_t n = one_in(2) && bits_of(k) != 64 ? 4 : 2;
    return n * e.bytes <= std::min(16u, room) ? n : 1;
  }

  void place_index(Place& p) {
    static constexpr std::uint32_t scales[] = {4, 4, 4, 8, 16, 1, 2, 12, 128, 20, 36, 256};
    p.scale = scales[below(12)];
    p.offset = one_in(3) ? below(256) : 0;
    if (one_in(2)) {
      p.index = source(Kind::b32);
    } else {
      p.index = {.is_register = false};  // the thread's number
    }
  }

  static constexpr const char* load_caches[] = {"", "", "", "", ".ca", ".cg", ".cs", ".cv"};
  static constexpr const char* store_caches[] = {"", "", "", "", ".wb", ".cg", ".cs", ".wt"};

  void load(const Scope& scope) {
    const Kind k = draw_kind();
    Statement s;
    s.element = element(k, true);
    const std::uint32_t which = below(16);
    std::uint32_t room = 16;
    if (which == 0 && k_.constant_bytes != 0) {
      s.place.region = Region::constant;
      place_index(s.place);
    } else if (which == 1 && k_.local_bytes != 0 && !scope.in_function) {
      s.place.region = Region::local;
      place_index(s.place);
      room = std::min(16u, k_.local_bytes);
    } else if (which == 2) {
      return load_parameter();
    } else if (which <= 4 && k_.slots > 1) {
      s.place.region = Region::output;
      s.place.offset = below(k_.slots);
      room = k_.blocked_slots && k_.slots % 2 == 0 && s.place.offset % 2 == 0 ? 16 : 8;
    } else if (which <= 6 && k_.shared_slots != 0) {
      s.place.region = Region::shared;
      s.place.offset = below(k_.shared_slots);
      room = 8;
    } else {
      s.place.buffer = static_cast<std::uint8_t>(below(static_cast<std::uint32_t>(k_.inputs.size())));
      place_index(s.place);
      s.text = load_caches[below(8)];
    }
    std::uint32_t n = draw_lanes(k, s.element, room, s.place.region != Region::constant);
    if (pool(k).size() < n) n = 1;
    while (s.results.size() < n) {
      const Reg r = any(k);
      if (std::find(s.results.begin(), s.results.end(), r) == s.results.end()) s.results.push_back(r);
    }
    append(K::load, std::move(s), 6);
    if (one_in(3)) w_.mix(sum_, w_.to->back().results[below(n)]);
  }

  void load_parameter() {
    const auto n = below(static_cast<std::uint32_t>(k_.scalars.size()));
    const Kind k = k_.scalars[n].kind;
    if (pool(k).empty()) return;
    Statement s;
    s.element = k == Kind::f32   ? Element{"f32", 4, false}
                : k == Kind::f64 ? Element{"f64", 8, false}
                : k == Kind::b64 ? Element{"u64", 8, false}
                                 : Element{"u32", 4, false};
    s.place.region = Region::parameter;
    s.place.buffer = static_cast<std::uint8_t>(n);
    s.results = {any(k)};
    append(K::load, std::move(s), 6);
  }

  void append(K kind, Statement s, std::uint32_t guard_one_of) {
    Statement& added = w_.add(kind);
    const std::uint32_t id = added.id;
    added = std::move(s);
    added.kind = kind;
    added.id = id;
    maybe_guard(added, guard_one_of);
  }

  void store() {
    const Kind k = draw_kind();
    Statement s;
    s.element = element(k, false);
    const std::uint32_t which = below(4);
    std::uint32_t room = 8;
    if (which == 0 && k_.local_bytes != 0) {
      s.place.region = Region::local;
      place_index(s.place);
      room = std::min(16u, k_.local_bytes);
    } else if (which == 1 && k_.shared_slots != 0) {
      s.place.region = Region::shared;
      s.place.offset = below(k_.shared_slots);
    } else if (k_.slots > 1) {
      s.place.region = Region::output;
      s.place.offset = 1 + below(k_.slots - 1);  // slot 0 is the sum's
      room = k_.blocked_slots && k_.slots % 2 == 0 && s.place.offset % 2 == 0 ? 16 : 8;
      s.text = store_caches[below(8)];
    } else {
      return;
    }
    const std::uint32_t n = draw_lanes(k, s.element, room, true);
    for (std::uint32_t i = 0; i < n; ++i) {
      const Reg r = any(k);
      w_.canonical(r);
      s.sources.push_back(operand_of(r));
    }
    append(K::store, std::move(s), 6);
  }

  void atomic() {
    if (k_.cells == 0) return;
    // Each cell sees one operation only: others would not commute with it.
    const AtomicOperation& a =
        *std::find_if(atomic_operations().begin(), atomic_operations().end(),
                      [&](const auto& op) { return op.text == std::string_view(atomic_text_); });
    const Kind k = a.bytes == 8 ? Kind::b64 : Kind::b32;
    if (pool(k).empty()) return;
    Statement s;
    s.text = a.text;
    s.sources = {operand_of(any(k)), operand_of(any(Kind::b32))};
    append(K::atomic, std::move(s), 4);
  }

  void own() {
    if (k_.slots < 2) return;
    const auto& all = atomic_operations();
    const AtomicOperation& a = all[below(static_cast<std::uint32_t>(all.size()))];
    const Kind k = a.bytes == 8 ? Kind::b64 : Kind::b32;
    if (pool(k).empty()) return;
    Statement s;
    s.text = a.text;
    s.place.region = Region::output;
    s.place.offset = 1 + below(k_.slots - 1);
    s.results = {any(k)};
    s.sources = {operand_of(any(k))};
    append(K::own, std::move(s), 4);
  }

  void exchange() {
    const Kind k = draw_kind();
    Statement s;
    if (bits_of(k) == 16) return;
    s.place.offset = one_in(2) ? 1 + below(33) : below(k_.shape.threads() + 1);
    s.sources = {operand_of(any(k))};
    s.results = {any(k)};
    const Reg r = s.results[0];
    append(K::exchange, std::move(s), ~0u);
    w_.to->back().guarded = false;
    w_.mix(sum_, r);
  }

  void reduce() {
    static constexpr const char* texts[] = {"add.u32", "min.s32", "max.u32", "xor.b32",
                                            "or.b32",  "and.b32", "min.u32", "max.s32"};
    Statement s;
    s.text = texts[below(8)];
    s.place.offset = below(1000);
    s.sources = {operand_of(any(Kind::b32)), operand_of(any(Kind::b32)), operand_of(any(Kind::b32))};
    s.results = {any(Kind::b32)};
    append(K::reduce, std::move(s), ~0u);
    w_.to->back().guarded = false;
  }

  void call() {
    const auto n = below(static_cast<std::uint32_t>(k_.functions.size()));
    const DeviceFunction& f = k_.functions[n];
    Statement s;
    s.callee = static_cast<std::uint8_t>(n);
    for (const Reg a : f.arguments) {
      if (pool(a.kind).empty()) return;
      s.sources.push_back(operand_of(any(a.kind)));
    }
    if (pool(f.result.kind).empty()) return;
    s.results = {any(f.result.kind)};
    append(K::call, std::move(s), 6);
  }

  /// A predicate that waits for a slow pipeline and is soon overwritten by a fast one, and the same of a
  /// register: what several pipelines must keep apart.
  void slow_then_fast() {
    const auto slow = forms_of(one_in(2) ? Family::real : Family::special_function);
    for (std::uint32_t i = 1 + below(3); i-- > 0;) {
      const Form& f = *slow[below(static_cast<std::uint32_t>(slow.size()))];
      if (possible(f)) compute(f);
    }
    static constexpr const char* combined[] = {"setp.lt.and.f64",  "setp.ge.or.f64",   "setp.ne.xor.f64",
                                               "setp.gt.and.f64|", "setp.neu.and.f32", "set.lt.and.s32.f64"};
    const Form& f = form_named(combined[below(6)]);
    if (possible(f)) compute(f);
    if (w_.to->empty()) return;
    const Statement last = w_.to->back();
    for (const Operand& o : last.sources)
      if (o.is_register && o.reg.kind == Kind::pred) {
        static constexpr const char* fast[] = {"setp.eq.u32", "setp.lt.s32", "setp.ne.u32"};
        w_.compute(fast[below(3)], {o.reg}, {source(Kind::b32), source(Kind::b32)});
      }
  }

  void branch(const Scope& scope, std::uint32_t size) {
    Statement& s = w_.add(K::branch);
    s.guard = predicate();
    s.guarded = true;
    std::vector<Statement>* const outer = w_.to;
    const std::size_t at = outer->size() - 1;
    Scope inner = scope;
    inner.uniform = false;
    ++inner.depth;
    std::vector<Statement> body, otherwise;
    fill(body, 1 + below(size), inner);
    if (one_in(2)) fill(otherwise, 1 + below(size), inner);
    w_.to = outer;
    (*outer)[at].body = std::move(body);
    (*outer)[at].otherwise = std::move(otherwise);
  }

  void loop(const Scope& scope, std::uint32_t size) {
    const bool uniform = one_in(2);
    Statement& s = w_.add(K::loop);
    s.results = {w_.fresh(Kind::b32)};
    s.place.offset = one_in(3) ? limits_.trips : limits_.trips >> 1;
    s.sources = {uniform ? literal_operand(Kind::b32, 1 + below(limits_.trips)) : source(Kind::b32)};
    Scope inner = scope;
    inner.uniform = scope.uniform && uniform;
    inner.may_leave = !inner.uniform;
    ++inner.depth;
    inner.times = scope.times * s.place.offset;
    counters_.push_back(s.results[0]);
    std::vector<Statement>* const outer = w_.to;
    const std::size_t at = outer->size() - 1;
    std::vector<Statement> body;
    fill(body, 2 + below(size), inner);
    w_.to = outer;
    (*outer)[at].body = std::move(body);
    counters_.pop_back();
  }

  void leave() {
    Statement& s = w_.add(K::leave);
    s.guarded = true;
    s.guard = predicate();
  }

  void mix_some() { w_.mix(sum_, one_in(2) ? recent_ : any(one_in(4) ? Kind::pred : draw_kind())); }

  void fill(std::vector<Statement>& body, std::uint32_t count, const Scope& scope) {
    w_.to = &body;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (spent_ > budget_) return;
      const std::size_t before = body.size();
      draw(scope, std::min(count, 14u));
      w_.to = &body;
      spent_ += scope.times * 3 * (body.size() - before);
    }
  }

  void draw(const Scope& scope, std::uint32_t size) {
    const std::uint32_t what = below(100);
    const bool deeper = scope.depth < limits_.depth && !scope.in_function;
    if (scope.in_function && what >= 64) return compute();
    if (what < 46) return compute();
    if (what < 52) return carry_chain();
    if (what < 56) return slow_then_fast();
    if (what < 60) return mix_some();
    if (what < 64) return special_or_compute(scope);
    if (what < 76) return load(scope);
    if (what < 83) return store();
    if (what < 85) return atomic();
    if (what < 87) return own();
    if (what < 91) return deeper ? branch(scope, size) : compute();
    if (what < 94) return deeper && scope.times <= limits_.trips ? loop(scope, size) : compute();
    if (what < 96) return scope.may_leave ? leave() : compute();
    if (what < 98)
      return scope.uniform && k_.shared ? (one_in(4) && k_.shared_cells != 0 ? reduce() : exchange())
                                        : compute();
    return k_.functions.empty() ? compute() : call();
  }

  void special_or_compute(const Scope& scope) { scope.in_function ? compute() : special(); }

  // -- the ends of the kernel

  void draw_pools(std::uint32_t most) {
    const auto fill_pool = [&](Kind k, std::uint32_t least, std::uint32_t span) {
      for (std::uint32_t n = least + below(span); n-- > 0;) pool(k).push_back(w_.fresh(k));
    };
    for (auto& p : pools_) p.clear();
    fill_pool(Kind::pred, 2, 4);
    fill_pool(Kind::b32, 3, most);
    if (!one_in(3)) fill_pool(Kind::b64, 1, 1 + most / 3);
    if (!one_in(3)) fill_pool(Kind::f32, 1, 1 + most / 2);
    if (!one_in(3)) fill_pool(Kind::f64, 1, 1 + most / 4);
    if (one_in(2)) fill_pool(Kind::b16, 1, 1 + most / 4);
    if (one_in(3) && drawn(form_named("mov.b16", "h:x"))) fill_pool(Kind::f16, 2, 1 + most / 4);
  }

  void draw_functions() {
    if (!one_in(4)) return;
    for (std::uint32_t n = 1 + below(2); n-- > 0;) {
      DeviceFunction f;
      w_ = {};
      draw_pools(4);
      sum_ = w_.fresh(Kind::b32);
      w_.to = &f.body;
      w_.compute("mov.b32", {sum_}, {literal_operand(Kind::b32, below(1000))}, "r:r");
      // Predicates do not travel; the others are arguments.
      for (unsigned k = 1; k < kinds; ++k)
        for (const Reg r : pools_[k]) f.arguments.push_back(r);
      for (const Reg p : pool(Kind::pred))
        w_.compute("setp.lt.s32", {p}, {operand_of(any(Kind::b32)), operand_of(any(Kind::b32))});
      recent_ = any(Kind::b32);
      const std::uint64_t budget = budget_;
      fill(f.body, 2 + below(8), {.uniform = false, .in_function = true});
      budget_ = budget, spent_ = 0;
      w_.to = &f.body;
      w_.mix(sum_, recent_);
      f.result = sum_;
      k_.functions.push_back(std::move(f));
    }
  }

  /// Gives every register of the pools a first value.
  void begin() {
    w_ = {};
    w_.to = &k_.body;
    static constexpr std::uint32_t sizes[] = {4, 8, 14, 24};
    draw_pools(sizes[below(4)]);
    sum_ = w_.fresh(Kind::b32);
    const auto& all = atomic_operations();
    do atomic_text_ = all[below(static_cast<std::uint32_t>(all.size()))].text;
    while (!atomic_named(atomic_text_).order_free);
    Statement id;
    id.special = Special::global_id;
    id.results = {sum_};
    append(K::special, std::move(id), ~0u);
    w_.to->back().guarded = false;
    for (unsigned k = 1; k < kinds; ++k)
      for (const Reg r : pools_[k]) first_value(r);
    for (const Reg p : pool(Kind::pred))
      w_.compute("setp.lt.s32", {p}, {operand_of(any(Kind::b32)), operand_of(any(Kind::b32))});
    recent_ = pool(Kind::b32)[0];
    for (std::uint32_t at = 0; at < k_.local_bytes; at += 4)
      first_store(Region::local, at, {"b32", 4, false}, Kind::b32);
    for (std::uint32_t at = 0; at < k_.shared_slots; ++at) {
      // Two words to a slot, of which the second is written by a wide store when there are wide registers.
      const Reg wide = pool(Kind::b64).empty() ? w_.fresh(Kind::b64) : any(Kind::b64);
      if (pool(Kind::b64).empty())
        w_.compute("mul.wide.u32", {wide}, {operand_of(any(Kind::b32)), literal_operand(Kind::b32, 0x10001)});
      Statement s;
      s.element = {"b64", 8, false};
      s.place.region = Region::shared;
      s.place.offset = at;
      s.sources = {operand_of(wide)};
      append(K::store, std::move(s), ~0u);
      w_.to->back().guarded = false;
    }
  }

  void first_store(Region region, std::uint32_t at, Element e, Kind k) {
    Statement s;
    s.element = e;
    s.place.region = region;
    s.place.index = {.is_register = false};
    s.place.scale = 0;
    s.place.offset = at;
    s.sources = {operand_of(any(k))};
    append(K::store, std::move(s), ~0u);
    w_.to->back().guarded = false;
  }

  void first_value(Reg r) {
    Statement s;
    s.results = {r};
    if (r.kind == Kind::b32 && one_in(4)) {
      s.special = static_cast<Special>(below(8));
      append(K::special, std::move(s), ~0u);
    } else if (r.kind == Kind::b32 && one_in(6)) {
      w_.compute("mov.b32", {r}, {literal_operand(Kind::b32, literal_bits(Kind::b32))}, "r:r");
    } else {
      s.element = element(r.kind, true);
      s.place.buffer = static_cast<std::uint8_t>(below(static_cast<std::uint32_t>(k_.inputs.size())));
      s.place.index = {.is_register = false};
      s.place.scale = one_in(3) ? 8 : 4;
      s.place.offset = below(64) * 4;
      append(K::load, std::move(s), ~0u);
    }
    w_.to->back().guarded = false;
  }

  void store_sum() {
    Statement s;
    s.element = {"u32", 4, false};
    s.place.region = Region::output;
    s.sources = {operand_of(sum_)};
    append(K::store, std::move(s), ~0u);
    w_.to->back().guarded = false;
  }

  void end() {
    w_.to = &k_.body;
    if (one_in(3)) {  // some threads end early; no barrier comes behind this
      Statement& s = w_.add(K::branch);
      s.guard = predicate();
      s.guarded = true;
      std::vector<Statement> body;
      w_.to = &body;
      w_.mix(sum_, any(Kind::b32));
      store_sum();
      w_.add(K::exit);
      k_.body.back().body = std::move(body);
      fill(k_.body, 1 + below(12), {.uniform = false});
      w_.to = &k_.body;
    }
    for (unsigned k = 0; k < kinds; ++k)
      for (const Reg r : pools_[k])
        if (one_in(2)) w_.mix(sum_, r);
    store_sum();
  }

  const GeneratorLimits limits_;
  Random random_;
  KernelTree k_;
  StatementWriter w_;
  std::array<std::vector<Reg>, kinds> pools_;
  std::array<std::uint32_t, families> weights_{};
  std::uint32_t compare_bias_ = 1, warps_ = 1;
  std::uint64_t budget_ = 0, spent_ = 0;
  std::vector<Reg> counters_;
  Reg sum_{}, recent_{};
  const char* atomic_text_ = "add.u32";
};

}  // namespace

KernelTree generate(std::uint64_t seed, std::uint64_t number, const GeneratorLimits& limits) {
  return Generator(seed, number, limits).make();
}

}  // namespace heddle::fuzz
