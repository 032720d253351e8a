# What `cmake --install` puts where: the program in bin, what it reads at run time in share/heddle, in the folders
# that the source tree has.
set(data ${CMAKE_INSTALL_DATADIR}/heddle)

install(TARGETS heddle RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY configs rtl_ref DESTINATION ${data})
install(DIRECTORY tb/workloads DESTINATION ${data}/tb FILES_MATCHING PATTERN "*.ptx" PATTERN "*.cu")
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
