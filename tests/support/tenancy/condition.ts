// Conditions of a policy in Postgres' notation: (((a) AND (b)) OR (c)). A CASE, which spans several lines, is a single
// condition.

type Condition = string | { word: " AND " | " OR "; parts: Condition[] };

/** Returns the parts of an AND, or the whole condition. */
export function demandsOf(expression: string): string[] {
  const condition = parse(expression);
  return typeof condition !== "string" && condition.word === " AND " ? condition.parts.map(write) : [write(condition)];
}

/** Returns the condition with each of its parts removed in turn. */
export function weakened(expression: string): string[] {
  return [...new Set(weaken(parse(expression)).map(write))];
}

function weaken(condition: Condition): Condition[] {
  if (typeof condition === "string") return ["true"];
  const { word, parts } = condition;
  // An OR of simple reasons is open as soon as one of them is always true.
  const plain = word === " OR " && parts.every((part) => typeof part === "string");
  if (plain) return ["true"];
  return parts.flatMap((part, index) =>
    weaken(part).map((weaker) => ({
      word,
      parts: parts.map((other, position) => (position === index ? weaker : other)),
    })),
  );
}

function parse(expression: string): Condition {
  const inner = withoutBrackets(expression.replace(/\s+/g, " ").trim());
  for (const word of [" OR ", " AND "] as const) {
    const parts = split(inner, word);
    if (parts.length > 1) return { word, parts: parts.map(parse) };
  }
  return inner;
}

const write = (condition: Condition): string =>
  typeof condition === "string" ? `(${condition})` : `(${condition.parts.map(write).join(condition.word)})`;

function withoutBrackets(expression: string): string {
  const all = expression.startsWith("(") && closing(expression) === expression.length - 1;
  return all ? withoutBrackets(expression.slice(1, -1)) : expression;
}

/** Returns the position of the bracket that closes the first one. */
function closing(expression: string): number {
  let depth = 0;
  for (let index = 0; index < expression.length; index++) {
    if (expression[index] === "(") depth++;
    if (expression[index] === ")" && --depth === 0) return index;
  }
  return -1;
}

/** Splits at a word outside of brackets. */
function split(expression: string, word: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let index = 0; index < expression.length; index++) {
    if (expression[index] === "(") depth++;
    if (expression[index] === ")") depth--;
    if (depth === 0 && expression.startsWith(word, index)) {
      parts.push(expression.slice(begin, index));
      begin = index + word.length;
    }
  }
  return [...parts, expression.slice(begin)];
}
