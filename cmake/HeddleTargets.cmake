# How Heddle's targets are made. Every .cpp below a folder belongs to that folder's library: adding a variant is
# adding a file. Libraries are object libraries, because self-registering files are named by nobody.

option(HEDDLE_WERROR "Treat warnings as errors" OFF)
option(HEDDLE_NATIVE "Tune for this machine's processor (the binary then runs only on such machines)" OFF)

find_program(CCACHE ccache)
if(CCACHE)
  # Paths below the source folder count as relative: a second clone finds what the first one compiled.
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
endif()
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3")

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

# heddle_library(folder LINK libraries...): object library heddle_<folder> from all sources below the folder.
# Who links it takes its objects; objects of the layers below are named too, because CMake does not pass them on.
function(heddle_library folder)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$|/runtime/")
  add_library(heddle_${folder} OBJECT ${sources})
  target_link_libraries(heddle_${folder} PUBLIC heddle_options ${ARG_LINK})
endfunction()
