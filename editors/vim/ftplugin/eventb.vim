" Editing Event-B as text.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s
setlocal comments=s1:/*,mb:*,ex:*/,://
setlocal formatoptions-=t formatoptions+=croql
let b:match_words = '\<\%(machine\|context\|event\)\>:\<\%(any\|where\|when\|with\|then\|begin\)\>:\<end\>'
let b:undo_ftplugin = "setlocal commentstring< comments< formatoptions< | unlet! b:match_words"
