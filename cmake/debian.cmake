# What Debian wants of packages besides the installed files; runs in the folder that has one folder for
# each component.

if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()

# SOURCE_DATE_EPOCH decides what time it is, if it is set.
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
foreach(pair IN LISTS CPACK_PROBITY_PACKAGES)
  string(REGEX MATCH "^(.*)=(.*)$" pair "${pair}")
  set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${CMAKE_MATCH_1}/usr)
  set(documents ${root}/share/doc/${CMAKE_MATCH_2})
  file(COPY ${CPACK_PROBITY_PACKAGING}/copyright DESTINATION ${documents})
  file(WRITE ${documents}/changelog
"probity (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * What has changed is in CHANGELOG.md.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
  file(GLOB pages ${root}/share/man/man*/*.[0-9])
  foreach(compressed ${documents}/changelog ${pages})
    execute_process(COMMAND gzip -9nf ${compressed} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endforeach()
