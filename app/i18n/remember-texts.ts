import type { i18n as I18n, TFunction } from "i18next";

/** Far more texts than a namespace has. A limit, because keys may come from data and must not fill the memory. */
const MAX_TEXTS = 2_000;

/**
 * Makes an instance cache its texts without parameters, or with only a count. Such texts never change, and a lookup in
 * i18next takes as long as rendering the text in React. Texts with other parameters are not cached.
 *
 * @param i18n an instance whose language and texts stay the same; it is returned
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
    if (texts.size < MAX_TEXTS) texts.set(known, text);
    return text;
  };
  return Object.assign(translate, t) as unknown as TFunction;
}

/** Returns the cache key of a text; null if it has other parameters. */
function rememberedAs(key: string, options: unknown[]): string | null {
  if (options.length === 0) return key;
  const [only] = options;
  if (options.length > 1 || typeof only !== "object" || only === null) return null;
  const { count, ...rest } = only as { count?: unknown };
  // Keys never contain a line break.
  return typeof count === "number" && Object.keys(rest).length === 0 ? `${key}\n${count}` : null;
}
