#include "models/ptx/select.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "models/ptx/constant_bank.hpp"
#include "models/ptx/draft_builder.hpp"
#include "models/ptx/pack.hpp"

namespace heddle::ptx {
namespace {

class Selector {
 public:
  Selector(const SourceText& source, const Function& function, const Layout& layout)
      : source_(source), layout_(layout), function_(function) {
    kernel_.registers = function.registers;
  }

  DraftKernel run() {
    std::vector<std::uint32_t> first;  // of each statement: its first instruction
    for (const Statement& statement : function_.body) {
      first.push_back(static_cast<std::uint32_t>(kernel_.code.size()));
      select(statement);
    }
    first.push_back(static_cast<std::uint32_t>(kernel_.code.size()));
    end_with_exit();
    for (Draft& d : kernel_.code)
      if (d.instruction.control == Control::branch) d.instruction.target = first[d.instruction.target];
    return std::move(kernel_);
  }

 private:
  DraftBuilder builder(const Statement& s) { return {source_, layout_, kernel_.registers, s}; }
  void emit(DraftBuilder& b) { kernel_.code.push_back(b.draft()); }

  void select(const Statement& s) {
    switch (s.spelling.opcode->shape) {
      case Shape::compute:
        return compute(s);
      case Shape::move:
        return move(s);
      case Shape::load:
        return load(s);
      case Shape::store:
        return store(s);
      case Shape::branch:
        return control(s, Control::branch, 1);
      case Shape::exit:
        return control(s, Control::exit, 0);
      case Shape::barrier:
        return barrier(s);
    }
  }

  void check_count(const Statement& s, std::size_t least, std::size_t most) const {
    if (s.operands.size() >= least && s.operands.size() <= most) return;
    source_.fail(s.place,
                 {.what = fmt::format("wrong number of operands for '{}'", s.spelling.opcode->mnemonic()),
                  .value = fmt::format("{}", s.operands.size()),
                  .legal = least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most)});
  }

  void compute(const Statement& s) {
    const std::vector<OperandRole> roles = operand_roles(s.spelling);
    std::size_t least = 0;
    std::size_t most = 0;
    for (const OperandRole& role : roles) {
      least += role.optional || role.implicit ? 0 : 1;
      most += role.implicit ? 0 : 1;
    }
    check_count(s, least, most);
    DraftBuilder b = builder(s);
    unsigned k = 0;
    std::size_t n = 0;
    for (const OperandRole& role : roles) {
      if (role.implicit)
        role.destination ? b.carry_destination() : b.carry_source(k++);
      else if (n < s.operands.size())
        operand(b, s.operands[n++], role, k);
    }
    s.spelling.opcode->semantics(s.spelling, b.instruction());
    emit(b);
  }

  static void operand(DraftBuilder& b, const Operand& o, const OperandRole& role, unsigned& k) {
    if (role.address) {
      if (o.kind != Operand::Kind::address) b.fail(o, {.what = "operand must be an address"});
    } else if (role.destination) {
      b.destination(o, role);
    } else {
      b.source(k++, o, role);
    }
  }

  /// `mov` also packs {a, b, ...} into a register and unpacks it.
  void move(const Statement& s) {
    check_count(s, 2, 2);
    const bool packs = s.operands[1].kind == Operand::Kind::vector;
    const bool unpacks = s.operands[0].kind == Operand::Kind::vector;
    if (!packs && !unpacks) return compute(s);
    const Type whole = s.spelling.types[0];
    const Operand& vector = s.operands[packs ? 1 : 0];
    const std::size_t parts = vector.elements.size();
    const unsigned part_bits = bits_of(whole) / static_cast<unsigned>(parts);
    if ((packs && unpacks) || (parts != 2 && parts != 4) || (part_bits != 16 && part_bits != 32))
      source_.fail(vector.place,
                   {.what = "vector does not fit the type of 'mov'",
                    .legal = "b32: two 16-bit registers; b64: two 32-bit or four 16-bit registers"});
    const OperandRole part{.type = part_bits == 16 ? Type::b16 : Type::b32};
    const OperandRole all{.type = whole};
    DraftBuilder b = builder(s);
    if (packs)
      b.destination(s.operands[0], all);
    else
      b.source(0, s.operands[1], all);
    for (unsigned k = 0; k < parts; ++k) {
      if (packs)
        b.source(k, vector.elements[k], part);
      else
        b.destination(vector.elements[k], part);
    }
    b.instruction().execute = packs ? pack(part_bits) : unpack(part_bits);
    emit(b);
  }

