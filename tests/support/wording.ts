import type { languages } from "~/i18n/languages";

/** One spelling and one word for a thing: what must not stand in the texts of a language. */
export const unwanted: Record<(typeof languages)[number], RegExp[]> = {
  en: [/\.\.\./, /\s…/, /\s-\s|—/, /\be-mails?\b|\bmails?\b(?! server)/i],
  de: [
    /\.\.\./,
    /[^\s]…/,
    /\s-\s|—/,
    /(?<!E-)\bMail|\bEmail|e-mail/,
    /nächste Staffel|Staffel ab/,
    /gehören zu ihr/,
  ],
  fr: [
    /\.\.\./,
    /\s…/,
    /\s-\s|—/,
    /(?<!e-)\bmails?\b|\bemail/i,
    /\breçus?\b/i,
    /\bunique\b/i,
    /clôture|conclusion/i,
    // What must not begin a line is kept with the word before it: narrow before ; ? ! and %, wide before : and within « ».
    /(?<!\u202f)[;?!%]/,
    /(?<!\u00a0)(?:»|:(?!\/\/))/,
    /«(?!\u00a0)/,
  ],
  es: [
    /\.\.\./,
    /\s…/,
    /\s-\s|—/,
    /\be-?mail/i,
    /\brecibos?\b/i,
    /calific|califiq/i,
    /de ello\b/,
    /le paga\b/,
    /(?<!\p{L})[úu]nico/iu,
  ],
};
