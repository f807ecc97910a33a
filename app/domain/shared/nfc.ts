/**
 * More marks on one letter than any language has (UAX #15): bringing them in order takes time that grows with their
 * square.
 */
const STACKED = /\p{M}{31}/u;

/**
 * A text in the one form that equal texts have (NFC): a letter with its accent is one character, however it was typed.
 */
export const nfc = (text: string): string => (STACKED.test(text) ? text : text.normalize("NFC"));
