// Syntax files for Kate, KWrite and everything else with KSyntaxHighlighting.

const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const regex = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

const STYLES = { clauses: "dsKeyword", control: "dsControlFlow", functions: "dsBuiltIn", operators: "dsOperator", types: "dsDataType", constants: "dsConstant" };

const NAME = { b: "\\p{L}[\\p{L}\\p{N}_]*[₀-₉]*[′‘’]?", eventb: "[\\p{L}_][\\p{L}\\p{N}_]*'?", csp: "[A-Za-z][A-Za-z0-9_]*'*" };

function literals(id) {
  if (id === "csp")
    return [
      '<DetectChar char="&quot;" attribute="String" context="string"/>',
      `<RegExpr String="${escape("'(?:\\\\.|[^\\\\'])'")}" attribute="String"/>`,
      '<RegExpr String="[0-9]+" attribute="Number"/>',
    ];
  if (id === "eventb")
    return ['<RegExpr String="@(?:`[^`]*`|\\S+)" attribute="Label"/>', '<RegExpr String="`[^`]+`" attribute="Name"/>', '<RegExpr String="[0-9]+" attribute="Number"/>'];
  return [
    `<StringDetect String="'''" attribute="String" context="long string"/>`,
    '<StringDetect String="```" attribute="String" context="template"/>',
    '<DetectChar char="&quot;" attribute="String" context="string"/>',
    '<RegExpr String="`(?:[^`\\\\]|\\\\.)*`" attribute="Name"/>',
    '<RegExpr String="0x[0-9A-Fa-f]+|[0-9]+\\.[0-9]+(?:[eE][-+]?[0-9]+)?|[0-9]+(?:_[0-9]+)*" attribute="Number"/>',
    '<RegExpr String="\\$0(?![A-Za-z0-9])" attribute="Operator"/>',
  ];
}

function contexts(notation) {
  const { id, block } = notation;
  const lines = ['      <context name="comment" attribute="Comment" lineEndContext="#stay">', "        <IncludeRules context=\"##Comments\"/>"];
  if (notation.nested) lines.push(`        <Detect2Chars char="${block[0][0]}" char1="${block[0][1]}" attribute="Comment" context="comment" beginRegion="comment"/>`);
  lines.push(`        <Detect2Chars char="${block[1][0]}" char1="${block[1][1]}" attribute="Comment" context="#pop" endRegion="comment"/>`, "      </context>");
  lines.push('      <context name="line comment" attribute="Comment" lineEndContext="#pop">', "        <IncludeRules context=\"##Comments\"/>", "      </context>");
  if (id === "eventb") return lines;
  const until = (name, end, stay, more = []) => [
    `      <context name="${name}" attribute="String" lineEndContext="${stay ? "#stay" : "#pop"}">`,
    '        <RegExpr String="\\\\." attribute="Escape"/>',
    ...more,
    `        ${end}`,
    "      </context>",
  ];
  lines.push(...until("string", '<DetectChar char="&quot;" attribute="String" context="#pop"/>', false));
  if (id !== "b") return lines;
  lines.push(...until("long string", `<StringDetect String="'''" attribute="String" context="#pop"/>`, true));
  lines.push(...until("template", '<StringDetect String="```" attribute="String" context="#pop"/>', true, ['        <RegExpr String="\\$(?:\\[[A-Za-z0-9,]*\\])?\\{" attribute="Escape" context="hole"/>']));
  for (const [name, style] of [["hole", "Escape"], ["braces", "Text"]])
    lines.push(
      `      <context name="${name}" attribute="Text" lineEndContext="#stay">`,
      '        <DetectChar char="{" attribute="Text" context="braces"/>',
      `        <DetectChar char="}" attribute="${style}" context="#pop"/>`,
      '        <IncludeRules context="text"/>',
      "      </context>",
    );
  return lines;
}

/** The syntax file of a notation; several endings of other programs are as long, so ours have no higher priority. */
export function kate(notation) {
  const { id, words } = notation;
  const lists = Object.keys(STYLES).map((place) => [`    <list name="${place}">`, ...words[place].map((word) => `      <item>${escape(word)}</item>`), "    </list>"].join("\n"));
  const main = [];
  if (notation.pragmas?.length) main.push(`<RegExpr String="/\\*@\\s*(?:${notation.pragmas.join("|")})(?=[\\s&quot;]|\\*/)" attribute="Pragma" context="comment" beginRegion="comment"/>`);
  const [open, line] = [notation.block[0], notation.line];
  main.push(`<Detect2Chars char="${open[0]}" char1="${open[1]}" attribute="Comment" context="comment" beginRegion="comment"/>`);
  main.push(`<Detect2Chars char="${line[0]}" char1="${line[1]}" attribute="Comment" context="line comment"/>`);
  for (const place of Object.keys(STYLES)) main.push(`<keyword String="${place}" attribute="${place}"/>`);
  if (words.soft.length) main.push(`<RegExpr String="\\b(?:${words.soft.join("|")})\\b(?=\\s*\\()" attribute="functions"/>`);
  if (notation.signs.length) main.push(`<RegExpr String="${notation.signs.map(regex).join("|")}" attribute="constants"/>`);
  const binders = notation.symbols.filter((text) => /^\p{L}/u.test(text));
  if (binders.length) main.push(`<RegExpr String="${binders.join("|")}" attribute="operators"/>`);
  main.push(`<RegExpr String="${NAME[id]}" attribute="Text"/>`, ...literals(id));
  if (id === "csp") main.push('<RegExpr String=":\\[[^\\]]*\\]" attribute="Label"/>', '<RegExpr String="\\[[A-Z]+=(?!=)" attribute="operators"/>');
  main.push(`<RegExpr String="${escape(notation.symbols.map(regex).join("|"))}" attribute="operators"/>`);
  const styles = [["Text", "dsNormal"], ["Comment", "dsComment"], ["String", "dsString"], ["Escape", "dsSpecialChar"], ["Number", "dsDecVal"], ["Operator", "dsOperator"], ["Name", "dsVariable"], ["Label", "dsAnnotation"], ["Pragma", "dsPreprocessor"], ...Object.entries(STYLES)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<!DOCTYPE language>",
    "<!-- Made by editors/grammars.mjs from the tables of the program. -->",
    `<language name="${notation.name} (Probity)" section="Sources" version="1" kateversion="5.79" extensions="${notation.endings.map((end) => `*.${end}`).join(";")}" mimetype="" priority="5" license="">`,
    "  <highlighting>",
    ...lists,
    "    <contexts>",
    '      <context name="text" attribute="Text" lineEndContext="#stay">',
    ...main.map((rule) => `        ${rule}`),
    "      </context>",
    ...contexts(notation),
    "    </contexts>",
    "    <itemDatas>",
    ...styles.map(([name, style]) => `      <itemData name="${name}" defStyleNum="${style}"/>`),
    "    </itemDatas>",
    "  </highlighting>",
    "  <general>",
    "    <comments>",
    `      <comment name="singleLine" start="${notation.line}"/>`,
    `      <comment name="multiLine" start="${notation.block[0]}" end="${notation.block[1]}" region="comment"/>`,
    "    </comments>",
    "    <keywords casesensitive=\"1\"/>",
    "  </general>",
    "</language>",
    "",
  ].join("\n");
}
