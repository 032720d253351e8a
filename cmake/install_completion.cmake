# SPDX-License-Identifier: Apache-2.0
# Runs when Heddle is installed: what bash and fish complete, as the installed program says it. (zsh takes what
# `heddle completion zsh` prints.)
set(prefix "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
foreach(place IN ITEMS "bash|bash-completion/completions/heddle" "fish|fish/vendor_completions.d/heddle.fish")
  string(REPLACE "|" ";" place "${place}")
  list(GET place 0 shell)
  list(GET place 1 file)
  get_filename_component(folder "${prefix}/share/${file}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env "HEDDLE_DATA=${prefix}/share/heddle" "${prefix}/bin/heddle" completion
                          ${shell} OUTPUT_FILE "${prefix}/share/${file}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
