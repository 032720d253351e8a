// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/tree/tree_check.hpp"

#include "models/base/error.hpp"
#include "tb/fuzz/tree/collectives.hpp"

namespace heddle::fuzz {
namespace {

void require(bool holds, const char* what) {
  if (!holds) throw Error({.place = "the random kernel", .what = what});
}

void check_place(const KernelTree& k, const Statement& s) {
  const std::size_t n = s.kind == Statement::Kind::store ? s.sources.size() : s.results.size();
  const std::size_t slots = (s.element.bytes * n + 7) / 8, last = s.place.offset + slots;
  switch (s.place.region) {
    case Region::input:
      return require(s.place.buffer < k.inputs.size(), "an input that is not there");
    case Region::constant:
      return require(k.constant_bytes != 0, "constants that are not there");
    case Region::output:
      return require(last <= k.slots && (slots == 1 || (k.blocked_slots && k.slots % 2 == 0)),
                     "an output slot that is not there");
    case Region::shared:
      return require(k.shared && last <= k.shared_slots, "a shared slot that is not there");
    case Region::local:
      return require(s.element.bytes * n <= k.local_bytes, "local memory that is not there");
    case Region::parameter:
      return require(s.place.buffer < k.scalars.size(), "a parameter that is not there");
  }
}

void check(const KernelTree& k, const std::vector<Statement>& statements, bool in_loop, bool in_function) {
  using K = Statement::Kind;
  for (const Statement& s : statements) {
    switch (s.kind) {
      case K::load:
      case K::store:
      case K::own:
        require(!in_function, "an access inside a function");
        check_place(k, s);
        break;
      case K::copy:
        require(!in_function, "an access inside a function");
        check_place(k, s);
        require(k.shared && s.copied_to < k.shared_slots, "a shared slot that is not there");
        require(s.copied <= s.element.bytes, "a copy that reads more than it writes");
        break;
      case K::atomic:
        require(k.cells != 0, "atomic cells that are not there");
        break;
      case K::exchange:
        require(k.shared, "shared memory that is not there");
        break;
      case K::group_exchange:
        require(k.shared && k.group_threads != 0 && k.group_threads % 32 == 0 &&
                    k.shape.threads() % k.group_threads == 0 &&
                    k.shape.threads() / k.group_threads <= KernelTree::group_barriers,
                "groups of warps that are not there");
        break;
      case K::reduce:
        require(k.shared && k.shared_cells != 0, "shared cells that are not there");
        break;
      case K::collective:
        require(!in_function, "a collective instruction inside a function");
        require(!s.collective->whole_warp || k.shape.threads() % 32 == 0, "lanes that are not there");
        break;
      case K::call:
        require(s.callee < k.functions.size(), "a function that is not there");
        break;
      case K::leave:
        require(in_loop, "no loop to leave");
        break;
      default:
        break;
    }
    check(k, s.body, in_loop || s.kind == K::loop, in_function);
    check(k, s.otherwise, in_loop, in_function);
  }
}

}  // namespace

void check_references(const KernelTree& k) {
  require(k.shared || !k.mbarrier, "an mbarrier without shared memory");
  check(k, k.body, false, false);
  for (const DeviceFunction& f : k.functions) check(k, f.body, false, true);
}

}  // namespace heddle::fuzz
