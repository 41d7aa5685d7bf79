" Vim syntax file: B, as probity reads it.  Made by editors/grammars.mjs.
if exists("b:current_syntax")
  finish
endif

syn case match
syn iskeyword @,48-57,_,192-255
syn spell notoplevel

syn match bOperator /\V\%(<<->>\|+->>\|-->>\|\/<<:\|<->>\|<<->\|>+>>\|>->>\|+->\|-->\|\/<:\|\/|\\\|<--\|<->\|<<:\|<<|\|<=>\|>+>\|>->\|\\|\/\||->\||>>\|**\|->\|..\|\/:\|\/=\|\/\\\|::\|:=\|:∈\|<+\|<-\|<:\|<=\|<|\|==\|=>\|><\|>=\|\\\/\||>\|||\|⁻¹\|𝜆\|!\|#\|%\|&\|*\|+\|-\|\/\|:\|<\|=\|>\|\\\|^\||\|~\|¬\|×\|÷\|˄\|λ\|‖\|‥\|←\|↑\|→\|↓\|↔\|↠\|↣\|↦\|⇒\|⇔\|⇸\|⇽\|⇾\|∀\|∃\|∈\|∉\|∋\|∌\|∏\|∑\|−\|∖\|∗\|∘\|∣\|∥\|∧\|∨\|∩\|∪\|∼\|≔\|≜\|≠\|≤\|≥\|⊂\|⊃\|⊄\|⊅\|⊆\|⊇\|⊈\|⊉\|⊊\|⊋\|⊗\|⋂\|⋃\|⋖\|⌒\|⌢\|▶\|▷\|◀\|◁\|⟵\|⟹\|⟺\|⤀\|⤔\|⤖\|⦂\|⨯\|⩤\|⩥\|\|\|\|\)/
syn match bConstant /\V\%(ℕ1\|ℕ₁\|ℙ1\|ℙ₁\|𝔹\|ℕ\|ℙ\|ℝ\|ℤ\|∅\|⊤\|⊥\)/
syn region bString start=/"/ skip=/\\./ end=/"/ oneline
syn region bString start=/'''/ skip=/\\./ end=/'''/
syn region bTemplate start=/```/ skip=/\\./ end=/```/ contains=bHole
syn region bHole matchgroup=bSpecial start=/\$\%(\[[A-Za-z0-9,]*\]\)\={/ end=/}/ contained contains=TOP
syn region bBraces start=/{/ end=/}/ transparent contains=TOP
syn match bName /`\@1<!`\%(\\.\|[^`\\]\)\+``\@!/
syn match bNumber /\<\%(0x\x\+\|\d\+\.\d\+\%([eE][-+]\=\d\+\)\=\|\d\+\%(_\d\+\)*\)\>/
syn match bOperator /\$0\>/

syn keyword bStatement ABSTRACT_CONSTANTS ABSTRACT_VARIABLES ASSERTIONS CONCRETE_CONSTANTS CONCRETE_VARIABLES CONSTANTS CONSTRAINTS CSP_CONTROLLER DEFINITIONS EVENTS EXPRESSIONS EXTENDS FREETYPES IMPLEMENTATION IMPORTS INCLUDES INITIALISATION INITIALIZATION INVARIANT LOCAL_OPERATIONS MACHINE MODEL OPERATIONS PREDICATES PROMOTES PROPERTIES REFINEMENT REFINES SEES SETS SYSTEM USES VALUES VARIABLES
syn keyword bConditional ANY ASSERT BE BEGIN CASE CHOICE DO EITHER ELSE ELSIF END IF IN LET OF OR PRE SELECT THEN VAR VARIANT WHEN WHERE WHILE WITNESS skip
syn keyword bFunction FIN FIN1 INTER PI POW POW1 SIGMA UNION bool card closure closure1 conc dom first fnc front id inter iseq iseq1 iterate last max min perm pred prj1 prj2 ran rec rel rev seq seq1 size struct succ tail union
syn keyword bOperator circ mod not or
syn keyword bType BOOL FLOAT INT INTEGER NAT NAT1 NATURAL NATURAL1 REAL STRING
syn keyword bConstant FALSE MAXINT MININT TRUE bfalse btrue
syn match bFunction /\<\%(arity\|bin\|btree\|ceiling\|const\|father\|floor\|infix\|left\|mirror\|postfix\|prefix\|rank\|real\|right\|sizet\|son\|sons\|subtree\|top\|tree\)\>\ze\s*(/

syn keyword bTodo TODO FIXME XXX contained
syn match bLineComment /\V\%(\/\/\)\.\*/ contains=bTodo,@Spell
syn region bComment start=/\V\/*/ end=/\V*\// contains=bTodo,@Spell
syn region bPragma start=/\/\*@\s*\%(label\|desc\|symbolic\|generated\|package\|import-package\|file\)\%([[:space:]"]\|\*\/\)\@=/ end=/\*\//

syn sync minlines=500

hi def link bStatement Statement
hi def link bConditional Conditional
hi def link bFunction Function
hi def link bOperator Operator
hi def link bType Type
hi def link bConstant Constant
hi def link bString String
hi def link bNumber Number
hi def link bComment Comment
hi def link bLineComment Comment
hi def link bTodo Todo
hi def link bTemplate String
hi def link bSpecial Special
hi def link bPragma PreProc
hi def link bName Identifier

let b:current_syntax = "b"
