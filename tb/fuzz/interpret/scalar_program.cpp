// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/interpret/scalar_program.hpp"

namespace heddle::fuzz {
namespace {

class Flattener {
 public:
  std::vector<ScalarStep> steps;

  void add(const std::vector<Statement>& statements) {
    for (const Statement& s : statements) add(s);
  }

 private:
  using Do = ScalarStep::Do;

  std::size_t put(Do what, const Statement* s, std::size_t target = 0) {
    steps.push_back({what, s, target});
    return steps.size() - 1;
  }

  void add(const Statement& s) {
    if (s.kind == Statement::Kind::branch) {
      const std::size_t skip = put(Do::jump_unless, &s);
      add(s.body);
      const std::size_t end = put(Do::jump, nullptr);
      steps[skip].target = steps.size();
      add(s.otherwise);
      steps[end].target = steps.size();
    } else if (s.kind == Statement::Kind::loop) {
      put(Do::start_loop, &s);
      const std::size_t head = put(Do::test_loop, &s);
      leaves_.emplace_back();
      add(s.body);
      put(Do::next_loop, &s, head);
      steps[head].target = steps.size();
      for (const std::size_t leave : leaves_.back()) steps[leave].target = steps.size();
      leaves_.pop_back();
    } else {
      const std::size_t at = put(Do::statement, &s);
      if (s.kind == Statement::Kind::leave) leaves_.back().push_back(at);
    }
  }

  std::vector<std::vector<std::size_t>> leaves_;
};

}  // namespace

std::vector<ScalarStep> flattened(const std::vector<Statement>& statements) {
  Flattener f;
  f.add(statements);
  return std::move(f.steps);
}

}  // namespace heddle::fuzz
