// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/compiled/host_run.hpp"

#include <dlfcn.h>
#include <ucontext.h>

#include <memory>
#include <utility>

#include "models/base/error.hpp"

namespace heddle::fuzz {
namespace {

class Library {
 public:
  explicit Library(const std::filesystem::path& file)
      : handle_(::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) fail(file.string());
  }
  ~Library() { ::dlclose(handle_); }
  Library(const Library&) = delete;

  template <class T>
  T* symbol(const char* name) const {
    void* found = ::dlsym(handle_, name);
    if (found == nullptr) fail(name);
    return reinterpret_cast<T*>(found);
  }

 private:
  [[noreturn]] static void fail(const std::string& value) {
    const char* why = ::dlerror();
    throw Error(
        {.place = "the random kernel on the host", .what = why != nullptr ? why : "", .value = value});
  }
  void* handle_;
};

/// A thread of the running CTA.
struct Fiber {
  ucontext_t context{};
  std::unique_ptr<std::byte[]> stack;
  bool ended = false;
};

class HostRun {
 public:
  HostRun(const KernelTree& kernel, const std::filesystem::path& file)
      : k_(kernel), library_(file), fibers_(kernel.shape.threads()) {
    run_thread_ = library_.symbol<void(void* const*, const std::uint64_t*)>("run_thread");
    *library_.symbol<void (*)()>("barrier") = [] { running->wait(); };
    for (const InputBuffer& b : k_.inputs) inputs_.push_back(content_of(b));
    after_.output.resize(k_.output_bytes());
    after_.cells = first_cells(k_);
    for (auto& i : inputs_) pointers_.push_back(i.data());
    pointers_.push_back(after_.output.data());
    if (k_.cells != 0) pointers_.push_back(after_.cells.data());
    for (const ScalarArgument& s : k_.scalars) scalars_.push_back(s.bits);
  }

  Buffers run() {
    running = this;
    for (cta_ = 0; cta_ < k_.shape.grid; ++cta_) run_cta();
    return std::move(after_);
  }

 private:
  static constexpr std::size_t stack_bytes = 128 * 1024;
  static inline HostRun* running = nullptr;

  static void start() {
    running->run_thread_(running->pointers_.data(), running->scalars_.data());
    running->fibers_[running->thread_].ended = true;
    running->wait();
  }
  /// Returns to run_cta.
  void wait() { ::swapcontext(&fibers_[thread_].context, &caller_); }

  void set(const char* name, std::uint32_t value) const { *library_.symbol<std::uint32_t>(name) = value; }

  void run_cta() {
    set("ctaid_x", cta_);
    set("nctaid_x", k_.shape.grid);
    set("ntid_x", k_.shape.cta_x);
    for (Fiber& f : fibers_) {
      if (f.stack == nullptr) f.stack = std::make_unique_for_overwrite<std::byte[]>(stack_bytes);
      f.ended = false;
      ::getcontext(&f.context);
      f.context.uc_stack.ss_sp = f.stack.get();
      f.context.uc_stack.ss_size = stack_bytes;
      f.context.uc_link = nullptr;
      ::makecontext(&f.context, &HostRun::start, 0);
    }
    for (std::size_t ended = 0; ended != fibers_.size();) {
      ended = 0;
      for (thread_ = 0; thread_ < fibers_.size(); ++thread_) {
        set("tid_x", thread_ % k_.shape.cta_x);
        set("tid_y", thread_ / k_.shape.cta_x);
        set("laneid", thread_ % 32);
        ::swapcontext(&caller_, &fibers_[thread_].context);
        ended += fibers_[thread_].ended;
      }
      if (ended != 0 && ended != fibers_.size())
        throw Error({.place = "the random kernel on the host", .what = "a thread ends ahead of a barrier"});
    }
  }

  const KernelTree& k_;
  Library library_;
  std::vector<Fiber> fibers_;
  ucontext_t caller_{};
  void (*run_thread_)(void* const*, const std::uint64_t*) = nullptr;
  std::uint32_t cta_ = 0, thread_ = 0;
  std::vector<std::vector<std::byte>> inputs_;
  std::vector<void*> pointers_;
  std::vector<std::uint64_t> scalars_;
  Buffers after_;
};

}  // namespace

Buffers run_on_host(const KernelTree& kernel, const std::filesystem::path& library) {
  return HostRun(kernel, library).run();
}

}  // namespace heddle::fuzz
