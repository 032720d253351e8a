# SPDX-License-Identifier: Apache-2.0
# `cpack` in the build folder makes heddle_VERSION_amd64.deb of what `cmake --install` installs. It depends on the libraries
# that the program is linked with; what commands call at run time (a compiler, yosys, ...) is recommended, and they say
# so where it is missing. tests/install/debian_package installs it in an empty Debian.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_CONTACT "The Heddle authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "SystemC model of a GPU whose blocks are checked against RTL")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, verilator, yosys, opensta, qflow-tech-osu018, python3-matplotlib, clang")
include(CPack)
