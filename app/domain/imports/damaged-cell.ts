/** What spreadsheets show for a failed formula, in their languages. */
const FAILED = new Set(
  `#N/A #N/D #NV #NA #REF! #BEZUG! #¡REF! #VALUE! #WERT! #VALEUR! #¡VALOR! #DIV/0! #¡DIV/0! #NAME? #NOM? #¿NOMBRE? #NUM! #ZAHL! #NOMBRE!
   #¡NUM! #NULL! #NUL! #¡NULO! #NULO! #SPILL! #ÜBERLAUF! #PROPAGATION! #DESBORDAMIENTO! #CALC! #KALK! #CALCUL! #FIELD! #FELD! #CHAMP!
   #CONNECT! #VERBINDEN! #BLOCKED! #BLOCKIERT! #UNKNOWN! #UNBEKANNT! #GETTING_DATA #ERROR! #FEHLER! #ERREUR!`.split(
    /\s+/,
  ),
);

/** A long number as a spreadsheet rounds it: 4,91512E+11, 5E+11. */
const ROUNDED = /^[+-]?\d(?:[.,]\d+)?E\+\d{1,3}$/i;

/** A number or date that did not fit its column. */
const TOO_NARROW = /^#{3,}$/;

/** Returns whether a spreadsheet has lost the content of a cell. */
export const isDamagedCell = (cell: string): boolean => {
  const text = cell.trim();
  if (text.length > 40) return false;
  return FAILED.has(text.toUpperCase()) || ROUNDED.test(text) || TOO_NARROW.test(text);
};
