import type { i18n as I18n, TFunction } from "i18next";

/** Far more texts than a namespace has; keys may come from data, and none of them may fill the memory. */
const MOST_TEXTS = 2_000;

/**
 * Has an instance remember what its translate functions answer to a bare key, or to a key with nothing but a count.
 * Such a text never changes, and looking it up takes i18next as long as rendering it takes React. Texts with other
 * parameters are made anew each time.
 *
 * @param i18n an instance whose language and texts stay as they are. The same one is returned.
 */
export function rememberTexts(i18n: I18n): I18n {
  const makeT = i18n.getFixedT.bind(i18n) as (...args: unknown[]) => TFunction;
  const known = new Map<string, TFunction>();
  i18n.getFixedT = ((...args: unknown[]) => {
    const key = JSON.stringify(args);
    const t = known.get(key) ?? rememberingT(makeT(...args));
    known.set(key, t);
    return t;
  }) as I18n["getFixedT"];
  return i18n;
}

function rememberingT(t: TFunction): TFunction {
  const texts = new Map<string, string>();
  const make = t as unknown as (key: string, ...options: unknown[]) => string;
  const translate = (key: string, ...options: unknown[]) => {
    const known = typeof key === "string" ? rememberedAs(key, options) : null;
    if (known === null) return make(key, ...options);
    const text = texts.get(known) ?? make(key, ...options);
    if (texts.size < MOST_TEXTS) texts.set(known, text);
    return text;
  };
  return Object.assign(translate, t) as unknown as TFunction;
}

/** Under which name a text is remembered; null when it has parameters of its own. */
function rememberedAs(key: string, options: unknown[]): string | null {
  if (options.length === 0) return key;
  const [only] = options;
  if (options.length > 1 || typeof only !== "object" || only === null) return null;
  const { count, ...rest } = only as { count?: unknown };
  // No key has a line break.
  return typeof count === "number" && Object.keys(rest).length === 0 ? `${key}\n${count}` : null;
}
