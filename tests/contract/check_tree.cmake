# Run in the root of a tree: fails as the configure step does when a block there is not whole.
cmake_minimum_required(VERSION 3.25)
set(HEDDLE_CHECK_ONLY ON)
include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/HeddleBlock.cmake)
include(cmake/blocks.cmake)
