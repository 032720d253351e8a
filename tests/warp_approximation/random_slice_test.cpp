// SPDX-License-Identifier: Apache-2.0
// The slices of random code, compared with definitions and uses that are joined one by one.
#include <gtest/gtest.h>

#include <set>

#include "models/base/random.hpp"
#include "models/warp_approximation/backward_slice.hpp"
#include "tests/register_virtualization/small_code.hpp"
#include "tests/warp_approximation/marked_kernel.hpp"

namespace heddle::test::random_slice_test {
namespace {

using ptx::Instruction;
using Names = std::set<unsigned>;  ///< registers by number, predicates by number + 100

Names reads(const Instruction& i) {
  Names names;
  for (unsigned k = 0; k < i.source_count; ++k) names.insert(i.sources[k]);
  for (unsigned p = 0; p < 64; ++p)
    if ((i.predicate_reads >> p & 1) != 0) names.insert(100 + p);
  return names;
}
Names writes(const Instruction& i) {
  Names names;
  for (unsigned k = 0; k < i.destination_count; ++k) names.insert(i.destinations[k]);
  for (unsigned k = 0; k < i.predicate_count; ++k) names.insert(100u + i.predicate_destinations[k]);
  return names;
}

bool goes_to(const Code& code, unsigned from, unsigned to) {
  const Instruction& i = code[from];
  const bool jumps = i.control == ptx::Control::branch, leaves = i.control == ptx::Control::exit;
  return (jumps && i.target == to) || (((!jumps && !leaves) || i.guard >= 0) && to == from + 1);
}

/// Adds the instructions whose result `name` may hold just before instruction `use`.
void definitions(const Code& code, unsigned use, unsigned name, Names& seen, Names& found) {
  if (!seen.insert(use).second) return;
  for (unsigned from = 0; from < code.size(); ++from) {
    if (!goes_to(code, from, use)) continue;
    const bool defines = writes(code[from]).contains(name);
    if (defines) found.insert(from);
    if (!defines || code[from].guard >= 0) definitions(code, from, name, seen, found);
  }
}

bool is_local(const Instruction& i, bool store) {
  return i.memory.space == ptx::Space::local && i.memory.store == store;
}

/// Returns whether two accesses of four bytes may share a byte.
bool may_meet(const Instruction& a, const Instruction& b) {
  const auto anywhere = [](const Instruction& i) { return i.operand[0].kind == ptx::OperandRef::Kind::slot; };
  return anywhere(a) || anywhere(b) || std::abs(a.offset - b.offset) < 4;
}

std::vector<bool> naive_slice(const Code& code, bool addresses) {
  std::vector<bool> in(code.size());
  std::vector<std::pair<unsigned, unsigned>> todo;  // uses: instruction, name
  for (unsigned i = 0; i < code.size(); ++i) {
    if (addresses && code[i].memory.space != ptx::Space::none &&
        code[i].operand[0].kind == ptx::OperandRef::Kind::slot)
      todo.emplace_back(i, code[i].sources[0]);
    if (!addresses && code[i].guard >= 0) todo.emplace_back(i, 100u + static_cast<unsigned>(code[i].guard));
  }
  const auto take = [&](unsigned i) {
    if (in[i]) return;
    in[i] = true;
    for (const unsigned name : reads(code[i])) todo.emplace_back(i, name);
  };
  while (!todo.empty()) {
    const auto [use, name] = todo.back();
    todo.pop_back();
    Names seen, found;
    definitions(code, use, name, seen, found);
    for (const unsigned definition : found) {
      take(definition);
      if (!is_local(code[definition], false)) continue;
      for (unsigned store = 0; store < code.size(); ++store)
        if (is_local(code[store], true) && may_meet(code[store], code[definition])) take(store);
    }
  }
  return in;
}

void read_predicate(Instruction& i, unsigned p) {
  i.operand[i.source_count] = {.kind = ptx::OperandRef::Kind::predicate,
                               .index = static_cast<std::uint8_t>(p)};
  i.predicate_reads |= std::uint64_t{1} << p;
}

Instruction random_access(Random& random) {
  const bool store = random.one_in(2);
  const auto address = random.one_in(2) ? std::vector<unsigned>{random.below(6)} : std::vector<unsigned>{};
  std::vector<unsigned> sources = address;
  if (store) sources.push_back(random.below(6));
  Instruction i = compute(store ? std::vector<unsigned>{} : std::vector<unsigned>{random.below(6)}, sources);
  if (address.empty()) i.operand[0] = {};
  i.memory = {.space = random.one_in(3) ? ptx::Space::global : ptx::Space::local,
              .store = store,
              .width = 4,
              .address_bits = 32};
  i.offset = random.below(9);
  return i;
}

Code random_code(Random& random) {
  Code code;
  const unsigned size = 4 + random.below(12);
  for (unsigned n = 0; n + 1 < size; ++n) {
    const unsigned kind = random.below(8);
    Instruction i;
    if (kind == 0) {
      i = control(ptx::Control::branch);
      i.target = random.below(size);
    } else if (kind < 3) {
      i = random_access(random);
    } else if (kind == 3) {  // a comparison
      i = compute({}, {random.below(6)});
      i.predicate_destinations[i.predicate_count++] = static_cast<std::uint8_t>(random.below(3));
    } else {
      std::vector<unsigned> sources;
      for (unsigned k = random.below(3); k > 0; --k) sources.push_back(random.below(6));
      i = compute({random.below(6)}, sources);
      if (random.one_in(4)) read_predicate(i, random.below(3));
    }
    if (random.one_in(kind == 0 ? 2 : 6)) {
      i.guard = static_cast<std::int8_t>(random.below(3));
      i.predicate_reads |= std::uint64_t{1} << i.guard;
    }
    code.push_back(i);
  }
  code.push_back(leave());
  return code;
}

TEST(BackwardSlice, IsWhatDefinitionsAndUsesOfRandomCodeSay) {
  const std::uint64_t seed = testing::UnitTest::GetInstance()->random_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  Random random(seed);
  unsigned in = 0, out = 0, stores = 0;
  for (int n = 0; n < 20000; ++n) {
    ptx::Kernel kernel;
    kernel.code = random_code(random);
    for (const bool addresses : {true, false}) {
      const std::vector<bool> expected = naive_slice(kernel.code, addresses),
                              found =
                                  backward_slice(kernel, addresses ? address_operands : condition_operands);
      ASSERT_EQ(found, expected) << "seed " << seed << ", kernel " << n << (addresses ? ", addresses" : "");
      for (std::size_t i = 0; i < found.size(); ++i) {
        ++(found[i] ? in : out);
        stores += found[i] && is_local(kernel.code[i], true);
      }
    }
  }
  EXPECT_GT(in, 10000u);
  EXPECT_GT(out, 20000u);
  EXPECT_GT(stores, 1000u);
}

}  // namespace
}  // namespace heddle::test::random_slice_test
