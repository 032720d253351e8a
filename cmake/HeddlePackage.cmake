# SPDX-License-Identifier: Apache-2.0
# The layers as a CMake package, for a user's own program, SystemC design or plug-in (examples/).
#
#   find_package(heddle 0.2 REQUIRED)
#   target_link_libraries(mine PRIVATE heddle::gpu)      # models, sim, memory, gpu, cosim, benches, run: each with those before it
#   target_link_libraries(mine PRIVATE heddle::plugin)   # for heddle run ... --plugin libmine.so
include(CMakePackageConfigHelpers)
set(package lib/cmake/heddle)

get_property(layers GLOBAL PROPERTY HEDDLE_LAYERS)
list(REMOVE_ITEM layers cli lower tools commands)
foreach(layer IN LISTS layers)
  add_library(heddle_${layer}_archive STATIC $<TARGET_OBJECTS:heddle_${layer}>)
  set_target_properties(heddle_${layer}_archive PROPERTIES OUTPUT_NAME heddle_${layer} EXPORT_NAME ${layer}_archive
                        ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/package)
  list(APPEND archives heddle_${layer}_archive)
endforeach()
install(TARGETS ${archives} heddle_fst EXPORT heddle ARCHIVE DESTINATION lib)
install(EXPORT heddle DESTINATION ${package} NAMESPACE heddle:: FILE heddleTargets.cmake)
configure_package_config_file(cmake/heddleConfig.cmake.in ${CMAKE_BINARY_DIR}/package/heddleConfig.cmake
                              INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/heddleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/package/heddleConfig.cmake ${CMAKE_BINARY_DIR}/package/heddleConfigVersion.cmake
        DESTINATION ${package})
install(DIRECTORY models hw DESTINATION include/heddle FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY tb/cosim tb/run tb/workloads tb/tandem tb/trace DESTINATION include/heddle/tb FILES_MATCHING
        PATTERN "*.hpp" PATTERN "*.h" PATTERN "runtime" EXCLUDE)
