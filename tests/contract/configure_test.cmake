# cmake -DSOURCE_DIR=... -DWORK_DIR=... -DGENERATOR=... -P: the configure step of a whole copy of the tree passes, and
# fails for want of one part of a block.
file(REMOVE_RECURSE ${WORK_DIR})
file(GLOB entries ${SOURCE_DIR}/*)
list(REMOVE_ITEM entries ${SOURCE_DIR}/build)
file(COPY ${entries} DESTINATION ${WORK_DIR}/tree)

function(configure result output)
  execute_process(COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -S ${WORK_DIR}/tree -B ${WORK_DIR}/build -DBUILD_TESTING=OFF
                  RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  set(${result} ${code} PARENT_SCOPE)
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

configure(code text)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "the whole tree does not configure: ${text}")
endif()
set(part tests/warped_compression/bdi_decompressor_test.cpp)
file(REMOVE ${WORK_DIR}/tree/${part})
configure(code text)
string(FIND "${text}" "${part}" at)
if(code EQUAL 0 OR at EQUAL -1)
  message(SEND_ERROR "without ${part}: ${code}: ${text}")
endif()
file(REMOVE_RECURSE ${WORK_DIR})
