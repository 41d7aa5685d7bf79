# Writes a C file that holds files as byte arrays, in a table NAME_files; see src/syntax/bundled.h.
#
#   cmake -DLIST=FILE -DNAME=NAME -DHEADER=folder/file.h -DOUTPUT=FILE.c -P embed.cmake
#
# LIST names one file per line.  The bytes of each are followed by a NUL.

file(STRINGS ${LIST} paths)
set(arrays "")
set(entries "")
set(count 0)
foreach(path IN LISTS paths)
  get_filename_component(name ${path} NAME)
  file(SIZE ${path} size)
  file(READ ${path} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(REGEX REPLACE "((0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,))" "\\1\n" bytes
         "${bytes}")
  string(APPEND arrays "static const unsigned char bytes_${count}[] = {\n${bytes}0x00};\n\n")
  string(APPEND entries "    {\"${name}\", (const char *) bytes_${count}, ${size}},\n")
  math(EXPR count "${count} + 1")
endforeach()
if(count EQUAL 0)
  set(entries "    {\"\", \"\", 0},\n") # C has no empty arrays
endif()

file(WRITE ${OUTPUT}
  "/* Made by cmake/embed.cmake. */\n"
  "#include \"${HEADER}\"\n\n"
  "${arrays}"
  "const struct BundledFile ${NAME}_files[] = {\n${entries}};\n"
  "const unsigned ${NAME}_file_count = ${count};\n")
