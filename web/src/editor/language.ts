// Colours for the notations of B, Event-B and CSP-M, word by word.  The meaning of a text is the server's affair.
import { HighlightStyle, StreamLanguage, type StreamParser, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const CLASSICAL =
  "MACHINE MODEL SYSTEM REFINEMENT IMPLEMENTATION REFINES SETS CONSTANTS ABSTRACT_CONSTANTS CONCRETE_CONSTANTS HIDDEN_CONSTANTS PROPERTIES VARIABLES ABSTRACT_VARIABLES CONCRETE_VARIABLES HIDDEN_VARIABLES VISIBLE_VARIABLES INVARIANT ASSERTIONS INITIALISATION INITIALIZATION OPERATIONS LOCAL_OPERATIONS EVENTS DEFINITIONS CONSTRAINTS VALUES IMPORTS INCLUDES EXTENDS PROMOTES SEES USES REFERENCES FREETYPES EXPRESSIONS PREDICATES " +
  "BEGIN END PRE THEN IF ELSIF ELSE SELECT WHEN ANY WHERE CHOICE OR CASE OF EITHER LET BE IN VAR WHILE DO INVARIANT VARIANT ASSERT skip";
const EVENT_B =
  "machine context refines extends sees sets constants axioms theorem variables invariants variant events event any where when with then end ordinary convergent anticipated status initialisation extended INITIALISATION begin witness";
const OPERATORS_B =
  "or not mod div rem bool card min max dom ran id prj1 prj2 closure closure1 iterate rev first last tail front size perm seq seq1 iseq iseq1 union inter UNION INTER SIGMA PI POW POW1 FIN FIN1 fnc rel conc struct rec partition finite succ pred tree btree floor ceiling real";
const TYPES = "INTEGER INT NAT NAT1 NATURAL NATURAL1 BOOL STRING REAL FLOAT MAXINT MININT TRUE FALSE ℕ ℤ ℕ1 BOOLEAN";
const CSP =
  "channel datatype nametype subtype assert include let within if then else module endmodule exports transparent external print instance attribute refinement";
const CSP_OPERATORS = "and or not card diff union inter Union Inter member seq set head tail concat elem length null empty Set Seq STOP SKIP CHAOS RUN WAIT DIV Events Bool Int Proc Char true false productions extensions";

const words = (text: string) => new Set(text.split(" "));

interface Notation {
  clauses: Set<string>;
  operators: Set<string>;
  types: Set<string>;
  line: RegExp;
  block: [RegExp, RegExp];
}

const B: Notation = { clauses: words(CLASSICAL), operators: words(OPERATORS_B), types: words(TYPES), line: /^\/\/.*/, block: [/^\/\*/, /.*?\*\//] };
const EVENTB: Notation = { ...B, clauses: words(`${EVENT_B} ${CLASSICAL}`) };
const CSPM: Notation = { clauses: words(CSP), operators: words(CSP_OPERATORS), types: new Set(), line: /^--.*/, block: [/^\{-/, /.*?-\}/] };

interface Inside {
  comment: boolean;
  text: boolean;
}

function parser(notation: Notation): StreamParser<Inside> {
  return {
    startState: () => ({ comment: false, text: false }),
    copyState: (state) => ({ ...state }),
    token(stream, state) {
      if (state.comment) {
        if (stream.match(notation.block[1])) state.comment = false;
        else stream.skipToEnd();
        return "comment";
      }
      if (state.text) {
        if (stream.match(/.*?'''/)) state.text = false;
        else stream.skipToEnd();
        return "string";
      }
      if (stream.eatSpace()) return null;
      if (stream.match(notation.line)) return "comment";
      if (stream.match(notation.block[0])) {
        state.comment = true;
        return "comment";
      }
      if (stream.match("'''")) {
        state.text = true;
        return "string";
      }
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
      if (stream.match(/^@[A-Za-z0-9_]+/)) return "labelName";
      if (stream.match(/^0[xX][0-9a-fA-F]+|^\d+(?:\.\d+)?/)) return "number";
      if (stream.match(/^[\p{L}_][\p{L}\p{N}_$']*/u)) {
        const word = stream.current();
        if (notation.clauses.has(word)) return "keyword";
        if (notation.types.has(word)) return "typeName";
        if (notation.operators.has(word)) return "operatorKeyword";
        return "variableName";
      }
      if (stream.match(/^[-+*/:=<>|&!#%~.^\\;,∈∉∧∨⇒⇔¬∀∃≤≥≠∪∩⊆⊂↦×→↔⇸⤔↠⤖↣ˆ∘⊕◁▷⩤⩥ℕℤ‥≔∣·λ⇽]+/u)) return "operator";
      stream.next();
      return null;
    },
    languageData: { commentTokens: notation === CSPM ? { line: "--", block: { open: "{-", close: "-}" } } : { line: "//", block: { open: "/*", close: "*/" } } },
  };
}

export function languageOf(file: string): StreamLanguage<Inside> {
  if (/\.(csp|cspm|fdr[23]?)$/.test(file)) return StreamLanguage.define(parser(CSPM));
  if (/\.(eventb|bum|buc)$/.test(file)) return StreamLanguage.define(parser(EVENTB));
  return StreamLanguage.define(parser(B));
}

export const colouring = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
    { tag: tags.operatorKeyword, color: "var(--chart-3)" },
    { tag: tags.typeName, color: "var(--chart-4)" },
    { tag: tags.number, color: "var(--chart-2)" },
    { tag: tags.string, color: "var(--chart-2)" },
    { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
    { tag: tags.operator, color: "var(--chart-6)" },
    { tag: tags.labelName, color: "var(--chart-5)" },
  ]),
);
