;;; probity-words.el --- Words and symbols of B, Event-B and CSP-M  -*- lexical-binding: t; -*-

;; Made by editors/grammars.mjs from the tables of the program.

;;; Code:

(defconst probity-words
  '((b
     (clauses . ("ABSTRACT_CONSTANTS" "ABSTRACT_VARIABLES" "ASSERTIONS" "CONCRETE_CONSTANTS"
       "CONCRETE_VARIABLES" "CONSTANTS" "CONSTRAINTS" "CSP_CONTROLLER" "DEFINITIONS"
       "EVENTS" "EXPRESSIONS" "EXTENDS" "FREETYPES" "IMPLEMENTATION" "IMPORTS" "INCLUDES"
       "INITIALISATION" "INITIALIZATION" "INVARIANT" "LOCAL_OPERATIONS" "MACHINE" "MODEL"
       "OPERATIONS" "PREDICATES" "PROMOTES" "PROPERTIES" "REFINEMENT" "REFINES" "SEES"
       "SETS" "SYSTEM" "USES" "VALUES" "VARIABLES"))
     (control . ("ANY" "ASSERT" "BE" "BEGIN" "CASE" "CHOICE" "DO" "EITHER" "ELSE" "ELSIF" "END" "IF"
       "IN" "LET" "OF" "OR" "PRE" "SELECT" "THEN" "VAR" "VARIANT" "WHEN" "WHERE" "WHILE"
       "WITNESS" "skip"))
     (functions . ("FIN" "FIN1" "INTER" "PI" "POW" "POW1" "SIGMA" "UNION" "bool" "card" "closure"
       "closure1" "conc" "dom" "first" "fnc" "front" "id" "inter" "iseq" "iseq1" "iterate"
       "last" "max" "min" "perm" "pred" "prj1" "prj2" "ran" "rec" "rel" "rev" "seq" "seq1"
       "size" "struct" "succ" "tail" "union"))
     (soft . ("arity" "bin" "btree" "ceiling" "const" "father" "floor" "infix" "left" "mirror"
       "postfix" "prefix" "rank" "real" "right" "sizet" "son" "sons" "subtree" "top" "tree"))
     (operators . ("circ" "mod" "not" "or"))
     (types . ("BOOL" "FLOAT" "INT" "INTEGER" "NAT" "NAT1" "NATURAL" "NATURAL1" "REAL" "STRING"))
     (constants . ("FALSE" "MAXINT" "MININT" "TRUE" "bfalse" "btrue"))
     (symbols . ("<<->>" "+->>" "-->>" "/<<:" "<->>" "<<->" ">+>>" ">->>" "+->" "-->" "/<:" "/|\\"
       "<--" "<->" "<<:" "<<|" "<=>" ">+>" ">->" "\\|/" "|->" "|>>" "**" "->" ".." "/:" "/="
       "/\\" "::" ":=" ":∈" "<+" "<-" "<:" "<=" "<|" "==" "=>" "><" ">=" "\\/" "|>" "||"
       "⁻¹" "𝜆" "!" "#" "%" "&" "*" "+" "-" "/" ":" "<" "=" ">" "\\" "^" "|" "~" "¬" "×"
       "÷" "˄" "λ" "‖" "‥" "←" "↑" "→" "↓" "↔" "↠" "↣" "↦" "⇒" "⇔" "⇸" "⇽" "⇾" "∀" "∃" "∈"
       "∉" "∋" "∌" "∏" "∑" "−" "∖" "∗" "∘" "∣" "∥" "∧" "∨" "∩" "∪" "∼" "≔" "≜" "≠" "≤" "≥"
       "⊂" "⊃" "⊄" "⊅" "⊆" "⊇" "⊈" "⊉" "⊊" "⊋" "⊗" "⋂" "⋃" "⋖" "⌒" "⌢" "▶" "▷" "◀" "◁" "⟵"
       "⟹" "⟺" "⤀" "⤔" "⤖" "⦂" "⨯" "⩤" "⩥" "" "" "" ""))
     (signs . ("ℕ1" "ℕ₁" "ℙ1" "ℙ₁" "𝔹" "ℕ" "ℙ" "ℝ" "ℤ" "∅" "⊤" "⊥"))
     (pragmas . ("label" "desc" "symbolic" "generated" "package" "import-package" "file")))
    (eventb
     (clauses . ("AXIOMS" "CONSTANTS" "CONTEXT" "EVENTS" "EXTENDS" "INVARIANTS" "MACHINE" "REFINES"
       "SEES" "SETS" "THEOREMS" "VARIABLES" "VARIANT" "VARIANTS" "axioms" "constants"
       "context" "events" "extends" "invariants" "machine" "refines" "sees" "sets"
       "theorems" "variables" "variant" "variants"))
     (control . ("ANTICIPATED" "ANY" "BEGIN" "CONVERGENT" "END" "EVENT" "ORDINARY" "STATUS" "THEN"
       "THEOREM" "WHEN" "WHERE" "WITH" "anticipated" "any" "begin" "convergent" "end"
       "event" "ordinary" "status" "then" "theorem" "when" "where" "with"))
     (functions . ("INTER" "POW" "POW1" "UNION" "bool" "card" "dom" "finite" "id" "inter" "max" "min"
       "partition" "pred" "prj1" "prj2" "ran" "succ" "union"))
     (operators . ("circ" "mod" "not" "oftype" "or"))
     (types . ("BOOL" "INT" "NAT" "NAT1"))
     (constants . ("FALSE" "TRUE" "false" "true"))
     (symbols . ("<<->>" "+->>" "-->>" "/<<:" "<->>" "<<->" ">->>" "+->" "+>>" "-->" "->>" "/<:" "<->"
       "<<:" "<<|" "<=>" ">+>" ">->" "|->" "|>>" "**" ",," ".." "/:" "/=" "/\\" "::" ":="
       ":|" ":∈" ":∣" "<+" "<:" "<=" "<|" "=>" "><" ">=" "\\/" "|>" "||" "!" "#" "%" "&" "*"
       "+" "-" "/" ":" "<" "=" ">" "\\" "^" "|" "~" "¬" "×" "÷" "λ" "‥" "→" "↔" "↠" "↣" "↦"
       "⇒" "⇔" "⇸" "∀" "∃" "∈" "∉" "−" "∖" "∗" "∘" "∣" "∥" "∧" "∨" "∩" "∪" "∼" "≔" "≠" "≤"
       "≥" "⊂" "⊄" "⊆" "⊈" "⊗" "⋂" "⋃" "▷" "◁" "⤀" "⤔" "⤖" "⦂" "⩤" "⩥" "" "" "" ""))
     (signs . ("ℕ1" "ℙ1" "ℕ" "ℙ" "ℤ" "∅" "⊤" "⊥")))
    (csp
     (clauses . ("Timed" "assert" "channel" "datatype" "endmodule" "exports" "external" "include"
       "instance" "module" "nametype" "print" "subtype" "transparent"))
     (control . ("else" "if" "let" "then" "within"))
     (functions . ("BUFFER" "CHAOS" "Inter" "Map" "RUN" "SIGNAL_BUFFER" "Seq" "Set" "Union" "WAIT"
       "WEAK_BUFFER" "card" "chase" "chase_nocache" "concat" "dbisim" "deter" "diamond"
       "diff" "elem" "empty" "error" "explicate" "extensions" "failure_watchdog" "head"
       "inter" "lazyenumerate" "lazynorm" "length" "loop" "mapDelete" "mapFromList"
       "mapLookup" "mapMember" "mapToList" "mapUpdate" "mapUpdateMultiple" "member"
       "model_compress" "mtransclose" "normal" "null" "prioritise" "prioritise_nocache"
       "prioritisepo" "productions" "relational_image" "relational_inverse_image" "sbisim"
       "seq" "set" "show" "tail" "tau_loop_factor" "timed_priority" "trace_watchdog"
       "transpose" "union" "wbisim"))
     (operators . ("and" "not" "or"))
     (types . ("Bool" "Char" "Events" "Int" "Proc"))
     (constants . ("DIV" "False" "MACHINE" "SKIP" "STOP" "TSKIP" "TSTOP" "True" "emptyMap" "false"
       "true"))
     (symbols . ("<->" "=>*" "|||" "|~|" "!=" "+\\" "+]" "->" ".." "/+" "/\\" "::" ":[" "<-" "<=" "=="
       "=>" ">=" "@@" "[+" "[>" "[[" "[]" "[|" "]]" "{|" "|)" "|=" "|>" "|\\" "|]" "||" "|}"
       "!" "#" "$" "%" "&" "*" "+" "-" "/" ":" "<" "=" ">" "?" "@" "\\" "^" "|"))
     (properties . ("deadlock free" "deterministic" "divergence free" "has trace" "livelock free"
       "partial order reduce" "symmetry reduce" "tau priority" "tau priority over"))))
  "For each notation its words, by how they are shown.")

(provide 'probity-words)
;;; probity-words.el ends here
