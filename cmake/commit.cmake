# SPDX-License-Identifier: Apache-2.0
# Writes what `git describe` says of SOURCE_DIR to FILE, unless it is there already.
execute_process(COMMAND git -C ${SOURCE_DIR} describe --always --dirty --tags OUTPUT_VARIABLE commit ERROR_QUIET
                OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
if(failed OR NOT commit)
  set(commit unknown)
endif()
set(before "")
if(EXISTS ${FILE})
  file(READ ${FILE} before)
endif()
if(NOT before STREQUAL "${commit}\n")
  file(WRITE ${FILE} "${commit}\n")
endif()
