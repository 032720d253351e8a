// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <string>

#include "models/ptx/library/device_library.hpp"
#include "models/ptx/library/print_format.hpp"

namespace heddle::ptx {
namespace {

/// `$` stands for the number of address bits.
///
/// vprintf walks through the format twice: first to measure the record (%base is 0), then to write it into
/// the room that an atomic has reserved. It returns the number of arguments, -1 without a format, -2 when
/// there is no room.
constexpr std::string_view print_text = R"(
.func (.param .b32 length) __heddle_text(.param .b$ to, .param .b$ from)
{
  // Copies up to a zero byte and returns how many bytes stand before it; with `to` 0 only counts.
  .reg .b$ %to, %from;
  .reg .b32 %n, %c, %word, %shift;
  .reg .pred %end, %more, %keep;
  ld.param.u$ %to, [to];
  ld.param.u$ %from, [from];
  setp.ne.u$ %keep, %to, 0;
  mov.u32 %n, 0;
  mov.u32 %word, 0;
NEXT:
  ld.u8 %c, [%from];
  setp.eq.u32 %end, %c, 0;
  @%end bra END;
  shl.b32 %shift, %n, 3;
  and.b32 %shift, %shift, 24;
  shl.b32 %c, %c, %shift;
  or.b32 %word, %word, %c;
  add.u32 %n, %n, 1;
  add.u$ %from, %from, 1;
  and.b32 %c, %n, 3;
  setp.ne.u32 %more, %c, 0;
  @%more bra NEXT;
  @%keep st.global.u32 [%to], %word;
  add.u$ %to, %to, 4;
  mov.u32 %word, 0;
  bra NEXT;
END:
  @%keep st.global.u32 [%to], %word;
  st.param.b32 [length], %n;
  ret;
}

.weak
.func (.param .b32 result) vprintf(.param .b$ format, .param .b$ arguments)
{
  .reg .b$ %format, %arguments, %f, %a, %p, %size, %base, %at, %to, %step;
  .reg .b64 %total, %old, %end, %value;
  .reg .b32 %length, %n, %count, %c, %class, %longs, %bytes, %word;
  .reg .pred %q, %writes, %wide, %again;
  ld.param.u$ %format, [format];
  ld.param.u$ %arguments, [arguments];
  mov.u32 %count, -1;
  setp.eq.u$ %q, %format, 0;
  @%q bra OUT;
  mov.u$ %base, 0;
PASS:
  setp.ne.u$ %writes, %base, 0;
  mov.u$ %to, 0;
  @%writes add.u$ %to, %base, 8;
  call (%length), __heddle_text, (%to, %format);
  add.u32 %n, %length, 16;
  and.b32 %n, %n, -8;
  cvt.u$.u32 %at, %n;
  add.u$ %at, %at, %base;
  mov.u$ %f, %format;
  mov.u$ %a, %arguments;
  mov.u32 %count, 0;
FIND:
  ld.u8 %c, [%f];
  setp.eq.u32 %q, %c, 0;
  @%q bra ENDED;
  add.u$ %f, %f, 1;
  setp.ne.u32 %q, %c, 37;
  @%q bra FIND;
  mov.u32 %longs, 0;
PART:
  ld.u8 %c, [%f];
  add.u$ %f, %f, 1;
  cvt.u$.u32 %p, %c;
  mov.u$ %to, __heddle_format;
  add.u$ %p, %p, %to;
  ld.global.u8 %class, [%p];
  setp.eq.u32 %q, %class, #NONE;
  @%q bra ENDED;
  setp.eq.u32 %q, %class, #PERCENT;
  @%q bra FIND;
  setp.eq.u32 %q, %class, #PART;
  @%q bra PART;
  setp.eq.u32 %again, %class, #STAR;
  mov.u32 %bytes, 4;
  @%again bra TAKE;
  setp.eq.u32 %q, %class, #LONGER;
  @%q add.u32 %longs, %longs, 1;
  @%q bra PART;
  setp.eq.u32 %q, %class, #LONGEST;
  @%q mov.u32 %longs, 2;
  @%q bra PART;
  setp.ge.u32 %q, %longs, #LONGS;
  @%q mov.u32 %bytes, 8;
  setp.eq.u32 %q, %class, #REAL;
  @%q mov.u32 %bytes, 8;
  setp.ge.u32 %q, %class, #POINTER;
  @%q mov.u32 %bytes, #ADDRESS;
TAKE:
  cvt.u$.u32 %size, %bytes;
  add.u$ %a, %a, %size;
  sub.u$ %a, %a, 1;
  neg.s$ %step, %size;
  and.b$ %a, %a, %step;
  setp.eq.u32 %wide, %bytes, 8;
  @%wide ld.u64 %value, [%a];
  @!%wide ld.u32 %word, [%a];
  @!%wide cvt.u64.u32 %value, %word;
  add.u$ %a, %a, %size;
  add.u32 %count, %count, 1;
  mov.u$ %step, 8;
  setp.ne.u32 %q, %class, #STRING;
  @%q bra STORE;
  cvt.u$.u64 %p, %value;
  mov.u64 %value, -1;
  setp.eq.u$ %q, %p, 0;
  @%q bra STORE;
  mov.u$ %to, 0;
  @%writes add.u$ %to, %at, 8;
  call (%n), __heddle_text, (%to, %p);
  cvt.u64.u32 %value, %n;
  add.u32 %n, %n, 16;
  and.b32 %n, %n, -8;
  cvt.u$.u32 %step, %n;
STORE:
  @%writes st.global.u64 [%at], %value;
  add.u$ %at, %at, %step;
  @%again bra PART;
  bra FIND;
ENDED:
  @%writes bra WRITTEN;
  cvt.u64.u$ %total, %at;
  mov.u$ %base, __heddle_print;
  atom.global.add.u64 %old, [%base], %total;
  add.u64 %end, %old, %total;
  setp.gt.u64 %q, %end, #RECORDS;
  @%q bra FULL;
  cvt.u$.u64 %p, %old;
  add.u$ %base, %base, %p;
  add.u$ %base, %base, #HEADER;
  bra PASS;
FULL:
  red.global.add.u64 [%base+8], 1;
  mov.u32 %count, -2;
  bra OUT;
WRITTEN:
  sub.u$ %at, %at, %base;
  cvt.u32.u$ %n, %at;
  st.global.u32 [%base], %n;
  st.global.u32 [%base+4], %length;
OUT:
  st.param.b32 [result], %count;
  ret;
}
)";

/// What the assertion of a thread says, as CUDA's runtime prints it. The kernel traps after it, so the record
/// must have come to memory.
constexpr std::string_view assertion_text = R"(
.weak
.func __heddle_assertion(.param .b$ message, .param .b$ file, .param .b32 line, .param .b$ function, .param .b$ size)
{
  .local .align 8 .b8 arguments[#SPACE];
  .reg .b$ %at, %format, %p;
  .reg .b32 %n;
  mov.u$ %at, arguments;
  cvta.local.u$ %at, %at;
  mov.u$ %format, __heddle_assertion_format;
  cvta.global.u$ %format, %format;
  ld.param.u$ %p, [file];
  st.u$ [%at], %p;
  ld.param.u32 %n, [line];
  st.u32 [%at+#ADDRESS], %n;
  ld.param.u$ %p, [function];
  st.u$ [%at+#FUNCTION], %p;
  mov.u32 %n, %ctaid.x;
  st.u32 [%at+#PLACE], %n;
  mov.u32 %n, %ctaid.y;
  st.u32 [%at+#PLACE+4], %n;
  mov.u32 %n, %ctaid.z;
  st.u32 [%at+#PLACE+8], %n;
  mov.u32 %n, %tid.x;
  st.u32 [%at+#PLACE+12], %n;
  mov.u32 %n, %tid.y;
  st.u32 [%at+#PLACE+16], %n;
  mov.u32 %n, %tid.z;
  st.u32 [%at+#PLACE+20], %n;
  ld.param.u$ %p, [message];
  st.u$ [%at+#PLACE+24], %p;
  call (%n), vprintf, (%format, %at);
  membar.gl;
  ret;
}
)";
constexpr std::string_view assertion_format =
    "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n";

}  // namespace

std::string print_library(unsigned address_bits) {
  using Class = FormatCharacter;
  const auto number = [](Class c) { return static_cast<std::uint64_t>(c); };
  std::array<std::uint64_t, 256> classes{};
  for (unsigned c = 0; c < classes.size(); ++c)
    classes[c] = number(format_character(static_cast<unsigned char>(c)));
  return fmt::format(
      "\n.global .align 8 .b8 {}[{}];\n.global .align 4 .b8 __heddle_format[256] = {{{}}};\n{}",
      PrintBuffer::name, PrintBuffer::header + PrintBuffer::records, fmt::join(classes, ","),
      library_text(print_text, address_bits,
                   {{"#NONE", number(Class::none)},
                    {"#PART", number(Class::part)},
                    {"#LONGER", number(Class::longer)},
                    {"#LONGEST", number(Class::longest)},
                    {"#STAR", number(Class::star)},
                    {"#REAL", number(Class::real)},
                    {"#POINTER", number(Class::pointer)},
                    {"#STRING", number(Class::string)},
                    {"#PERCENT", number(Class::percent)},
                    {"#LONGS", long_words(address_bits)},
                    {"#ADDRESS", address_bits / 8},
                    {"#HEADER", PrintBuffer::header},
                    {"#RECORDS", PrintBuffer::records}}));
}

std::string assertion_library(unsigned address_bits) {
  const std::uint64_t address = address_bits / 8, place = 3 * address;
  std::vector<unsigned> format(assertion_format.begin(), assertion_format.end());
  format.push_back(0);
  return fmt::format("\n.global .align 1 .b8 __heddle_assertion_format[{}] = {{{}}};\n{}", format.size(),
                     fmt::join(format, ","),
                     library_text(assertion_text, address_bits,
                                  {{"#SPACE", place + 24 + address},
                                   {"#ADDRESS", address},
                                   {"#FUNCTION", 2 * address},
                                   {"#PLACE", place}}));
}

}  // namespace heddle::ptx
