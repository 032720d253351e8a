# SPDX-License-Identifier: Apache-2.0
# Every relative link of a Markdown page leads to a file or folder of the tree.
cmake_minimum_required(VERSION 3.25)
file(GLOB_RECURSE pages RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/*.md)
list(FILTER pages EXCLUDE REGEX "^(build|results|[.]git)/")
foreach(page IN LISTS pages)
  cmake_path(GET page PARENT_PATH folder)
  file(READ ${SOURCE_DIR}/${page} text)
  string(REPLACE "](" "@(" text "${text}") # a lone bracket would join the elements of a list
  string(REGEX MATCHALL "@\\([A-Za-z0-9_./-]+[)#]" links "${text}")
  foreach(link IN LISTS links)
    string(REGEX REPLACE "^..(.*).$" "\\1" link "${link}")
    if(NOT EXISTS "${SOURCE_DIR}/${folder}/${link}")
      message(SEND_ERROR "${page} has a link to ${link}, which does not exist")
    endif()
  endforeach()
endforeach()
