// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::estimate {

/// Writes cells with plausible tables: ns, pF, pJ.
class LibraryText {
 public:
  /// A table whose values grow with slew and load. (abc needs more than a few points.)
  static std::string table(std::string_view name, double first, std::string_view shape = "grid") {
    std::string rows;
    for (const double slew : {0.0, 1.0, 2.0, 4.0}) {
      std::string row;
      for (const double load : {0.0, 2.0, 4.0, 8.0})
        row += fmt::format("{}{:g}", row.empty() ? "" : ", ", first * (1 + 0.3 * slew + load));
      rows += fmt::format("{}\"{}\"", rows.empty() ? "" : ", ", row);
    }
    return fmt::format("{} ({}) {{ {} values ({}); }}\n", name, shape, axes, rows);
  }
  static constexpr const char* axes =
      "index_1 (\"0.01, 0.04, 0.07, 0.13\"); index_2 (\"0.001, 0.01, 0.02, 0.04\");";
  static std::string input(std::string_view name, std::string_view more = "") {
    return fmt::format("pin ({}) {{ direction : input; capacitance : 0.002; {} }}\n", name, more);
  }
  /// `from`: the input pins on which the output depends.
  static std::string output(std::string_view name, std::string_view function,
                            const std::vector<std::string>& from, std::string_view type = "") {
    std::string text = fmt::format(
        "pin ({}) {{ direction : output; capacitance : 0; max_capacitance : 0.1; function : \"{}\";\n", name,
        function);
    for (const std::string& pin : from) {
      text += fmt::format("timing () {{ related_pin : \"{}\"; timing_sense : non_unate; {}\n", pin, type);
      for (const char* t : {"cell_rise", "cell_fall"}) text += table(t, 0.02);
      for (const char* t : {"rise_transition", "fall_transition"}) text += table(t, 0.01);
      text += "}\n" + fmt::format("internal_power () {{ related_pin : \"{}\";\n", pin) +
              table("rise_power", 0.002, "energies") + table("fall_power", 0.001, "energies") + "}\n";
    }
    return text + "}\n";
  }
  void cell(std::string_view name, double area, std::string_view body) {
    cells_ +=
        fmt::format("cell ({}) {{ area : {}; cell_leakage_power : {};\n{}}}\n", name, area, 2 * area, body);
  }
  void gate(std::string_view name, double area, const std::vector<std::string>& inputs,
            std::string_view function) {
    std::string body;
    for (const std::string& pin : inputs) body += input(pin);
    cell(name, area, body + output("ZN", function, inputs));
  }
  /// A flip-flop with Q and QN; `asynchronous` is a line such as "clear : \"!RN\";" for the pin `reset`.
  using Outputs = std::vector<std::pair<const char*, const char*>>;
  void flip_flop(std::string_view name, double area, std::string_view next, std::string_view asynchronous,
                 const std::vector<std::string>& more,
                 const Outputs& outputs = {{"Q", "IQ"}, {"QN", "IQN"}}) {
    std::string body =
        fmt::format("ff (IQ, IQN) {{ next_state : \"{}\"; clocked_on : \"CK\"; {} }}\n", next, asynchronous);
    const std::string constraint = [] {
      std::string text;
      for (const char* kind : {"setup_rising", "hold_rising"}) {
        text += fmt::format("timing () {{ related_pin : \"CK\"; timing_type : {};\n", kind);
        for (const char* t : {"rise_constraint", "fall_constraint"}) text += table(t, 0.01, "limits");
        text += "}\n";
      }
      return text;
    }();
    body += input("D", constraint);
    for (const std::string& pin : more) body += input(pin);
    body += input("CK", "clock : true; internal_power () {\n" + passive("rise_power", 0.003) +
                            passive("fall_power", 0.004) + "}");
    for (const auto& [pin, state] : outputs) body += output(pin, state, {"CK"}, "timing_type : rising_edge;");
    cell(name, area, body);
  }
  static std::string passive(std::string_view name, double value) {
    return fmt::format("{} (slew) {{ index_1 (\"0.01, 0.1\"); values (\"{:g}, {:g}\"); }}\n", name, value,
                       value);
  }

  std::string text() const {
    return "library (user45) {\n delay_model : table_lookup; time_unit : \"1ns\"; voltage_unit : \"1V\";\n"
           " current_unit : \"1mA\"; pulling_resistance_unit : \"1kohm\"; leakage_power_unit : \"1nW\";\n"
           " capacitive_load_unit (1,pf); nom_process : 1; nom_temperature : 25; nom_voltage : 1.1;\n"
           " slew_lower_threshold_pct_rise : 20; slew_upper_threshold_pct_rise : 80;\n"
           " slew_lower_threshold_pct_fall : 20; slew_upper_threshold_pct_fall : 80;\n"
           " input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;\n"
           " output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;\n"
           " default_max_transition : 1; bus_naming_style : \"%s[%d]\";\n"
           " type (nibble) { base_type : array; data_type : bit; bit_width : 4; bit_from : 3; bit_to : 0; }\n"
           " lu_table_template (grid) { variable_1 : input_net_transition; variable_2 : "
           "total_output_net_capacitance; " +
           std::string(axes) +
           " }\n"
           " lu_table_template (limits) { variable_1 : related_pin_transition; variable_2 : "
           "constrained_pin_transition; " +
           axes +
           " }\n"
           " power_lut_template (energies) { variable_1 : input_transition_time; variable_2 : "
           "total_output_net_capacitance; " +
           axes +
           " }\n"
           " operating_conditions (typical) { process : 1; voltage : 1.1; temperature : 25; }\n"
           " default_operating_conditions : typical;\n"
           " power_lut_template (slew) { variable_1 : input_transition_time; index_1 (\"0.01, 0.1\"); }\n" +
           cells_ + "}\n";
  }

 private:
  std::string cells_;
};

}  // namespace heddle::estimate
