/** More marks on one letter than in any language (UAX #15). Normalizing them takes quadratic time. */
const STACKED = /\p{M}{31}/u;

/**
 * Returns a text in NFC, where equal texts are identical: a letter with its accent is one character, however it was
 * entered.
 */
export const nfc = (text: string): string => (STACKED.test(text) ? text : text.normalize("NFC"));
