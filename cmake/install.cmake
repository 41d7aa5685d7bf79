# What `cmake --install` puts where, and the packages that `cpack` makes of it.  Each component is a
# package: the program, the library, and what programs that use it are built with.

install(TARGETS probity COMPONENT program)
# Scripts that call ProB find probity under that name; not in packages, which would clash with ProB.
option(PROBITY_PROBCLI_LINK "install a link probcli to probity" OFF)
if(PROBITY_PROBCLI_LINK)
  install(CODE "file(CREATE_LINK probity \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/probcli\" SYMBOLIC)"
    COMPONENT program)
endif()
install(FILES README.md CHANGELOG.md ARCHITECTURE.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES packaging/probity.desktop
  DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT program)
install(FILES packaging/probity-mime.xml
  DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME probity.xml COMPONENT program)

foreach(editor vim emacs helix kate)
  install(DIRECTORY editors/${editor}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/probity/editors COMPONENT program)
endforeach()

# The extension for VS Code needs packages of npm, so it is built when somebody asks for it:
# cmake --build … --target vscode
if(NODE)
  if(NPM)
    set(vscode_options --npm ${NPM})
  endif()
  add_custom_target(vscode
    COMMAND ${NODE} ${PROJECT_SOURCE_DIR}/editors/vscode/build.mjs
            --output ${PROJECT_BINARY_DIR}/probity.vsix ${vscode_options}
    COMMENT "Building the extension for VS Code"
    VERBATIM)
  install(FILES ${PROJECT_BINARY_DIR}/probity.vsix
    DESTINATION ${CMAKE_INSTALL_DATADIR}/probity/editors COMPONENT program OPTIONAL)
endif()

install(TARGETS probity_shared
  LIBRARY COMPONENT library NAMELINK_COMPONENT development
  PUBLIC_HEADER COMPONENT development)
if(library_static)
  install(FILES ${library_static} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
endif()
install(FILES ${PROJECT_BINARY_DIR}/generated/probity.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
install(FILES ${PROJECT_BINARY_DIR}/generated/probity-config.cmake
  ${PROJECT_BINARY_DIR}/generated/probity-config-version.cmake
  DESTINATION ${library_cmake} COMPONENT development)

# The manual page and the completions are what the program prints; so they are made where it can
# be run.
if(NOT CMAKE_CROSSCOMPILING AND NOT sanitizers)
  set(shell_files ${PROJECT_BINARY_DIR}/generated/shell)
  add_custom_command(
    OUTPUT ${shell_files}/probity.1 ${shell_files}/probity ${shell_files}/_probity
           ${shell_files}/probity.fish
    COMMAND ${CMAKE_COMMAND} -E make_directory ${shell_files}
    COMMAND probity help man -o ${shell_files}/probity.1
    COMMAND probity completion bash -o ${shell_files}/probity
    COMMAND probity completion zsh -o ${shell_files}/_probity
    COMMAND probity completion fish -o ${shell_files}/probity.fish
    DEPENDS probity
    COMMENT "Writing the manual page and completions"
    VERBATIM)
  add_custom_target(shell_files ALL DEPENDS ${shell_files}/probity.1)
  install(FILES ${shell_files}/probity.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
    COMPONENT program)
  install(FILES ${shell_files}/probity
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
  install(FILES ${shell_files}/_probity
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
  install(FILES ${shell_files}/probity.fish
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
endif()

# ---- packages: a source archive anywhere, .debs where dpkg is

set(CPACK_PACKAGE_NAME probity)
set(CPACK_PACKAGE_VENDOR "Probity")
set(CPACK_PACKAGE_CONTACT "Probity maintainers <maintainers@probity.example>")
# Of a Debian package the first line is a summary, so there is none for all.
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
"tool for formal models in B, Event-B and CSP
Probity animates and checks formal models: it explores the states of a machine
with the shortest counterexample to invariants, deadlock freedom, assertions
and formulas of temporal logic, decides whether one machine refines another,
and proves or refutes proof obligations.
.
It reads classical B, Event-B (projects of Rodin and text) and CSP-M.")
set(CPACK_PACKAGE_FILE_NAME "probity_${PROJECT_VERSION}")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
# Files in folders of the package, whatever the umask of whoever makes it.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_SOURCE_GENERATOR TXZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME "probity-${PROJECT_VERSION}")
set(CPACK_SOURCE_IGNORE_FILES /build/ "/\\\\.git/" __pycache__ "/node_modules/" "~$")

find_program(dpkg_program dpkg)
if(dpkg_program)
  set(CPACK_GENERATOR DEB)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_ALL program library development)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
  # Debian wants files in the packages that no installation has: cmake/debian.cmake.
  set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian.cmake)
  set(CPACK_PROBITY_PACKAGING ${PROJECT_SOURCE_DIR}/packaging)
  set(CPACK_PROBITY_PACKAGES
    program=probity library=libprobity${PROJECT_VERSION_MAJOR} development=libprobity-dev)

  set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME probity)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "graphviz, libz3-4, libmicrohttpd12, xdg-utils")
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "cvc5, eprover")

  set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libprobity${PROJECT_VERSION_MAJOR})
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/library/triggers)
  set(CPACK_COMPONENT_LIBRARY_DESCRIPTION
"library for formal models in B, Event-B and CSP
Other programs open models with it, evaluate formulas, explore states, and get
the verdicts of the program probity.")

  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libprobity-dev)
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libprobity${PROJECT_VERSION_MAJOR} (= ${PROJECT_VERSION}), ${library_packages}")
  set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
"files for programs that use libprobity
The header, the static library, and what pkg-config and CMake look for. The
examples are in the package probity.")
else()
  set(CPACK_GENERATOR TXZ)
endif()
include(CPack)
