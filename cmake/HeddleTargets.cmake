# SPDX-License-Identifier: Apache-2.0
# How Heddle's targets are made. Every .cpp below a folder belongs to that folder's layer: adding a variant is adding a
# file.

option(HEDDLE_WERROR "Treat warnings as errors" OFF)
option(HEDDLE_NATIVE "Tune for this machine's processor (the binary then runs only on such machines)" OFF)
option(HEDDLE_UNITY "Compile several sources at once: two thirds of a source's time are headers" ON)

find_program(CCACHE ccache)
if(CCACHE)
  # Paths below the source folder count as relative: a second clone finds what the first one compiled alone. (Units of
  # several sources name them by absolute paths; CMake can do without from 3.29 on.)
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
endif()
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3")

# gold links in a third of the time that bfd takes. A linker that somebody has chosen stays.
include(CheckLinkerFlag)
if(NOT "${CMAKE_CXX_FLAGS} ${CMAKE_EXE_LINKER_FLAGS}" MATCHES "-fuse-ld=")
  check_linker_flag(CXX -fuse-ld=gold HEDDLE_GOLD)
  if(HEDDLE_GOLD)
    add_link_options(-fuse-ld=gold)
  endif()
endif()

add_library(heddle_options INTERFACE)
target_compile_features(heddle_options INTERFACE cxx_std_20)
# Debian's libsystemc is built as C++17 and says so in the names of its symbols.
target_compile_definitions(heddle_options INTERFACE SC_CPLUSPLUS=201703L SC_INCLUDE_DYNAMIC_PROCESSES)
target_compile_options(heddle_options INTERFACE
  -Wall -Wextra -Wpedantic -ffp-contract=off -fno-math-errno
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow;-Wno-restrict>"  # g++ 12 raises them falsely inside fmt and std::string
  $<$<BOOL:${HEDDLE_WERROR}>:-Werror> $<$<BOOL:${HEDDLE_NATIVE}>:-march=native>)
target_include_directories(heddle_options INTERFACE ${CMAKE_SOURCE_DIR})

find_package(PkgConfig REQUIRED)
pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(LZ4 REQUIRED IMPORTED_TARGET liblz4)

# Compiles the target's sources by the sixteen, which takes a quarter less time than by the eight. Alone stay tables of
# instructions, which share names and few headers, and the coverage points of blocks: they share names, too, and are part
# of what the records of the blocks' verification cover.
function(heddle_unity target)
  set(batch 16)
  if(target STREQUAL heddle_models) # models of blocks share more names
    set(batch 8)
  endif()
  # Files that register what they hold call that `registration`; each has one of its own.
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${HEDDLE_UNITY} UNITY_BUILD_UNIQUE_ID heddle_source
                        UNITY_BUILD_BATCH_SIZE ${batch}
                        UNITY_BUILD_CODE_BEFORE_INCLUDE "#define registration heddle_source")
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(source MATCHES "/(opcodes|forms)_[a-z0-9_]*\\.cpp$|_coverage\\.cpp$")
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()

# heddle_layer(name FOLDERS folder... FILES pattern... [BUT regex] LINK libraries...): makes the object library
# heddle_<name> from the sources below the folders and from the files. Left out are those of an earlier layer and those
# that match the expression. A layer may use the layers before it.
function(heddle_layer name)
  cmake_parse_arguments(ARG "" "BUT" "FOLDERS;FILES;LINK" ${ARGN})
  set(sources "")
  foreach(pattern IN LISTS ARG_FILES)
    file(GLOB found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${pattern})
    list(APPEND sources ${found})
  endforeach()
  foreach(folder IN LISTS ARG_FOLDERS)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
    list(APPEND sources ${found})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$|/runtime/")
  if(ARG_BUT)
    list(FILTER sources EXCLUDE REGEX ${ARG_BUT})
  endif()
  get_property(taken GLOBAL PROPERTY HEDDLE_LAYER_SOURCES)
  if(taken)
    list(REMOVE_ITEM sources ${taken})
  endif()
  set_property(GLOBAL APPEND PROPERTY HEDDLE_LAYER_SOURCES ${sources})
  set_property(GLOBAL APPEND PROPERTY HEDDLE_LAYERS ${name})
  add_library(heddle_${name} OBJECT ${sources})
  target_link_libraries(heddle_${name} PUBLIC heddle_options fmt::fmt yaml-cpp nlohmann_json::nlohmann_json ${ARG_LINK})
  heddle_unity(heddle_${name})
endfunction()

# heddle_link(target layer [BUT layer...]): links every object of the layer and of those below it but the ones named. (An
# archive would lose the files that register themselves: no other file refers to them.)
function(heddle_link target last)
  cmake_parse_arguments(ARG "" "" "BUT" ${ARGN})
  get_property(layers GLOBAL PROPERTY HEDDLE_LAYERS)
  list(REMOVE_ITEM layers ${ARG_BUT})
  foreach(layer IN LISTS layers)
    target_link_libraries(${target} PRIVATE heddle_${layer})
    if(layer STREQUAL last)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "${last} is no layer; legal: ${layers}")
endfunction()
