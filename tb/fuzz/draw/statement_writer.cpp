// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/draw/statement_writer.hpp"

namespace heddle::fuzz {

void StatementWriter::mix(Reg sum, Reg r) {
  switch (r.kind) {
    case Kind::pred: {
      const Reg word = fresh(Kind::b32);
      compute("selp.b32", {word},
              {literal_operand(Kind::b32, 77), literal_operand(Kind::b32, 1), operand_of(r)});
      return mix(sum, word);
    }
    case Kind::b16: {
      const Reg word = fresh(Kind::b32);
      compute("mul.wide.u16", {word}, {operand_of(r), literal_operand(Kind::b16, 3)});
      return mix(sum, word);
    }
    case Kind::b32:
      compute("mad.lo.u32", {sum}, {operand_of(sum), literal_operand(Kind::b32, 0x9e3779b1u), operand_of(r)});
      return;
    case Kind::b64: {
      const Reg low = fresh(Kind::b32), high = fresh(Kind::b64);
      compute("cvt.u32.u64", {low}, {operand_of(r)});
      mix(sum, low);
      compute("shr.u64", {high}, {operand_of(r), literal_operand(Kind::b32, 32)});
      const Reg word = fresh(Kind::b32);
      compute("cvt.u32.u64", {word}, {operand_of(high)});
      return mix(sum, word);
    }
    case Kind::f16: {
      const Reg half = fresh(Kind::b16);
      compute("mov.b16", {half}, {operand_of(r)}, "h:x");
      return mix(sum, half);
    }
    case Kind::f32: {
      canonical(r);
      const Reg word = fresh(Kind::b32);
      compute("mov.b32", {word}, {operand_of(r)}, "r:F");
      return mix(sum, word);
    }
    case Kind::f64: {
      canonical(r);
      const Reg wide = fresh(Kind::b64);
      compute("mov.b64", {wide}, {operand_of(r)}, "d:G");
      return mix(sum, wide);
    }
  }
}

}  // namespace heddle::fuzz