  static std::string_view space_word(const Spelling& s) {
    return s.among({"global", "shared", "local", "const", "param"});
  }

  static bool lies_in(const Symbol& symbol, std::string_view space) {
    switch (symbol.space) {
      case SymbolSpace::parameter:
        return space == "param";
      case SymbolSpace::shared:
        return space == "shared";
      case SymbolSpace::constant:
        return space == "const";
      case SymbolSpace::local:
        return space == "local";
      case SymbolSpace::global:
        return space == "global";
    }
    return false;
  }

  /// Address operand and memory fields. A variable named without a space in the opcode means its own space.
  void memory(DraftBuilder& b, const Operand& address) {
    const Statement& s = b.statement();
    if (address.kind != Operand::Kind::address)
      b.fail(address, {.what = "operand must be an address",
                       .legal = "[register], [register+offset], [variable+offset]"});
    std::string_view space = space_word(s.spelling);
    Instruction& i = b.instruction();
    i.offset = address.offset;
    i.memory.address_bits = 64;
    if (address.symbol != nullptr) {
      if (space.empty())
        for (std::string_view own : {"param", "shared", "const", "local", "global"})
          if (lies_in(*address.symbol, own)) space = own;
      if (!lies_in(*address.symbol, space))
        b.fail(address, {.what = fmt::format("variable does not lie in .{}", space),
                         .value = std::string(address.symbol->name)});
      i.offset += static_cast<std::int64_t>(b.address(address));
    } else if (address.reg != no_register) {
      const unsigned bits = bits_of(b.type_of(address.reg));
      if (bits < 32) b.fail(address, {.what = "address register is too narrow", .legal = "32 or 64 bits"});
      i.memory.address_bits = static_cast<std::uint8_t>(bits);
      i.operand[0] = {.kind = OperandRef::Kind::slot, .index = b.read(address.reg)};
    }
    const Type type = s.spelling.types[0];
    const std::string_view vector = s.spelling.among({"v2", "v4"});
    i.memory.width = static_cast<std::uint8_t>(bits_of(type) / 8);
    i.memory.sign_extend = is_signed(type);
    i.memory.elements = vector == "v2" ? 2 : vector == "v4" ? 4 : 1;
    i.memory.space = space == "global"   ? Space::global
                     : space == "shared" ? Space::shared
                     : space == "local"  ? Space::local
                     : space.empty()     ? Space::generic
                                         : Space::none;  // constant bank
  }

  /// The data operand(s) of a load or store: as many as the suffix says.
  std::span<const Operand> data(const DraftBuilder& b, const Operand& o) const {
    const unsigned elements = b.statement().spelling.has("v4") ? 4 : b.statement().spelling.has("v2") ? 2 : 1;
    const bool vector = o.kind == Operand::Kind::vector;
    const std::size_t given = vector ? o.elements.size() : 1;
    if (given != elements || (elements > 1 && !vector))
      b.fail(o, {.what = "wrong number of registers for the vector suffix",
                 .value = fmt::format("{}", given),
                 .legal = fmt::format("{}", elements)});
    return vector ? std::span(o.elements) : std::span(&o, 1);
  }

  void load(const Statement& s) {
    check_count(s, 2, 2);
    DraftBuilder b = builder(s);
    memory(b, s.operands[1]);
    for (const Operand& o : data(b, s.operands[0]))
      b.destination(o, {.type = s.spelling.types[0], .destination = true, .wider = true});
    check_same_width(b);
    Instruction& i = b.instruction();
    if (i.memory.space == Space::none) {  // a read of the constant bank is an operand fetch, not an access
      check_inside_variable(b, s.operands[1]);
      i.unit = Unit::sp;
      i.execute = read_constant_bank;
    }
    emit(b);
  }

