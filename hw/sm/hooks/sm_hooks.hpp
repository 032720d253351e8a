// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hw/sm/hooks/collector_gate.hpp"
#include "hw/sm/hooks/dispatch_gate.hpp"
#include "hw/sm/hooks/encoded_loads.hpp"
#include "hw/sm/hooks/fetch_hook.hpp"
#include "hw/sm/hooks/hook.hpp"
#include "hw/sm/hooks/instruction_source.hpp"
#include "hw/sm/hooks/issue_gate.hpp"
#include "hw/sm/hooks/lane_selector.hpp"
#include "hw/sm/hooks/register_encoding.hpp"
#include "hw/sm/hooks/register_mapper.hpp"
#include "hw/sm/hooks/result_stage.hpp"
#include "hw/sm/hooks/store_path.hpp"
#include "hw/sm/hooks/value_setting.hpp"
#include "hw/sm/warps/sm_observer.hpp"

namespace heddle {

/// The holders of the hooks of one SM, which the stations read while they are constructed; a hook without a
/// holder is null, or an empty list.
class SmHooks {
 public:
  // Each throws Error when the hook has a holder already.
  void hold(FetchHook& h) { hold(fetch_, h, Hook::fetch); }
  void hold(RegisterMapper& h) { hold(mapper_, h, Hook::register_mapper); }
  void hold(RegisterEncoding& h) { hold(encoding_, h, Hook::register_encoding); }
  void hold(EncodingLayer& h) { hold(layer_, h, Hook::encoding_layer); }
  void hold(LaneSelector& h) { hold(lane_selector_, h, Hook::lane_selector); }
  void hold(ValueSetting& h) { hold(value_setting_, h, Hook::value_model); }
  void hold(StorePath& h) { hold(store_path_, h, Hook::store_path); }
  void hold(EncodedLoads& h) { hold(encoded_loads_, h, Hook::encoded_loads); }
  // Of these there may be any number.
  void add(IssueGate& h) { gates_.push_back(&h); }
  void add(CollectorGate& h) { collector_gates_.push_back(&h); }
  void add(DispatchGate& h) { dispatch_gates_.push_back(&h); }
  void add(InstructionSource& h) { sources_.push_back(&h); }
  void add(SmObserver& h) { observers_.push_back(&h); }
  void add(ResultStage& h) { result_stages_.push_back(&h); }
  /// Ahead of those that encode what they get.
  void add_ahead(ResultStage& h) { result_stages_.insert(result_stages_.begin(), &h); }
  /// MOVs are to expand registers whose encoding wants that (RegisterEncoding::needs_move).
  void inject_moves() { injects_moves_ = true; }

  FetchHook* fetch() const { return fetch_; }
  RegisterMapper* mapper() const { return mapper_; }
  /// As the stations see it: with the layer around it.
  RegisterEncoding* encoding() const { return layer_ != nullptr ? layer_ : encoding_; }
  LaneSelector* lane_selector() const { return lane_selector_; }
  ValueSetting* value_setting() const { return value_setting_; }
  StorePath* store_path() const { return store_path_; }
  EncodedLoads* encoded_loads() const { return encoded_loads_; }
  bool injects_moves() const { return injects_moves_; }
  const std::vector<IssueGate*>& gates() const { return gates_; }
  const std::vector<CollectorGate*>& collector_gates() const { return collector_gates_; }
  const std::vector<DispatchGate*>& dispatch_gates() const { return dispatch_gates_; }
  const std::vector<InstructionSource*>& sources() const { return sources_; }
  const std::vector<SmObserver*>& observers() const { return observers_; }
  const std::vector<ResultStage*>& result_stages() const { return result_stages_; }

  /// All techniques have attached theirs; where none holds the encoding, `baseline` does.
  void complete(RegisterEncoding& baseline) {
    if (encoding_ == nullptr) encoding_ = &baseline;
    if (layer_ != nullptr) layer_->enclose(*encoding_);
  }

 private:
  template <class H>
  void hold(H*& at, H& holder, Hook hook) {
    if (at != nullptr) throw held_twice(hook);
    at = &holder;
  }

  FetchHook* fetch_ = nullptr;
  RegisterMapper* mapper_ = nullptr;
  RegisterEncoding* encoding_ = nullptr;
  EncodingLayer* layer_ = nullptr;
  LaneSelector* lane_selector_ = nullptr;
  ValueSetting* value_setting_ = nullptr;
  StorePath* store_path_ = nullptr;
  EncodedLoads* encoded_loads_ = nullptr;
  bool injects_moves_ = false;
  std::vector<IssueGate*> gates_;
  std::vector<CollectorGate*> collector_gates_;
  std::vector<DispatchGate*> dispatch_gates_;
  std::vector<InstructionSource*> sources_;
  std::vector<SmObserver*> observers_;
  std::vector<ResultStage*> result_stages_;
};

}  // namespace heddle
