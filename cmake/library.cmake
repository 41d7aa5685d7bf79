# libprobity: what is below the layers of the program, behind include/probity.h, as a shared and as a
# static library.

# What a shared library can be linked with: Debian's archives are not all position-independent.
set(library_modules gmp jansson libxxhash libutf8proc libpcre2-8 expat minizip)
set(library_packages "libgmp-dev, libjansson-dev, libxxhash-dev, libutf8proc-dev, libpcre2-dev, \
libexpat1-dev, libminizip-dev, libcadical-dev")
set(library_links)
foreach(name gmp jansson xxhash utf8proc pcre2-8 expat minizip cadical)
  find_library(${name}_LIBRARY ${name})
  if(NOT ${name}_LIBRARY)
    message(FATAL_ERROR "${name} is missing; tools/install-deps.sh installs what the build needs")
  endif()
  list(APPEND library_links ${${name}_LIBRARY})
endforeach()

add_library(probity_api OBJECT ${api_sources})
target_include_directories(probity_api PUBLIC include)
target_link_libraries(probity_api PUBLIC probity_flags dep_gmp dep_jansson)
# What C++ throws passes through its handler for want of memory.
set_source_files_properties(src/api/library.c PROPERTIES COMPILE_OPTIONS -fexceptions)
set_target_properties(probity_api PROPERTIES
  POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)

set(library_map ${PROJECT_SOURCE_DIR}/src/api/probity.map)
add_library(probity_shared SHARED $<TARGET_OBJECTS:probity_api>)
add_dependencies(probity_shared probity_core)
set_target_properties(probity_shared PROPERTIES
  OUTPUT_NAME probity LINKER_LANGUAGE C
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
  LINK_DEPENDS "${library_map};$<TARGET_FILE:probity_core>"
  PUBLIC_HEADER ${PROJECT_SOURCE_DIR}/include/probity.h)
# It is never unloaded: threads of a handle that was lost stay where they are.
target_link_options(probity_shared PRIVATE
  -Wl,--version-script=${library_map} -Wl,-z,nodelete -Wl,--as-needed ${sanitizers})
target_link_libraries(probity_shared PRIVATE
  $<TARGET_FILE:probity_core> ${library_links} stdc++ Threads::Threads ${CMAKE_DL_LIBS} m)
if(NOT sanitizers)
  target_link_options(probity_shared PRIVATE -Wl,-z,defs)
endif()

# The static one is a single object, in which all names but those of the header are local.
find_program(OBJCOPY NAMES ${CMAKE_OBJCOPY} objcopy)
if(OBJCOPY AND NOT sanitizers AND NOT PROBITY_COVERAGE)
  set(library_static ${PROJECT_BINARY_DIR}/libprobity.a)
  set(library_object ${PROJECT_BINARY_DIR}/generated/libprobity.o)
  add_custom_command(
    OUTPUT ${library_static}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${library_static}
    COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o ${library_object}
            $<TARGET_OBJECTS:probity_api> $<TARGET_FILE:probity_core>
    COMMAND ${OBJCOPY} --localize-hidden --strip-unneeded ${library_object}
    COMMAND ${CMAKE_AR} qcD ${library_static} ${library_object}
    COMMAND ${CMAKE_RANLIB} -D ${library_static}
    DEPENDS probity_api $<TARGET_OBJECTS:probity_api> probity_core
    COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "Linking the static library")
  add_custom_target(probity_static ALL DEPENDS ${library_static})
endif()

# ---- how others find it

set(library_requires "${library_modules}")
list(JOIN library_requires ", " library_requires)
configure_file(cmake/probity.pc.in ${PROJECT_BINARY_DIR}/generated/probity.pc @ONLY)
include(CMakePackageConfigHelpers)
set(library_cmake ${CMAKE_INSTALL_LIBDIR}/cmake/probity)
configure_package_config_file(cmake/probity-config.cmake.in
  ${PROJECT_BINARY_DIR}/generated/probity-config.cmake INSTALL_DESTINATION ${library_cmake}
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/probity-config-version.cmake
  COMPATIBILITY SameMinorVersion)