  void check_inside_variable(const DraftBuilder& b, const Operand& address) const {
    if (address.symbol == nullptr) return;
    const MemoryAccess& m = b.draft().instruction.memory;
    const std::int64_t end = address.offset + std::int64_t{m.width} * m.elements;
    if (address.offset < 0 || end > address.symbol->size)
      b.fail(address, {.what = fmt::format("read outside '{}'", address.symbol->name),
                       .value = fmt::format("bytes {} to {}", address.offset, end - 1),
                       .legal = fmt::format("bytes 0 to {}", std::int64_t{address.symbol->size} - 1)});
  }

  /// The elements of a vector are equally wide: that is how loads find them among the destinations.
  void check_same_width(DraftBuilder& b) const {
    const Instruction& i = b.instruction();
    if (i.destination_count == i.memory.elements || i.destination_count == 2 * i.memory.elements) return;
    b.fail(b.statement().operands[0],
           {.what = "registers of a vector differ in width", .legal = "all 32-bit or all 64-bit"});
  }

  void store(const Statement& s) {
    check_count(s, 2, 2);
    DraftBuilder b = builder(s);
    memory(b, s.operands[0]);
    if (b.instruction().memory.space == Space::none)
      source_.fail(s.place,
                   {.what = "constants and parameters cannot be written", .legal = ".global .shared .local"});
    b.instruction().memory.store = true;
    const Type type = s.spelling.types[0];
    for (const Operand& o : data(b, s.operands[1])) {
      const bool in_register = o.kind == Operand::Kind::reg;
      b.read(in_register ? b.register_of(o, {.type = type, .wider = true}) : materialize(s, o, type));
    }
    emit(b);
  }

  /// Stores take registers only: a literal gets a `mov` of its own.
  RegisterId materialize(const Statement& s, const Operand& o, Type type) {
    DraftBuilder b = builder(s);
    const RegisterId reg = b.new_register(type);
    b.draft().guard = no_register;
    b.instruction().unit = Unit::sp;
    b.instruction().modifiers = {};
    b.write(reg);
    b.source(0, o, {.type = type});
    b.instruction().execute = move_bits(bits_of(type));
    emit(b);
    return reg;
  }

  void control(const Statement& s, Control kind, std::size_t operands) {
    check_count(s, operands, operands);
    DraftBuilder b = builder(s);
    b.instruction().control = kind;
    b.instruction().target = s.target;
    emit(b);
  }

  void barrier(const Statement& s) {
    check_count(s, 1, 1);
    const Operand& number = s.operands[0];
    if (number.kind != Operand::Kind::integer || number.integer != 0)
      source_.fail(number.place, {.what = "only the barrier of the whole CTA is supported", .legal = "0"});
    DraftBuilder b = builder(s);
    b.instruction().control = Control::barrier;
    emit(b);
  }

  void end_with_exit() {
    if (!kernel_.code.empty()) {
      const Draft& last = kernel_.code.back();
      const bool leaves =
          last.instruction.control == Control::exit || last.instruction.control == Control::branch;
      // A label may stand behind the last statement, so a branch there needs something to arrive at.
      const bool labelled =
          std::any_of(function_.body.begin(), function_.body.end(), [&](const Statement& s) {
            return s.spelling.opcode->shape == Shape::branch && s.target == function_.body.size();
          });
      if (leaves && last.guard == no_register && !labelled) return;
    }
    Draft exit;
    exit.instruction.unit = Unit::control;
    exit.instruction.control = Control::exit;
    exit.instruction.line = function_.body.empty() ? function_.place.line : function_.body.back().place.line;
    kernel_.code.push_back(exit);
  }

  const SourceText& source_;
  const Layout& layout_;
  const Function& function_;
  DraftKernel kernel_;
};

}  // namespace

DraftKernel select_instructions(const SourceText& source, const Function& function, const Layout& layout) {
  return Selector(source, function, layout).run();
}

}  // namespace heddle::ptx
