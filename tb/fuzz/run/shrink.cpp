// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/run/shrink.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace heddle::fuzz {
namespace {

using List = std::vector<Statement>;

void collect(List& list, std::vector<List*>& all) {
  all.push_back(&list);
  for (Statement& s : list) {
    if (!s.body.empty()) collect(s.body, all);
    if (!s.otherwise.empty()) collect(s.otherwise, all);
  }
}

/// Returns all lists of statements, in an order that depends on the tree alone.
std::vector<List*> lists_of(KernelTree& kernel) {
  std::vector<List*> all;
  collect(kernel.body, all);
  for (DeviceFunction& f : kernel.functions) collect(f.body, all);
  return all;
}

class Shrinker {
 public:
  Shrinker(Case c, const std::function<bool(const Case&)>& still_fails, const ShrinkLimits& limits)
      : fails_(still_fails), limits_(limits), start_(std::chrono::steady_clock::now()) {
    if (c.machines.size() > 1) c.machines.resize(1);
    best_.c = std::move(c);
  }

  Shrunk run() {
    simplify_shape();
    for (bool smaller = true; smaller && !out_of_time();) {
      smaller = cut_statements();
      smaller = unwrap() || smaller;
      smaller = simplify_statements() || smaller;
      smaller = simplify_shape() || smaller;
      smaller = simplify_machine() || smaller;
      smaller = drop_buffers() || smaller;
    }
    return best_;
  }

 private:
  bool out_of_time() const {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start_;
    return best_.attempts >= limits_.attempts || taken.count() > limits_.seconds;
  }

  /// Applies `change` to the case, and keeps the result when it still fails.
  template <class Change>
  bool attempt(Change&& change) {
    if (out_of_time()) return false;
    Case c = best_.c;
    if (!change(c)) return false;
    ++best_.attempts;
    if (!fails_(c)) return false;
    best_.c = std::move(c);
    return true;
  }
  template <class T>
  bool attempt_value(T KernelTree::*member, T value) {
    return attempt([&](Case& c) {
      if (c.kernel.*member == value) return false;
      c.kernel.*member = value;
      return true;
    });
  }

  bool cut_statements() {
    bool any = false;
    for (std::size_t i = 0; i < lists_of(best_.c.kernel).size() && !out_of_time(); ++i) {
      const auto size = [&] { return lists_of(best_.c.kernel)[i]->size(); };
      for (std::size_t chunk = std::max<std::size_t>(size() / 2, 1); chunk > 0; chunk /= 2) {
        // Statements are removed from the end backwards, since later ones depend on earlier ones, not the
        // other way round.
        for (std::size_t end = size(); end > 0 && !out_of_time();) {
          const std::size_t begin = end > chunk ? end - chunk : 0;
          any = attempt([&](Case& c) {
                  List& list = *lists_of(c.kernel)[i];
                  list.erase(list.begin() + static_cast<std::ptrdiff_t>(begin),
                             list.begin() + static_cast<std::ptrdiff_t>(end));
                  return true;
                }) ||
                any;
          end = begin;
        }
        if (i >= lists_of(best_.c.kernel).size()) break;
      }
    }
    return any;
  }

