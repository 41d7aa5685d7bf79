# What Debian wants of a package besides the installed files; runs in the folder that becomes it.

if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()

set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(documents ${root}/share/doc/probity)

# SOURCE_DATE_EPOCH decides what time it is, if it is set.
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(COPY ${CPACK_PROBITY_PACKAGING}/copyright DESTINATION ${documents})
file(WRITE ${documents}/changelog
"${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * What has changed is in CHANGELOG.md.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
foreach(compressed ${documents}/changelog ${root}/share/man/man1/probity.1)
  execute_process(COMMAND gzip -9nf ${compressed} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
