// SPDX-License-Identifier: Apache-2.0
#include "tb/dpi/c_side.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {
namespace {

unsigned words(const ServedPort& p) { return (p.bits + 31) / 32; }

unsigned most_words(const std::vector<ServedPort>& ports) {
  unsigned most = 1;
  for (const ServedPort& p : ports) most = std::max(most, words(p));
  return most;
}

std::size_t outputs(const std::vector<ServedPort>& ports) {
  return static_cast<std::size_t>(
      std::count_if(ports.begin(), ports.end(), [](const ServedPort& p) { return !p.input; }));
}

std::string header(const DpiRequest& r, const char* interface) {
  return fmt::format(
      "/* The C side of {}.sv. Made by `{}`. */\n#include \"heddle_client.h\"\n#include \"{}\"\n\n", r.module,
      command_of(r), interface);
}

/// The text as a literal of C.
std::string c_string(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

/// A function in C that starts the program with the words that make it serve the block.
std::string open_function(const DpiRequest& r, const ServedBlock& block) {
  std::vector<std::string> words{"serve", r.block};
  if (!r.set.empty()) words.insert(words.end(), {"--sets", r.set});
  for (const std::string& o : r.overrides) words.insert(words.end(), {"--set", o});
  for (const std::filesystem::path& p : r.plugins) words.insert(words.end(), {"--plugin", p.string()});
  words.emplace_back("--memory");
  std::string list;
  for (const std::string& w : words) list += c_string(w) + ", ";
  return fmt::format(
      "void* {}_open(void) {{\n  static const char* const words[] = {{{}NULL}};\n"
      "  return heddle_open({}, words, {});\n}}\n\n",
      r.module, list, c_string(r.program.string()), block.bytes());
}

}  // namespace

std::string command_of(const DpiRequest& r) {
  std::string text = "heddle dpi " + r.block;
  if (r.vpi) text += " --vpi";
  if (!r.set.empty()) text += " --sets " + r.set;
  for (const std::string& o : r.overrides) text += " --set " + o;
  return text;
}

std::string dpi_side(const DpiRequest& r, const ServedBlock& block) {
  const auto& ports = block.ports();
  return header(r, "svdpi.h") + "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n" + open_function(r, block) +
         fmt::format("int {}_edge(void* model, svBit rst_ni", r.module) +
         each(ports,
              [](const ServedPort& p) {
                return fmt::format(",\n    {}svBitVecVal* {}", p.input ? "const " : "", p.name);
              }) +
         ") {\n  HeddleModel* m = (HeddleModel*)model;\n  unsigned char* ports;\n"
         "  if (m == NULL) return 0;\n  ports = heddle_ports(m->shared);\n" +
         each_input(ports,
                    [](const ServedPort& p) {
                      return fmt::format("  memcpy(ports + {}, {}, {});\n", p.at, p.name, 4 * words(p));
                    }) +
         "  if (!heddle_edge(m, rst_ni)) return 0;\n" +
         each_output(ports,
                     [](const ServedPort& p) {
                       return fmt::format("  memcpy({}, ports + {}, {});\n", p.name, p.at, 4 * words(p));
                     }) +
         "  return 1;\n}\n\n#ifdef __cplusplus\n}\n#endif\n";
}

/// Arguments come in turn: rst_ni, then the ports. Each call in the design has a model of its own.
std::string vpi_side(const DpiRequest& r, const ServedBlock& block) {
  const auto& ports = block.ports();
  return header(r, "vpi_user.h") + "static " + open_function(r, block) +
         R"(static void read_words(vpiHandle from, uint32_t* to, int words) {
  s_vpi_value value;
  int k;
  value.format = vpiVectorVal;
  vpi_get_value(from, &value);
  for (k = 0; k < words; ++k) /* x and z are 0 */
    to[k] = (uint32_t)value.value.vector[k].aval & ~(uint32_t)value.value.vector[k].bval;
}

static void write_words(vpiHandle to, const uint32_t* from, int words) {
  s_vpi_value value;
  s_vpi_vecval vector[)" +
         fmt::format("{}", most_words(ports)) + R"(];
  int k;
  for (k = 0; k < words; ++k) {
    vector[k].aval = (PLI_INT32)from[k];
    vector[k].bval = 0;
  }
  value.format = vpiVectorVal;
  value.value.vector = vector;
  vpi_put_value(to, &value, NULL, vpiNoDelay);
}

static int edge(HeddleModel* m, vpiHandle arguments) {
  uint32_t* ports;
  uint32_t rst_n;
  vpiHandle outputs[)" +
         fmt::format("{}", std::max<std::size_t>(outputs(ports), 1)) + R"(];
  if (m == NULL) return 0;
  ports = (uint32_t*)heddle_ports(m->shared);
  read_words(vpi_scan(arguments), &rst_n, 1);
)" +
         each(ports,
              [n = 0](const ServedPort& p) mutable {
                return p.input ? fmt::format("  read_words(vpi_scan(arguments), ports + {}, {});\n", p.at / 4,
                                             words(p))
                               : fmt::format("  outputs[{}] = vpi_scan(arguments);\n", n++);
              }) +
         "  if (!heddle_edge(m, (int)(rst_n & 1))) return 0;\n" +
         each_output(ports,
                     [n = 0](const ServedPort& p) mutable {
                       return fmt::format("  write_words(outputs[{}], ports + {}, {});\n", n++, p.at / 4,
                                          words(p));
                     }) +
         fmt::format(R"(  return 1;
}}

static PLI_INT32 call(PLI_BYTE8* unused) {{
  vpiHandle here = vpi_handle(vpiSysTfCall, NULL), arguments = vpi_iterate(vpiArgument, here);
  void* model = vpi_get_userdata(here);
  s_vpi_value lives;
  (void)unused;
  if (model == NULL) vpi_put_userdata(here, model = {0}_open());
  lives.format = vpiIntVal;
  lives.value.integer = edge((HeddleModel*)model, arguments);
  vpi_put_value(here, &lives, NULL, vpiNoDelay);
  vpi_free_object(arguments);
  return 0;
}}

static void register_function(void) {{
  static s_vpi_systf_data function;
  static char name[] = "${0}_edge";
  function.type = vpiSysFunc;
  function.sysfunctype = vpiIntFunc;
  function.tfname = name;
  function.calltf = call;
  vpi_register_systf(&function);
}}

void (*vlog_startup_routines[])(void) = {{register_function, NULL}};
)",
                     r.module);
}

}  // namespace heddle
