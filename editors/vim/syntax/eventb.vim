" Vim syntax file: Event-B, as probity reads it.  Made by editors/grammars.mjs.
if exists("b:current_syntax")
  finish
endif

syn case match
syn iskeyword @,48-57,_,192-255
syn spell notoplevel

syn match eventbOperator /\V\%(<<->>\|+->>\|-->>\|\/<<:\|<->>\|<<->\|>->>\|+->\|+>>\|-->\|->>\|\/<:\|<->\|<<:\|<<|\|<=>\|>+>\|>->\||->\||>>\|**\|,,\|..\|\/:\|\/=\|\/\\\|::\|:=\|:|\|:∈\|:∣\|<+\|<:\|<=\|<|\|=>\|><\|>=\|\\\/\||>\|||\|!\|#\|%\|&\|*\|+\|-\|\/\|:\|<\|=\|>\|\\\|^\||\|~\|¬\|×\|÷\|λ\|‥\|→\|↔\|↠\|↣\|↦\|⇒\|⇔\|⇸\|∀\|∃\|∈\|∉\|−\|∖\|∗\|∘\|∣\|∥\|∧\|∨\|∩\|∪\|∼\|≔\|≠\|≤\|≥\|⊂\|⊄\|⊆\|⊈\|⊗\|⋂\|⋃\|▷\|◁\|⤀\|⤔\|⤖\|⦂\|⩤\|⩥\|\|\|\|\)/
syn match eventbConstant /\V\%(ℕ1\|ℙ1\|ℕ\|ℙ\|ℤ\|∅\|⊤\|⊥\)/
syn match eventbLabel /@\%(`[^`]*`\|\S\+\)/
syn match eventbName /`[^`]\+`/
syn match eventbNumber /\<\d\+\>/

syn keyword eventbStatement AXIOMS CONSTANTS CONTEXT EVENTS EXTENDS INVARIANTS MACHINE REFINES SEES SETS THEOREMS VARIABLES VARIANT VARIANTS axioms constants context events extends invariants machine refines sees sets theorems variables variant variants
syn keyword eventbConditional ANTICIPATED ANY BEGIN CONVERGENT END EVENT ORDINARY STATUS THEN THEOREM WHEN WHERE WITH anticipated any begin convergent end event ordinary status then theorem when where with
syn keyword eventbFunction INTER POW POW1 UNION bool card dom finite id inter max min partition pred prj1 prj2 ran succ union
syn keyword eventbOperator circ mod not oftype or
syn keyword eventbType BOOL INT NAT NAT1
syn keyword eventbConstant FALSE TRUE false true

syn keyword eventbTodo TODO FIXME XXX contained
syn match eventbLineComment /\V\%(\/\/\)\.\*/ contains=eventbTodo,@Spell
syn region eventbComment start=/\V\/*/ end=/\V*\// contains=eventbTodo,@Spell

syn sync minlines=500

hi def link eventbStatement Statement
hi def link eventbConditional Conditional
hi def link eventbFunction Function
hi def link eventbOperator Operator
hi def link eventbType Type
hi def link eventbConstant Constant
hi def link eventbString String
hi def link eventbNumber Number
hi def link eventbComment Comment
hi def link eventbLineComment Comment
hi def link eventbTodo Todo
hi def link eventbLabel Label
hi def link eventbName Identifier

let b:current_syntax = "eventb"
