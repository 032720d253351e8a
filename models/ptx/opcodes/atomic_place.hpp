// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Between the name of an atomic and its operation: order, scope and space. Some compilers put the scope
/// last.
#define ATOMIC_PLACE \
  ".relaxed|acquire|release|acq_rel?.cta|cluster|gpu|sys?.global|shared|shared::cta?.cta|cluster|gpu|sys?"
