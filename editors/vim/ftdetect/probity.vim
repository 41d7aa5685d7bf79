" Which files are models.  Vim itself knows .mch, .ref, .imp and .csp.
augroup probity_filetypes
  autocmd BufNewFile,BufRead *.mch,*.ref,*.imp set filetype=b
  autocmd BufNewFile,BufRead *.eventb set filetype=eventb
  autocmd BufNewFile,BufRead *.csp,*.cspm,*.fdr2,*.fdr3 set filetype=csp
  " Other programs have files with these endings, too.
  autocmd BufRead *.sys if search('\C^\s*\%(SYSTEM\|MACHINE\|MODEL\)\>', 'nw') | set filetype=b | endif
  autocmd BufRead *.def if search('\C^\s*DEFINITIONS\>', 'nw') | set filetype=b | endif
augroup END
