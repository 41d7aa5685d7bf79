// Large models, as long as one likes.

/** A machine of about this many lines; `name` and `includes` for projects of many. */
export function largeMachine(lines, { name = "Large", includes } = {}) {
  const count = Math.max(1, Math.floor((lines - 12) / 6));
  const variables = Math.max(2, Math.ceil(count / 4));
  const prefix = name === "Large" ? "v" : `${name.toLowerCase()}_`;
  const operation = (i) => {
    const [one, other] = [i % variables, (i + 1) % variables];
    return `  step_${name}_${i}(p) = /* changes ${prefix}${one} */
    PRE
      p : 0..10 & ${prefix}${one} + p < 1000 & ${prefix}${other} >= 0
    THEN
      ${prefix}${one} := ${prefix}${one} + p
    END`;
  };
  const each = (make, separator) => Array.from({ length: variables }, (_, i) => make(i)).join(separator);
  return [
    `MACHINE ${name}`,
    ...(includes ? [`INCLUDES ${includes}`] : []),
    `VARIABLES ${each((i) => `${prefix}${i}`, ", ")}`,
    "INVARIANT",
    `  ${each((i) => `${prefix}${i} : NATURAL`, " & ")}`,
    "INITIALISATION",
    `  ${each((i) => `${prefix}${i} := 0`, " || ")}`,
    "OPERATIONS",
    `${Array.from({ length: count }, (_, i) => operation(i)).join(";\n")}`,
    "END",
    "",
  ].join("\n");
}

/** A project of so many machines: `Base.mch` is included, under a name of its own, by all others; they use its variable `level`. */
export function largeProject(count) {
  const files = { "Base.mch": "MACHINE Base\nVARIABLES level\nINVARIANT level : 0..9\nINITIALISATION level := 0\nOPERATIONS up = PRE level < 9 THEN level := level + 1 END\nEND\n" };
  for (let i = 1; i < count; i++)
    files[`User${i}.mch`] = `MACHINE User${i}\nSEES Base\nVARIABLES x${i}\nINVARIANT x${i} : BOOL\nINITIALISATION x${i} := bool(level = 0)\nOPERATIONS\n  look${i} = PRE level > ${i % 9} THEN x${i} := bool(level > 3) END\nEND\n`;
  return files;
}