  /// Replaces a branch or a loop by its body.
  bool unwrap() {
    bool any = false;
    for (std::size_t i = 0; i < lists_of(best_.c.kernel).size(); ++i)
      for (std::size_t at = 0; at < lists_of(best_.c.kernel)[i]->size(); ++at)
        for (const bool otherwise : {false, true})
          any = attempt([&](Case& c) {
                  List& list = *lists_of(c.kernel)[i];
                  if (at >= list.size() || list[at].kind != Statement::Kind::branch) return false;
                  const List inside = otherwise ? list[at].otherwise : list[at].body;
                  list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
                  list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), inside.begin(), inside.end());
                  return true;
                }) ||
                any;
    return any;
  }

  bool simplify_statements() {
    bool any = false;
    for (std::size_t i = 0; i < lists_of(best_.c.kernel).size(); ++i)
      for (std::size_t at = 0; at < lists_of(best_.c.kernel)[i]->size() && !out_of_time(); ++at) {
        const auto change = [&](auto&& f) {
          any = attempt([&](Case& c) {
                  List& list = *lists_of(c.kernel)[i];
                  return at < list.size() && f(list[at]);
                }) ||
                any;
        };
        using K = Statement::Kind;
        change([](Statement& s) {
          if (!s.guarded || s.kind == K::branch || s.kind == K::leave) return false;
          s.guarded = false;
          return true;
        });
        change([](Statement& s) {
          if (s.kind != K::loop || (!s.sources[0].is_register && s.sources[0].bits <= 2)) return false;
          s.sources[0] = {.is_register = false, .bits = 2};
          return true;
        });
      }
    return any;
  }

  bool simplify_shape() {
    bool any = false;
    const auto shape = [&](std::uint32_t Shape::*member, std::uint32_t value) {
      any = attempt([&](Case& c) {
              if (c.kernel.shape.*member <= value) return false;
              c.kernel.shape.*member = value;
              return true;
            }) ||
            any;
    };
    for (std::uint32_t n : {1u, 2u, 4u, 8u}) shape(&Shape::grid, n);
    shape(&Shape::cta_y, 1);
    for (std::uint32_t n : {1u, 32u, 64u, 128u, 256u, 512u}) shape(&Shape::cta_x, n);
    any = attempt_value(&KernelTree::remake, Remake::kept) || any;
    any = attempt_value(&KernelTree::generic, false) || any;
    any = attempt_value(&KernelTree::blocked_slots, false) || any;
    any = attempt_value(&KernelTree::blocked_shared, false) || any;
    any = attempt_value(&KernelTree::wide_addresses, true) || any;
    any = attempt_value(&KernelTree::max_registers, ptx::most_registers) || any;
    return any;
  }

  bool simplify_machine() {
    bool any = false;
    if (best_.c.machines.empty()) return false;
    const auto machine = [&](auto&& f) { return attempt([&](Case& c) { return f(c.machines[0]); }); };
    any = machine([](Machine& m) { return std::exchange(m.check, false); }) || any;
    for (std::size_t p = best_.c.machines[0].probes.size(); p-- > 0;)
      any = machine([&](Machine& m) {
              m.probes.erase(m.probes.begin() + static_cast<std::ptrdiff_t>(p));
              return true;
            }) ||
            any;
    any = machine([](Machine& m) {
            if (m.rtl.empty()) return false;
            m.rtl.clear();
            return true;
          }) ||
          any;
    for (std::size_t t = best_.c.machines[0].techniques.size(); t-- > 0;)
      any = machine([&](Machine& m) {
              const std::string name = m.techniques[t];
              m.techniques.erase(m.techniques.begin() + static_cast<std::ptrdiff_t>(t));
              std::erase_if(m.assignments, [&](const std::string& a) { return a.starts_with(name + "."); });
              if (name == "caba") m.probes.clear();
              return true;
            }) ||
            any;
    for (std::size_t a = best_.c.machines[0].assignments.size(); a-- > 0;)
      any = machine([&](Machine& m) {
              m.assignments.erase(m.assignments.begin() + static_cast<std::ptrdiff_t>(a));
              return true;
            }) ||
            any;
    any = machine([](Machine& m) {
            if (m.gpu == Machine{}.gpu) return false;
            m.gpu = Machine{}.gpu;
            return true;
          }) ||
          any;
    return any;
  }

  /// Removes buffers that are no longer used.
  bool drop_buffers() {
    bool any = false;
    any = attempt_value(&KernelTree::cells, 0u) || any;
    any = attempt_value(&KernelTree::constant_bytes, 0u) || any;
    any = attempt_value(&KernelTree::local_bytes, 0u) || any;
    any = attempt_value(&KernelTree::mbarrier, false) || any;
    any = attempt_value(&KernelTree::shared, false) || any;
    any = attempt_value(&KernelTree::slots, 1u) || any;
    any = attempt([](Case& c) {
            const std::size_t n = c.kernel.functions.size();
            if (n == 0) return false;
            c.kernel.functions.clear();
            return true;
          }) ||
          any;
    any = attempt([](Case& c) {
            if (c.kernel.scalars.empty()) return false;
            c.kernel.scalars.clear();
            return true;
          }) ||
          any;
    any = attempt([](Case& c) {
            if (c.kernel.inputs.empty()) return false;
            c.kernel.inputs.pop_back();
            return true;
          }) ||
          any;
    return any;
  }

  const std::function<bool(const Case&)>& fails_;
  const ShrinkLimits limits_;
  const std::chrono::steady_clock::time_point start_;
  Shrunk best_;
};

}  // namespace

Shrunk shrink(Case c, const std::function<bool(const Case&)>& still_fails, const ShrinkLimits& limits) {
  return Shrinker(std::move(c), still_fails, limits).run();
}

}  // namespace heddle::fuzz
