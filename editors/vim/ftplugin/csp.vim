" Editing scripts of CSP-M.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=--\ %s
setlocal comments=s1fl:{-,mb:-,ex:-},:--
setlocal formatoptions-=t formatoptions+=croql
setlocal suffixesadd=.csp,.cspm
let b:match_words = '\<let\>:\<within\>,\<if\>:\<then\>:\<else\>,\<module\>:\<exports\>:\<endmodule\>'
let b:undo_ftplugin = "setlocal commentstring< comments< formatoptions< suffixesadd< | unlet! b:match_words"
