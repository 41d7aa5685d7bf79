# Makes the script and the style of a trace in an HTML file, with their sums, and embeds them; see
# src/report/display/player_files.h.
#
#   cmake -DSOURCE=FOLDER -DFOLDER=FOLDER -DOUTPUT=FILE.c -P player.cmake

file(MAKE_DIRECTORY ${FOLDER})
file(READ ${SOURCE}/web/src/picture/draw.js draw)
file(READ ${SOURCE}/web/player/player.js player)
string(REGEX REPLACE "(^|\n)import [^\n]*" "\\1" player "${player}")
file(WRITE ${FOLDER}/player.js "${draw}\n${player}")
file(READ ${SOURCE}/web/player/player.css style)
file(WRITE ${FOLDER}/player.css "${style}")

set(lines "")
foreach(name player.css player.js)
  file(SHA256 ${FOLDER}/${name} sum)
  file(WRITE ${FOLDER}/${name}.sum "${sum}")
  string(APPEND lines "${FOLDER}/${name}\n${FOLDER}/${name}.sum\n")
endforeach()
file(WRITE ${FOLDER}/list.txt "${lines}")

set(LIST ${FOLDER}/list.txt)
set(NAME player)
set(HEADER report/display/player_files.h)
include(${CMAKE_CURRENT_LIST_DIR}/embed.cmake)
