# SPDX-License-Identifier: Apache-2.0
# The contract of a block. heddle_block(<block> TECHNIQUE <technique> MODEL <model>) checks that every part of the
# block exists and has its RTL Verilated with the default parameters. With HEDDLE_CHECK_ONLY nothing is built, so that
# a script in the root of a tree can include this file, too.

# Collects the names of missing parts, so that all of them are told at once.
function(heddle_check_block block technique model)
  set(missing "")
  foreach(part IN ITEMS
      "models/${technique}/${model}.hpp"
      "hw/${technique}/${block}/${block}.hpp"
      "rtl_ref/${technique}/${block}.sv"
      "tb/${technique}/${block}/${block}_bench.cpp"
      "tests/${technique}/${block}_test.cpp"
      "configs/blocks/${block}.yaml")
    if(NOT HEDDLE_CHECK_ONLY)
      set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${part})
    endif()
    if(NOT EXISTS ${CMAKE_SOURCE_DIR}/${part})
      string(APPEND missing "\n  ${part}")
    endif()
  endforeach()
  if(missing)
    message(FATAL_ERROR "The block ${block} lacks parts that every block has:${missing}")
  endif()
endfunction()

# Parts of a block that nobody declares: a class with a block_name, a bench, a card, and RTL that is neither a block's
# nor instantiated by its neighbours.
function(heddle_check_undeclared)
  get_property(declared GLOBAL PROPERTY HEDDLE_BLOCKS)
  set(undeclared "")
  set(watch CONFIGURE_DEPENDS)
  if(HEDDLE_CHECK_ONLY)
    set(watch "")
  endif()
  file(GLOB parts ${watch} RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/hw/*/*/*.hpp
       ${CMAKE_SOURCE_DIR}/tb/*/*/*_bench.cpp ${CMAKE_SOURCE_DIR}/configs/blocks/*.yaml ${CMAKE_SOURCE_DIR}/rtl_ref/*/*.sv)
  foreach(part IN LISTS parts)
    get_filename_component(name ${part} NAME_WE)
    string(REGEX REPLACE "_bench$" "" name ${name})
    if(name IN_LIST declared)
      continue()
    elseif(part MATCHES "^hw/")
      file(STRINGS ${CMAKE_SOURCE_DIR}/${part} used REGEX "block_name = ")
      if(NOT used)
        continue()
      endif()
    elseif(part MATCHES "^rtl_ref/")
      get_filename_component(folder ${part} DIRECTORY)
      file(GLOB neighbours ${CMAKE_SOURCE_DIR}/${folder}/*.sv)
      list(REMOVE_ITEM neighbours ${CMAKE_SOURCE_DIR}/${part})
      set(used "")
      foreach(neighbour IN LISTS neighbours)
        file(STRINGS ${neighbour} lines REGEX "^ *${name} ")
        list(APPEND used ${lines})
      endforeach()
      if(used)
        continue()
      endif()
    endif()
    string(APPEND undeclared "\n  ${part}: heddle_block(${name} ...) is missing")
  endforeach()
  if(undeclared)
    message(FATAL_ERROR "Parts of blocks that are not declared:${undeclared}")
  endif()
endfunction()

if(HEDDLE_CHECK_ONLY)
  function(heddle_block block)
    cmake_parse_arguments(ARG "" "TECHNIQUE;MODEL" "" ${ARGN})
    heddle_check_block(${block} ${ARG_TECHNIQUE} ${ARG_MODEL})
    set_property(GLOBAL APPEND PROPERTY HEDDLE_BLOCKS ${block})
  endfunction()
  return()
endif()

find_program(VERILATOR verilator REQUIRED)
execute_process(COMMAND ${VERILATOR} --getenv VERILATOR_ROOT OUTPUT_VARIABLE VERILATOR_ROOT
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(HEDDLE_RTL_FOLDER ${CMAKE_BINARY_DIR}/rtl)

# Verilator's runtime, compiled once for all RTL. Shared objects take it in, so it carries no instrumentation.
add_library(heddle_verilated STATIC ${VERILATOR_ROOT}/include/verilated.cpp
            ${VERILATOR_ROOT}/include/verilated_threads.cpp tb/cosim/runtime/hooks.cpp
            tb/cosim/runtime/memory_files.cpp)
target_include_directories(heddle_verilated PRIVATE ${CMAKE_SOURCE_DIR})
target_include_directories(heddle_verilated SYSTEM PRIVATE ${VERILATOR_ROOT}/include ${VERILATOR_ROOT}/include/vltstd)
target_compile_features(heddle_verilated PRIVATE cxx_std_17)
target_compile_options(heddle_verilated PRIVATE -w -O2 -fvisibility=hidden -fno-gnu-unique -fno-sanitize=all
                       -fno-profile-arcs -fno-test-coverage -include tb/cosim/runtime/hooks.hpp)
set_target_properties(heddle_verilated PROPERTIES POSITION_INDEPENDENT_CODE ON
                      ARCHIVE_OUTPUT_DIRECTORY ${HEDDLE_RTL_FOLDER})

set_property(SOURCE tb/cosim/rtl/verilate.cpp APPEND PROPERTY COMPILE_DEFINITIONS
             "HEDDLE_VERILATOR_ROOT=\"${VERILATOR_ROOT}\"" "HEDDLE_RTL_FOLDER=\"${HEDDLE_RTL_FOLDER}\"")

# The reader and writer of waves that Verilator ships, as the C that it is.
add_library(heddle_fst STATIC ${VERILATOR_ROOT}/include/gtkwave/fstapi.c ${VERILATOR_ROOT}/include/gtkwave/fastlz.c
            ${VERILATOR_ROOT}/include/gtkwave/lz4.c)
target_include_directories(heddle_fst SYSTEM PUBLIC ${VERILATOR_ROOT}/include/gtkwave)
target_compile_options(heddle_fst PRIVATE -w)
target_compile_definitions(heddle_fst PRIVATE FST_CONFIG_INCLUDE="fst_config.h")
target_link_libraries(heddle_fst PUBLIC ZLIB::ZLIB)

add_executable(heddle_verilate tb/cosim/runtime/main.cpp tb/cosim/rtl/verilate.cpp tb/cosim/rtl/rtl_source.cpp
               tb/cosim/rtl/rtl_files.cpp tb/cosim/rtl/user_rtl.cpp tb/cosim/rtl/vhdl.cpp tb/cosim/process/cache_folder.cpp
               tb/cosim/process/command.cpp tb/cosim/process/end_with_parent.cpp tb/cosim/rtl/verilator.cpp tb/cosim/rtl/preprocessed.cpp
               tb/cosim/rtl/rtl_reading.cpp tb/cosim/rtl/parameter_sets.cpp tb/cosim/process/xml_text.cpp)
heddle_link(heddle_verilate gpu)
target_link_libraries(heddle_verilate PRIVATE pugixml::pugixml ${CMAKE_DL_LIBS})

# The headers of all RTL, precompiled: for what the program compiles, and for the tests.
set(headers "")
file(GLOB of_headers ${VERILATOR_ROOT}/include/*.h)
list(APPEND of_headers ${CMAKE_SOURCE_DIR}/hw/sim/rtl_model.hpp ${CMAKE_SOURCE_DIR}/tb/cosim/runtime/memory_files.hpp
     ${CMAKE_SOURCE_DIR}/tb/cosim/runtime/rtl_headers.hpp ${CMAKE_SOURCE_DIR}/tb/cosim/rtl/verilate.cpp)
foreach(optimisation IN ITEMS O0 O1 O3)
  set(header ${HEDDLE_RTL_FOLDER}/headers/tb/cosim/runtime/rtl_headers.hpp.gch/${optimisation})
  add_custom_command(OUTPUT ${header} COMMAND heddle_verilate -${optimisation} ${header}
    DEPENDS ${of_headers} COMMENT "Precompiling the headers of RTL for -${optimisation}" VERBATIM)
  list(APPEND headers ${header})
endforeach()
add_custom_target(heddle_rtl_headers DEPENDS ${headers})

add_custom_target(heddle_rtl ALL)

function(heddle_block block)
  cmake_parse_arguments(ARG "" "TECHNIQUE;MODEL" "" ${ARGN})
  heddle_check_block(${block} ${ARG_TECHNIQUE} ${ARG_MODEL})
  set_property(GLOBAL APPEND PROPERTY HEDDLE_BLOCKS ${block})
  file(GLOB_RECURSE rtl CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rtl_ref/${ARG_TECHNIQUE}/*.sv
       ${CMAKE_SOURCE_DIR}/rtl_ref/*.svh)
  file(GLOB shared CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rtl_ref/*.sv)
  add_custom_command(OUTPUT ${HEDDLE_RTL_FOLDER}/${block}.so
    COMMAND heddle_verilate ${block} ${HEDDLE_RTL_FOLDER}/${block}.so
    DEPENDS heddle_verilate heddle_verilated ${rtl} ${shared} ${CMAKE_SOURCE_DIR}/tb/cosim/runtime/rtl_model.cpp
            ${CMAKE_SOURCE_DIR}/tb/cosim/runtime/rtl_headers.hpp
    COMMENT "Verilating ${block}" VERBATIM)
  add_custom_target(rtl_${block} DEPENDS ${HEDDLE_RTL_FOLDER}/${block}.so)
  add_dependencies(rtl_${block} heddle_rtl_headers)
  add_dependencies(heddle_rtl rtl_${block})
endfunction()
