// SPDX-License-Identifier: Apache-2.0
// An L2 that cannot decode: accesses to parts of an encoded line are refused, and come again with the line.
#include "tests/memory/l2_bench.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle::l2_refusals_test {
namespace {

LineEdges edges() {
  LineEdges e;
  e.put(EdgePlace::sm, std::make_shared<ScramblingCodec>(), toy_units("ideal", false));
  e.sms_restore_parts = true;
  return e;
}

/// What the slice answers, by the number of the step.
struct Answer {
  RefusedPart part;
  bool refused = false;
};

struct RefusalBench : L2Bench {
  RefusalBench() : L2Bench(whole_lines(config_of()), "", true, edges()) {
    answers.resize(16);
    sm.spoil = [this](tlm::tlm_generic_payload& p) {
      auto& t = static_cast<Transaction&>(p);
      if (before_step) before_step(t, t.origin().tag);
    };
    slice.in.taps.add([this](const tlm::tlm_generic_payload& p, tlm::tlm_phase phase) {
      if (phase != tlm::BEGIN_RESP) return;
      answers[p.get_extension<Origin>()->tag] = {*refused_part(p), is_refused(p)};
    });
  }
  /// Of a step that writes a whole line: it comes encoded, `first` being its first byte.
  static void encode(Transaction& t, unsigned char first) {
    t.format().of(EdgePlace::sm) = {2, 64, 0};
    t.data.fill(first);
  }
  /// The step comes again, with a line of this byte, which has had the version that was answered to `step`.
  void restore(Transaction& t, std::size_t step, unsigned char with) {
    t.part().state = RefusedPart::State::restored;
    t.part().version = answers[step].part.version;
    t.part().bits.fill(with);
  }
  std::function<void(Transaction&, std::size_t)> before_step;
  std::vector<Answer> answers;
};

TEST(L2Refusals, AnswerWithTheLine) {
  RefusalBench b;
  b.before_step = [](Transaction& t, std::size_t step) {
    if (step == 0) RefusalBench::encode(t, 7);
  };
  b.sm.script = {write(0, 0, 128), partial(32, 50, 4, 8, 100), read(64, 32, 200), atomic(0, {4}, 300),
                 read(0, 128, 400)};
  b.run();
  for (const unsigned step : {1u, 2u, 3u}) {
    EXPECT_TRUE(b.answers[step].refused) << step;
    EXPECT_EQ(b.answers[step].part.format.length(), 64u);
    EXPECT_EQ(b.answers[step].part.bits[63], 7);
  }
  EXPECT_FALSE(b.answers[4].refused) << "all of a line is read as it is stored";
  EXPECT_EQ(b.sm.outcomes[4].bytes[0], 7) << "nothing was done";
  EXPECT_EQ(b.sm.outcomes[3].old[0], 0u);
  EXPECT_EQ(b.number("refused_parts"), 3);
  EXPECT_EQ(b.number("restored_lines"), 0);
  EXPECT_EQ(b.number("atomics"), 0);
}

TEST(L2Refusals, AreFollowedByTheLine) {
  RefusalBench b;
  b.before_step = [&b](Transaction& t, std::size_t step) {
    if (step == 0) RefusalBench::encode(t, 7);
    if (step == 2) b.restore(t, 1, 9);
  };
  b.sm.script = {write(0, 0, 128), partial(32, 50, 4, 8, 100), partial(32, 50, 4, 8, 200), read(0, 128, 300)};
  b.run();
  EXPECT_TRUE(b.answers[1].refused);
  EXPECT_FALSE(b.answers[2].refused);
  for (unsigned k = 0; k < 128; ++k)
    ASSERT_EQ(b.sm.outcomes[3].bytes[k], k < 36 || k >= 44 ? 9 : 50 + (k - 32)) << k;
  EXPECT_EQ(b.number("restored_lines"), 1);
}

/// Another SM has written the line meanwhile: its bytes must not be lost.
TEST(L2Refusals, ComeAgainForAnotherVersion) {
  RefusalBench b;
  b.before_step = [&b](Transaction& t, std::size_t step) {
    if (step == 0) RefusalBench::encode(t, 7);
    if (step == 2) RefusalBench::encode(t, 8);
    if (step == 3) b.restore(t, 1, 9);
    if (step == 4) b.restore(t, 3, 8);
  };
  b.sm.script = {write(0, 0, 128),           partial(32, 50, 0, 4, 100), write(0, 0, 128, 200),
                 partial(32, 50, 0, 4, 300), partial(32, 50, 0, 4, 400), read(0, 128, 500)};
  b.run();
  EXPECT_TRUE(b.answers[3].refused);
  EXPECT_EQ(b.answers[3].part.bits[0], 8);
  EXPECT_FALSE(b.answers[4].refused);
  for (unsigned k = 0; k < 128; ++k)
    ASSERT_EQ(b.sm.outcomes[5].bytes[k], k < 32 || k >= 36 ? 8 : 18 + k) << k;
}

/// Another SM has restored it meanwhile, and has stored something else into it.
TEST(L2Refusals, LeaveALineThatIsNotEncodedAnyMore) {
  RefusalBench b;
  b.before_step = [&b](Transaction& t, std::size_t step) {
    if (step == 0) RefusalBench::encode(t, 7);
    if (step == 2) b.restore(t, 1, 9);
    if (step == 3) b.restore(t, 1, 10);
  };
  b.sm.script = {write(0, 0, 128), partial(32, 50, 0, 4, 100), partial(64, 60, 0, 4, 200),
                 partial(32, 50, 0, 4, 300), read(0, 128, 400)};
  b.run();
  const auto& bytes = b.sm.outcomes[4].bytes;
  EXPECT_EQ(bytes[32], 50);
  EXPECT_EQ(bytes[64], 60);
  EXPECT_EQ(bytes[0], 9);
  EXPECT_EQ(b.number("restored_lines"), 1);
}

/// A read of a whole line that is encoded answers its version; what is given back for it takes the line's
/// place if nothing has changed it, and if it is not dirty.
TEST(L2Refusals, ALineThatIsGivenBackIsKeptUnlessItHasChanged) {
  RefusalBench b;
  std::uint64_t version = 0;
  b.slice.in.taps.add([&](const tlm::tlm_generic_payload& p, tlm::tlm_phase phase) {
    if (phase == tlm::BEGIN_RESP && p.get_extension<Origin>()->tag == 1)
      version = p.get_extension<CarriedFormat>()->version;
  });
  b.before_step = [&](Transaction& t, std::size_t step) {
    if (step == 0) RefusalBench::encode(t, 7);
    if (step != 3 && step != 5) return;
    write_nothing(t);
    t.part().state = RefusedPart::State::given_back;
    t.part().version = step == 3 ? version + 1 : version;
    t.part().bits.fill(9);
  };
  // Clean only when it has been written back, which flush does.
  b.sm.script = {write(0, 0, 128), read(0, 128, 200)};
  b.run();
  b.slice.flush();
  b.sm.script.push_back(read(0, 128, 400));
  b.sm.script.push_back(write(0, 0, 128, 600));
  b.sm.script.push_back(read(0, 128, 700));
  b.sm.script.push_back(write(0, 0, 128, 800));
  b.sm.script.push_back(read(0, 128, 900));
  b.run();
  EXPECT_EQ(b.sm.outcomes[4].bytes[0], 7) << "of another version";
  EXPECT_EQ(b.sm.outcomes[6].bytes[0], 9);
  EXPECT_EQ(b.number("given_back_lines"), 1);
}

}  // namespace
}  // namespace heddle::l2_refusals_test
