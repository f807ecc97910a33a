import type { Day } from "../shared/dates";
import { fractionDigits, type Money } from "../shared/money";

/** What is compared with the name of a file. */
export interface MatchableTransaction {
  id: string;
  affiliate: string | null;
  company: string;
  deal: string;
  amount: Money;
  paidDate: Day | null;
  period: Day;
}

/** Legal forms and filler words, which do not identify a receipt. */
const FILLERS = new Set(
  (
    "gmbh ag kg ug ohg gbr ev inc ltd llc sarl sas sa sl bv srl " + "co und and et y the der die das de la le von of"
  ).split(" "),
);

/** Weight of each finding. Days and months alone do not identify a transaction. */
const POINTS = { id: 1_000, affiliate: 40, company: 40, deal: 30, amount: 30, paidDate: 8, month: 4 };
const ENOUGH = 30;

/**
 * Assigns files to transactions by their names: by the id of the transaction, the affiliate, the company, the deal, the
 * amount and the day or month. Returns the index of the transaction of each file. Null if the name fits none, fits
 * several equally, or if another file fits the transaction as well: the user chooses then.
 */
export function matchReceipts(
  names: readonly string[],
  transactions: readonly MatchableTransaction[],
): (number | null)[] {
  const known = transactions.map(featuresOf);
  const points = names.map((name) => {
    const file = wordsOf(name);
    return known.map((one) => pointsOf(file, one));
  });
  const found: (number | null)[] = names.map(() => null);
  const taken = new Set<number>();
  for (let isNew = true; isNew;) {
    isNew = false;
    // The transactions that each file without one fits best among those that are left.
    const best = points.map((row, file) => (found[file] === null ? bestOf(row, taken) : null));
    const rivals = new Map<number, { file: number; points: number; isShared: boolean }>();
    best.forEach((one, file) => {
      if (!one) return;
      const rival = rivals.get(one.index);
      if (!rival || one.points > rival.points) rivals.set(one.index, { file, points: one.points, isShared: false });
      else if (one.points === rival.points) rival.isShared = true;
    });
    for (const [index, { file, isShared }] of rivals) {
      if (isShared) continue;
      found[file] = index;
      taken.add(index);
      isNew = true;
    }
  }
  return found;
}

/** Returns the one transaction with the most points, if they are enough. */
function bestOf(points: readonly number[], taken: ReadonlySet<number>): { index: number; points: number } | null {
  let best: { index: number; points: number } | null = null;
  let isShared = false;
  points.forEach((own, index) => {
    if (taken.has(index) || own < ENOUGH) return;
    isShared = best !== null && own === best.points ? true : best === null || own > best.points ? false : isShared;
    if (best === null || own > best.points) best = { index, points: own };
  });
  return isShared ? null : best;
}

interface Features {
  id: string;
  affiliate: Word[];
  company: Word[];
  deal: Word[];
  amounts: string[];
  days: string[];
  months: string[];
}

/** A word in its spellings: "müller" is written "mueller" and "muller" as well. */
type Word = readonly string[];

function featuresOf({ id, affiliate, company, deal, amount, paidDate, period }: MatchableTransaction): Features {
  const days = paidDate ? [paidDate, period] : [period];
  return {
    id: id.replaceAll("-", "").toLowerCase(),
    affiliate: telling(affiliate ?? ""),
    company: telling(company),
    deal: telling(deal),
    amounts: amountForms(amount),
    days: paidDate ? [paidDate.replaceAll("-", "")] : [],
    months: days.map((one) => one.slice(0, 7).replace("-", "")),
  };
}

interface FileWords {
  words: ReadonlySet<string>;
  /** Amounts in the form of {@link amountForms}. */
  amounts: ReadonlySet<string>;
  /** Days and months as digits, year first. */
  days: ReadonlySet<string>;
  /** All letters and digits. */
  whole: string;
}

