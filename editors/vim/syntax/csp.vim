" Vim syntax file: CSP-M, as probity reads it.  Made by editors/grammars.mjs.
if exists("b:current_syntax")
  finish
endif

syn case match
syn iskeyword @,48-57,_,192-255
syn spell notoplevel

syn match cspOperator /\V\%(<->\|=>*\||||\||~|\|!=\|+\\\|+]\|->\|..\|\/+\|\/\\\|::\|:[\|<-\|<=\|==\|=>\|>=\|@@\|[+\|[>\|[[\|[]\|[|\|]]\|{|\||)\||=\||>\||\\\||]\|||\||}\|!\|#\|$\|%\|&\|*\|+\|-\|\/\|:\|<\|=\|>\|?\|@\|\\\|^\||\)/
syn region cspString start=/"/ skip=/\\./ end=/"/ oneline
syn match cspCharacter /\%([A-Za-z0-9_']\)\@1<!'\%(\\.\|[^\\']\)'/
syn match cspNumber /\<\d\+\>/
syn match cspOperator /\[\u\+==\@!/
syn region cspProperty matchgroup=cspOperator start=/:\[/ end=/\]/ contains=cspModel oneline
syn match cspModel /\[\a\+\]/ contained

syn keyword cspStatement Timed assert channel datatype endmodule exports external include instance module nametype print subtype
syn match cspStatement /\<transparent\>/
syn keyword cspConditional else if let then within
syn keyword cspFunction BUFFER CHAOS Inter Map RUN SIGNAL_BUFFER Seq Set Union WAIT WEAK_BUFFER card chase chase_nocache concat dbisim deter diamond diff elem empty error explicate extensions failure_watchdog head inter lazyenumerate lazynorm length loop mapDelete mapFromList mapLookup mapMember mapToList mapUpdate mapUpdateMultiple member model_compress mtransclose normal null prioritise prioritise_nocache prioritisepo productions relational_image relational_inverse_image sbisim seq set show tail tau_loop_factor timed_priority trace_watchdog transpose union wbisim
syn keyword cspOperator and not or
syn keyword cspType Bool Char Events Int Proc
syn keyword cspConstant DIV False MACHINE SKIP STOP TSKIP TSTOP True emptyMap false true

syn keyword cspTodo TODO FIXME XXX contained
syn match cspLineComment /\V\%(--\)\.\*/ contains=cspTodo,@Spell
syn region cspComment start=/\V{-/ end=/\V-}/ contains=cspComment,cspTodo,@Spell

syn sync minlines=500

hi def link cspStatement Statement
hi def link cspConditional Conditional
hi def link cspFunction Function
hi def link cspOperator Operator
hi def link cspType Type
hi def link cspConstant Constant
hi def link cspString String
hi def link cspNumber Number
hi def link cspComment Comment
hi def link cspLineComment Comment
hi def link cspTodo Todo
hi def link cspCharacter Character
hi def link cspProperty Special
hi def link cspModel Special

let b:current_syntax = "csp"
