// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/print/ptx_addresses.hpp"

namespace heddle::fuzz {

std::string PtxAddresses::base(const Statement& s, const std::string& parameter) {
  return value(s, "b_" + parameter, address_kind(), [&](PtxWriter& w, const std::string& r) {
    w.line("ld.param.{} {}, [{}]", address_type(), r, parameter);
    if (!k_.generic) w.line("cvta.to.global.{} {}, {}", address_type(), r, r);
  });
}

std::string PtxAddresses::local_id(const Statement& s) {
  return value(s, "a_local", Kind::b32, [&](PtxWriter& w, const std::string& r) { write_local_id(w, r); });
}

std::string PtxAddresses::global_id(const Statement& s) {
  return value(s, "a_global", Kind::b32, [&](PtxWriter& w, const std::string& r) { write_global_id(w, r); });
}

void PtxAddresses::write_local_id(PtxWriter& w, const std::string& r) {
  w.line("mov.u32 {}, %tid.x", r);
  if (k_.shape.cta_y == 1) return;
  const std::string y = out_.temporary(Kind::b32), n = out_.temporary(Kind::b32);
  w.line("mov.u32 {}, %tid.y", y);
  w.line("mov.u32 {}, %ntid.x", n);
  w.line("mad.lo.s32 {}, {}, {}, {}", r, y, n, r);
}

void PtxAddresses::write_global_id(PtxWriter& w, const std::string& r) {
  write_local_id(w, r);
  const std::string cta = out_.temporary(Kind::b32);
  w.line("mov.u32 {}, %ctaid.x", cta);
  w.line("mad.lo.s32 {}, {}, {}, {}", r, cta, k_.shape.threads(), r);
}

std::string PtxAddresses::scaled(const std::string& base, const std::string& index, std::uint32_t scale) {
  const std::string r = out_.temporary(address_kind());
  if (k_.wide_addresses && scale % 3 == 0) {
    const std::string product = out_.temporary(Kind::b64);
    out_.line("mul.wide.u32 {}, {}, {}", product, index, scale);
    out_.line("add.s64 {}, {}, {}", r, base, product);
  } else if (k_.wide_addresses) {
    out_.line("mad.wide.u32 {}, {}, {}, {}", r, index, scale, base);
  } else if ((scale & (scale - 1)) == 0) {
    out_.line("shl.b32 {}, {}, {}", r, index, __builtin_ctz(scale));
    out_.line("add.u32 {}, {}, {}", r, r, base);
  } else {
    out_.line("mad.lo.u32 {}, {}, {}, {}", r, index, scale, base);
  }
  return r;
}

std::string PtxAddresses::masked(const Statement& s, std::uint32_t bytes) {
  const Place& p = s.place;
  const std::uint32_t size = s.element.bytes * static_cast<std::uint32_t>(elements_of(s));
  const std::string r = out_.temporary(Kind::b32);
  if (p.index.is_register)
    out_.line("mad.lo.s32 {}, {}, {}, {}", r, out_.reg(p.index.reg), p.scale, p.offset);
  else
    out_.line("mad.lo.s32 {}, {}, {}, {}", r, global_id(s), p.scale, p.offset);
  out_.line("and.b32 {}, {}, {}", r, r, (bytes - 1) & ~(size - 1));
  return r;
}

std::string PtxAddresses::sum(const std::string& base, const std::string& bytes) {
  const std::string r = out_.temporary(address_kind());
  if (k_.wide_addresses) {
    out_.line("cvt.u64.u32 {}, {}", r, bytes);
    out_.line("add.s64 {}, {}, {}", r, base, r);
  } else {
    out_.line("add.u32 {}, {}, {}", r, base, bytes);
  }
  return r;
}

std::string PtxAddresses::slot(const Statement& s) {
  const std::string at = base(s, "out");
  const std::uint32_t total = k_.shape.all_threads();
  return k_.blocked_slots ? fmt::format("{}+{}", scaled(at, global_id(s), 8 * k_.slots), 8 * s.place.offset)
                          : fmt::format("{}+{}", scaled(at, global_id(s), 8), 8 * s.place.offset * total);
}

std::string PtxAddresses::shared_symbol(const Statement& s) {
  return value(s, "c_shared", Kind::b32,
               [&](PtxWriter& w, const std::string& r) { w.line("mov.u32 {}, shared_memory", r); });
}

/// Shared memory holds the exchange slots, the threads' own slots, the cells.
std::string PtxAddresses::shared_own(const Statement& s, std::uint32_t slot) {
  const std::string at = shared_symbol(s), r = out_.temporary(Kind::b32), id = local_id(s);
  const std::uint32_t t = k_.shape.threads();
  out_.line("mad.lo.u32 {}, {}, {}, {}", r, id, k_.blocked_shared ? 8 * k_.shared_slots : 8, at);
  return fmt::format("{}+{}", r, 8 * t + (k_.blocked_shared ? 8 * slot : 8 * slot * t));
}

std::pair<std::string, std::string> PtxAddresses::place(const Statement& s) {
  const Place& p = s.place;
  switch (p.region) {
    case Region::input: {
      const std::string b = base(s, fmt::format("in{}", p.buffer));
      return {sum(b, masked(s, k_.inputs[p.buffer].bytes)), global()};
    }
    case Region::constant: {
      const std::string b = out_.temporary(address_kind());
      const std::string m = masked(s, k_.constant_bytes);
      out_.line("mov.{} {}, constants", address_type(), b);
      return {sum(b, m), ".const"};
    }
    case Region::local: {
      const std::string b = out_.temporary(address_kind());
      const std::string m = masked(s, k_.local_bytes);
      out_.line("mov.{} {}, depot", address_type(), b);
      return {sum(b, m), ".local"};
    }
    case Region::output:
      return {slot(s), global()};
    case Region::shared:
      return {shared_own(s, p.offset), ".shared"};
    case Region::parameter:
      return {fmt::format("s{}", p.buffer), ".param"};
  }
  return {};
}

std::string PtxAddresses::launched_lanes(const Statement& s) {
  const std::uint32_t threads = k_.shape.threads(), rest = threads % 32;
  if (rest == 0) return "-1";
  return value(s, "d_lanes", Kind::b32, [&](PtxWriter& w, const std::string& r) {
    write_local_id(w, r);
    const std::string last = out_.temporary(Kind::pred);
    w.line("setp.ge.u32 {}, {}, {}", last, r, threads - rest);
    w.line("selp.b32 {}, {}, -1, {}", r, (1u << rest) - 1, last);
  });
}

}  // namespace heddle::fuzz
