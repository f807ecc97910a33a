/** What spreadsheets show where a formula has failed, in their languages. */
const FAILED = new Set(
  `#N/A #N/D #NV #NA #REF! #BEZUG! #¡REF! #VALUE! #WERT! #VALEUR! #¡VALOR! #DIV/0! #¡DIV/0! #NAME? #NOM? #¿NOMBRE? #NUM! #ZAHL! #NOMBRE!
   #¡NUM! #NULL! #NUL! #¡NULO! #NULO! #SPILL! #ÜBERLAUF! #PROPAGATION! #DESBORDAMIENTO! #CALC! #KALK! #CALCUL! #FIELD! #FELD! #CHAMP!
   #CONNECT! #VERBINDEN! #BLOCKED! #BLOCKIERT! #UNKNOWN! #UNBEKANNT! #GETTING_DATA #ERROR! #FEHLER! #ERREUR!`.split(
    /\s+/,
  ),
);

/** A long number as a spreadsheet has rounded it: 4,91512E+11, 5E+11. */
const ROUNDED = /^[+-]?\d(?:[.,]\d+)?E\+\d{1,3}$/i;

/** A number or a day that did not fit into its column. */
const TOO_NARROW = /^#{3,}$/;

/** Whether a spreadsheet has lost what stood in a cell. */
export const isDamagedCell = (cell: string): boolean => {
  const text = cell.trim();
  if (text.length > 40) return false;
  return FAILED.has(text.toUpperCase()) || ROUNDED.test(text) || TOO_NARROW.test(text);
};
