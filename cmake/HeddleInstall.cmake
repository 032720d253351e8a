# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where: the program in bin, what it reads at run time in share/heddle, in the folders
# that the source tree has, and the RTL that the build Verilated in lib/heddle.
set(data ${CMAKE_INSTALL_DATADIR}/heddle)

# The program alone needs no RTL: it Verilates what the build has not when it is first used, with this library.
add_dependencies(heddle heddle_verilated)
install(TARGETS heddle RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${HEDDLE_RTL_FOLDER}/ DESTINATION lib/heddle FILES_MATCHING PATTERN "*.so" PATTERN "*.a")
install(TARGETS heddle_cudart heddle_cuda LIBRARY DESTINATION lib/heddle/cuda)
install(DIRECTORY configs rtl_ref examples DESTINATION ${data})
install(DIRECTORY tb/workloads DESTINATION ${data}/tb FILES_MATCHING PATTERN "*.ptx" PATTERN "*.zip" PATTERN "*.cu")
# What heddle compile gives to clang.
install(FILES tb/workloads/cuda.hpp DESTINATION ${data}/tb/workloads)
install(DIRECTORY tb/workloads/cuda tb/workloads/heddle DESTINATION ${data}/tb/workloads FILES_MATCHING PATTERN "*.h*")
install(DIRECTORY tb/compile/include DESTINATION ${data}/tb/compile)
# What heddle dpi writes beside the modules.
install(DIRECTORY tb/serve/client DESTINATION ${data}/tb/serve)
install(DIRECTORY python DESTINATION ${data} PATTERN __pycache__ EXCLUDE)
install(FILES tb/experiment/draw_chart.py DESTINATION ${data}/tb/experiment)
install(DIRECTORY tb/report/page tb/report/vendor DESTINATION ${data}/tb/report)
# To compile RTL of the user's own.
install(DIRECTORY tb/cosim/runtime DESTINATION ${data}/tb/cosim FILES_MATCHING PATTERN "*.[ch]pp")
install(FILES hw/sim/rtl_model.hpp DESTINATION ${data}/hw/sim)
install(FILES ${CMAKE_BINARY_DIR}/heddle_commit.txt DESTINATION ${data})
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.svg")
install(SCRIPT cmake/install_completion.cmake)
