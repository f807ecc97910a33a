// Tokens of SQL that may contain a semicolon. Comments can be nested, so their depth is counted.
const PARTS = new RegExp(
  [
    /--[^\n]*/, // a comment to the end of the line
    /\/\*/, // the beginning of a comment
    /(?<![\w$])[eE]'(?:[^'\\]|\\[^]|'')*'?/, // text with escapes
    /'[^']*'?/, // text; a doubled quote makes two texts
    /"[^"]*"?/, // a quoted name
    /(?<![\w$])\$(?:[A-Za-z_]\w*)?\$/, // the beginning of dollar-quoted text
    /;/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/**
 * Splits an SQL script at the semicolons between its statements. Statements are unchanged; those with only comments are
 * left out. Function bodies without quotes (BEGIN ATOMIC) are not supported.
 */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  let begin = 0;
  let bare = "";
  let read = 0;
  const add = (end: number) => {
    if (bare.trim()) statements.push(script.slice(begin, end).trim());
    bare = "";
  };
  PARTS.lastIndex = 0;
  for (let match; (match = PARTS.exec(script));) {
    const [part] = match;
    bare += script.slice(read, match.index);
    if (part === "/*") PARTS.lastIndex = endOfComment(script, match.index);
    else if (part.startsWith("$")) PARTS.lastIndex = endOfText(script, part, PARTS.lastIndex);
    if (part === ";") {
      add(match.index);
      begin = PARTS.lastIndex;
    } else if (part !== "/*" && !part.startsWith("--")) {
      bare += part;
    }
    read = PARTS.lastIndex;
  }
  bare += script.slice(read);
  add(script.length);
  return statements;
}

function endOfText(script: string, quote: string, from: number): number {
  const end = script.indexOf(quote, from);
  return end < 0 ? script.length : end + quote.length;
}

function endOfComment(script: string, from: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  let depth = 0;
  for (let match; (match = mark.exec(script));) {
    depth += match[0] === "/*" ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return script.length;
}
