/** What spreadsheets show where a formula has failed, in their languages. */
const FAILED =
  /^#(?:NV|N\/A|N\/D|REF!|BEZUG!|VALUE!|WERT!|VALEUR!|¡VALOR!|NAME\?|NOM\?|¿NOMBRE\?|DIV\/0!|¡DIV\/0!|NUM!|ZAHL!|NOMBRE!|¡NUM!|NULL!|NUL!|NULO!|¡REF!)$/i;

/** A long number as a spreadsheet has rounded it: 4,91512E+11. */
const ROUNDED = /^[+-]?\d[.,]\d+E\+\d{2}$/i;

/** Whether a spreadsheet has lost what stood in a cell. */
export const isDamagedCell = (cell: string): boolean => {
  const text = cell.trim();
  return text.length <= 30 && (FAILED.test(text) || ROUNDED.test(text));
};
