# cmake -DSOURCE_DIR=... -DWORK_DIR=... -P: leaving out any part of any block stops the configure step with a message that
# names the part; so does a part of a block that nobody declares.
set(tree ${WORK_DIR}/tree)
file(REMOVE_RECURSE ${WORK_DIR})

# What the checks look at, as it is in the source tree.
foreach(pattern IN ITEMS cmake/*.cmake models/*/*.hpp hw/*/*/*.hpp tb/*/*/*.cpp tests/*/*.cpp rtl_ref/*/*.sv
        configs/blocks/*.yaml)
  file(GLOB files RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/${pattern})
  foreach(file IN LISTS files)
    configure_file(${SOURCE_DIR}/${file} ${tree}/${file} COPYONLY)
  endforeach()
endforeach()

function(check_tree result output)
  execute_process(COMMAND ${CMAKE_COMMAND} -P ${CMAKE_CURRENT_LIST_DIR}/check_tree.cmake WORKING_DIRECTORY ${tree}
                  RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  set(${result} ${code} PARENT_SCOPE)
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

function(expect_rejection what part)
  check_tree(code text)
  string(FIND "${text}" "${part}" at)
  if(code EQUAL 0 OR at EQUAL -1)
    message(SEND_ERROR "${what}: expected an error that names ${part}, got ${code}: ${text}")
  endif()
endfunction()

check_tree(code text)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "the source tree itself is rejected: ${text}")
endif()

# Every part of every declared block.
file(STRINGS ${SOURCE_DIR}/cmake/blocks.cmake declarations REGEX "^heddle_block")
set(removed 0)
foreach(declaration IN LISTS declarations)
  string(REGEX MATCH "\\(([a-z0-9_]+) TECHNIQUE ([a-z0-9_]+) MODEL ([a-z0-9_]+)\\)" ignored "${declaration}")
  set(block ${CMAKE_MATCH_1})
  set(technique ${CMAKE_MATCH_2})
  foreach(part IN ITEMS models/${technique}/${CMAKE_MATCH_3}.hpp hw/${technique}/${block}/${block}.hpp
          rtl_ref/${technique}/${block}.sv tb/${technique}/${block}/${block}_bench.cpp
          tests/${technique}/${block}_test.cpp configs/blocks/${block}.yaml)
    file(RENAME ${tree}/${part} ${WORK_DIR}/kept)
    expect_rejection("${block} without a part" ${part})
    file(RENAME ${WORK_DIR}/kept ${tree}/${part})
    math(EXPR removed "${removed} + 1")
  endforeach()
endforeach()
if(removed LESS 18)
  message(SEND_ERROR "only ${removed} parts were tried")
endif()

# Parts of a block that nobody declares.
foreach(part IN ITEMS hw/stray/stray_unit/stray_unit.hpp tb/stray/stray_unit/stray_unit_bench.cpp
        rtl_ref/warped_compression/stray_unit.sv configs/blocks/stray_unit.yaml)
  file(WRITE ${tree}/${part} "static constexpr const char* block_name = \"stray_unit\";\n")
  expect_rejection("an undeclared part" ${part})
  file(REMOVE ${tree}/${part})
endforeach()

check_tree(code text)
if(NOT code EQUAL 0)
  message(SEND_ERROR "the restored tree is rejected: ${text}")
endif()
file(REMOVE_RECURSE ${WORK_DIR})
