// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <utility>
#include <vector>

#include "hw/sim/beat.hpp"
#include "hw/sim/clock_domain.hpp"

namespace heddle {

/// A signal that wakes the clocked modules that read it when it changes. Readers are the parents of the input
/// ports bound to it, and whoever registers by add_reader. Otherwise it is an sc_signal, and a block does not
/// know which of the two it is bound to. A valid beat that is written counts as a change whatever it carries,
/// so that payloads need not be compared.
template <class T>
class Wire : public sc_core::sc_signal<T, sc_core::SC_UNCHECKED_WRITERS>, private IslandWire {
  using Base = sc_core::sc_signal<T, sc_core::SC_UNCHECKED_WRITERS>;

 public:
  using Base::Base;

  void add_reader(Clocked& module) { readers_.push_back(&module); }

  /// read() without a call.
  const T& shown() const { return this->m_cur_val; }
  /// The value that `commit` will show: what was written last. To be changed in place where a copy would
  /// cost.
  T& staged() { return this->m_new_val; }
  void commit() { request(); }

  void write(const T& value) override {
    if constexpr (IsBeat<T>) {
      if (value.valid)
        copy_beat(this->m_new_val, value);
      else if (this->m_new_val.valid)
        this->m_new_val.valid = false;
      else
        return;
      request();
    } else {
      const bool changes = !(this->m_cur_val == value);
      this->m_new_val = value;
      if (changes) request();
    }
  }
  /// A valid beat, to be filled in place; the payload is that of an earlier one.
  auto& start() requires IsBeat<T> {
    this->m_new_val.valid = true;
    request();
    return this->m_new_val.payload;
  }
  /// The same as write of an idle beat.
  void idle() requires IsBeat<T> {
    if (!std::exchange(this->m_new_val.valid, false)) return;
    request();
  }

  void register_port(sc_core::sc_port_base& port, const char* type) override {
    Base::register_port(port, type);
    if (dynamic_cast<sc_core::sc_in<T>*>(&port) != nullptr) ports_.push_back(&port);
  }

 protected:
  void end_of_elaboration() override {
    Base::end_of_elaboration();
    for (auto* port : ports_)
      if (auto* module = dynamic_cast<Clocked*>(port->get_parent_object())) readers_.push_back(module);
  }
  void update() override { show_value(); }

 private:
  void request() {
    Island* here = Island::current();
    if (here == nullptr)
      this->request_update();
    else if (!std::exchange(requested_, true))
      here->update_later(*this);
  }
  bool update_in_island() override {
    if (std::is_same_v<T, bool> || this->m_change_event_p != nullptr) return false;
    // A reader elsewhere may not have run yet in this edge.
    for (const Clocked* reader : readers_)
      if (reader->island() != Island::current()) return false;
    requested_ = false;
    show_value();
    return true;
  }
  void update_by_systemc() override {
    requested_ = false;
    this->request_update();
  }
  void show_value() {
    if constexpr (IsBeat<T>) {
      if (!this->m_new_val.valid && !std::exchange(this->m_cur_val.valid, false)) return;  // idle stays idle
      if (this->m_new_val.valid) copy_beat(this->m_cur_val, this->m_new_val);
      show();
    } else if constexpr (!std::is_same_v<T, bool>) {
      if (this->m_new_val == this->m_cur_val) return;
      this->m_cur_val = this->m_new_val;
      show();
    } else {
      Base::update();  // which has events of its own
    }
    for (Clocked* reader : readers_) reader->wake();
  }
  /// What sc_signal does when its value changes, inlined.
  void show() {
    this->notify_next_delta(this->m_change_event_p);
    this->m_change_stamp = this->simcontext()->change_stamp();
  }
  std::vector<sc_core::sc_port_base*> ports_;
  std::vector<Clocked*> readers_;
  bool requested_ = false;  ///< an island will update it
};

}  // namespace heddle
