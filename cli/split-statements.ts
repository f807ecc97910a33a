// What a statement is made of, as far as a semicolon in it matters. A comment may contain comments, so those are
// counted.
const PARTS = new RegExp(
  [
    /--[^\n]*/, // a comment to the end of the line
    /\/\*/, // the beginning of a comment
    /(?<![\w$])[eE]'(?:[^'\\]|\\[^]|'')*'?/, // text with escapes
    /'[^']*'?/, // text; a doubled quote is two texts
    /"[^"]*"?/, // a name
    /(?<![\w$])\$(?:[A-Za-z_]\w*)?\$/, // the beginning of text between dollar signs
    /;/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/**
 * Splits a script of SQL at the semicolons between its statements. Statements are returned as they are written, those
 * of comments only are left out. Does not know bodies of functions that are written without quotes (BEGIN ATOMIC).
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
