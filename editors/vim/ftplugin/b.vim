" Editing machines of classical B.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s
setlocal comments=s1:/*,mb:*,ex:*/,://
setlocal formatoptions-=t formatoptions+=croql
setlocal suffixesadd=.mch,.ref,.imp,.sys,.def
let b:match_words = '\<\%(BEGIN\|PRE\|IF\|SELECT\|ANY\|LET\|VAR\|CASE\|CHOICE\|WHILE\|ASSERT\|MACHINE\|MODEL\|SYSTEM\|REFINEMENT\|IMPLEMENTATION\)\>:\<\%(THEN\|ELSE\|ELSIF\|WHEN\|WHERE\|OR\|EITHER\|IN\|DO\)\>:\<END\>'
let b:undo_ftplugin = "setlocal commentstring< comments< formatoptions< suffixesadd< | unlet! b:match_words"
