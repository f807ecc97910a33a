// Removes invisible characters from texts.

/** Control characters and those that change the text direction, without tab and line breaks. */
const CONTROLS = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Zero-width spaces and similar characters. */
const WIDTHLESS = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff]/g;
/** Joiners are allowed between letters of some scripts and between parts of an emoji; elsewhere they are removed. */
const STRAY_JOINERS =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** Removes invisible characters from a text of several lines, because with them different names could look the same. */
export const visibleLines = (text: string) =>
  text.replace(CONTROLS, "").replace(WIDTHLESS, "").replace(STRAY_JOINERS, "");

/** Removes invisible characters from a single line; line breaks become spaces. */
export const visible = (text: string) => visibleLines(text.replace(/[\t\n\r\u2028\u2029]+/g, " "));