function pointsOf(file: FileWords, one: Features): number {
  const has = (word: Word) => word.some((spelling) => file.words.has(spelling));
  const hasAll = (words: readonly Word[]) => words.length > 0 && words.every(has);
  // The last part of an id is random, unlike the first.
  const isId = file.whole.includes(one.id) || file.words.has(one.id.slice(-12));
  return (
    (isId ? POINTS.id : 0) +
    (hasAll(one.affiliate) ? POINTS.affiliate : 0) +
    (hasAll(one.company) ? POINTS.company : 0) +
    (hasAll(one.deal) ? POINTS.deal : 0) +
    (one.amounts.some((form) => file.amounts.has(form)) ? POINTS.amount : 0) +
    (one.days.some((day) => file.days.has(day)) ? POINTS.paidDate : 0) +
    (one.months.some((month) => file.days.has(month)) ? POINTS.month : 0)
  );
}

const expanded: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue" };
const bare = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss");
const umlauts = (text: string) =>
  bare(text.normalize("NFC").replace(/[äöü]/gi, (letter) => expanded[letter.toLowerCase()]!));
const split = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Returns the words of a name without fillers, unless it has no others. */
function telling(name: string): Word[] {
  const words = split(name.normalize("NFC")).map((word) => [bare(word), umlauts(word)] as const);
  const own = words.filter(([word]) => !FILLERS.has(word));
  return own.length > 0 ? own : words;
}

/** The limit of names that are stored. */
const MAX_NAME = 300;

function wordsOf(fileName: string): FileWords {
  const name = fileName
    .normalize("NFC")
    .slice(0, MAX_NAME)
    .replace(/\.[a-z]{2,5}$/i, "");
  // "AnnaMeyer" and "Meyer120" are two words each.
  const parted = name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/(\p{L})(?=\p{N})/gu, "$1 ");
  const { days, rest } = daysIn(name);
  return {
    words: new Set([name, parted].flatMap((text) => [bare, umlauts].flatMap((spell) => split(spell(text))))),
    amounts: new Set([rest, rest.replaceAll("_", " ")].flatMap(amountsIn)),
    days,
    whole: bare(name).replace(/[^a-z0-9]/g, ""),
  };
}

const YEAR_FIRST = /(?<!\d)(20\d{2})([-._]?)([01]\d)(?:\2([0-3]\d))?(?!\d)/g;
const DAY_FIRST = /(?<!\d)([0-3]?\d)([-._])([01]?\d)\2(20\d{2})(?!\d)/g;

/** Returns the days and months in a name, and the name without them. */
function daysIn(name: string): { days: Set<string>; rest: string } {
  const days = new Set<string>();
  const two = (part: string) => part.padStart(2, "0");
  const rest = name
    .replace(DAY_FIRST, (_, day: string, _separator, month: string, year: string) => {
      days.add(year + two(month) + two(day)).add(year + two(month));
      return " ";
    })
    .replace(YEAR_FIRST, (_, year: string, _separator, month: string, day: string | undefined) => {
      days.add(year + month);
      if (day) days.add(year + month + day);
      return " ";
    });
  return { days, rest };
}

/** Returns the amounts in a text, like "1.250,00", "1250.00" and "1250". */
const amountsIn = (text: string): string[] =>
  [/\d{1,3}(?:[.,'’]\d{3})+(?:[.,]\d{2,3})?(?!\d)/g, /\d+(?:[.,]\d{2,3})?(?!\d)/g, /\d{1,3}(?: \d{3})+(?:[.,]\d{2})?/g]
    .flatMap((pattern) => text.match(pattern) ?? [])
    .flatMap((number) => {
      const decimals = /^(.*)[.,](\d{2,3})$/.exec(number);
      const digits = number.replace(/\D/g, "");
      const isWhole = !decimals || decimals[2]!.length === 3;
      const exact = decimals ? [`${decimals[1]!.replace(/\D/g, "")},${decimals[2]}`] : [];
      return [...exact, ...(isWhole ? [`${digits},`] : [])];
    });

/** Returns "1250,00", and for a round amount "1250," as well. */
function amountForms({ amount, currency }: Money): string[] {
  const digits = fractionDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  const cents = text.slice(text.length - digits);
  return [...(cents ? [`${whole},${cents}`] : []), ...(Number(cents) === 0 ? [`${whole},`] : [])];
}
