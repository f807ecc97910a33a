import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import { attributes, textIn } from "./html";
import type { Visitor } from "./visitor";

// Reads lists, figures and totals from pages and files in English.

/** Minor units by currency symbol, without zeros. */
type Sums = Record<string, number>;

const MONEY = /([€$])([\d,]+\.\d\d)/g;
const minorUnits = (amount: string): number => Number(amount.replace(/[,.]/g, ""));

/** Returns the amounts of a text in order. */
export const moneyIn = (text: string): [sign: string, amount: number][] =>
  [...text.matchAll(MONEY)].map(([, sign, amount]) => [sign!, minorUnits(amount!)]);

/** Returns the first number of a text that is neither an amount nor a rate. */
function countIn(text: string): number | null {
  const found = /(?<![\d.,€$])\d[\d,]*(?![\d.,]*%)/.exec(text.replace(MONEY, ""));
  return found && Number(found[0].replaceAll(",", ""));
}

/** Adds amounts by currency. */
export function added(amounts: readonly [sign: string, amount: number][]): Sums {
  const sums: Sums = {};
  for (const [sign, amount] of amounts) if (amount > 0) sums[sign] = (sums[sign] ?? 0) + amount;
  return sums;
}

/** Sums the first amount of each row, or another one. A deal that has ended counts with its worth until then. */
export const sumsOf = (rows: readonly string[], place = 0): Sums =>
  added(
    rows.flatMap((row) => {
      const money = moneyIn(row.slice(Math.max(0, row.indexOf("Until the end")))).at(place);
      return money ? [money] : [];
    }),
  );

interface ReadList {
  count: number;
  sums: Sums;
  /** Texts of the rows. */
  rows: string[];
  /** Text above the list and on its first page. */
  page: string;
}

/** Reads all pages of a list: the last list of the page, because sums by month may be above it. */
export async function readList(who: Visitor, path: string): Promise<ReadList> {
  const rows: string[] = [];
  let page: string | undefined;
  let next: string | undefined = path;
  while (next) {
    const { text, status } = await who.open(next);
    expect(status, next).toBe(200);
    page ??= text;
    const table = text.slice(Math.max(0, text.lastIndexOf("data-list=")));
    const body = /^data-list.*?<tbody\b[^>]*>(.*?)<\/tbody>/s.exec(table)?.[1] ?? "";
    // A group heading is not a row.
    const own = body.split(/<tr\b/).filter((row, index) => index > 0 && !/ colspan=/i.test(row));
    rows.push(...own.map((row) => textIn(`<tr${row}`)));
    const onward = /<a\b[^>]*rel="next"[^>]*>/.exec(text)?.[0];
    next = onward && attributes(onward, "href")[0];
  }
  return { count: rows.length, sums: sumsOf(rows), rows, page: page ?? "" };
}

/**
 * Reads the rows of a CSV file by column title, and the sums of a column. A deal that has ended counts with its worth
 * until then.
 */
export async function readFile(who: Visitor, path: string, column: string) {
  const { text, status } = await who.open(path);
  expect(status, path).toBe(200);
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
  const signs: Record<string, string> = { EUR: "€", USD: "$" };
  const amounts = rows.map((row): [string, number] => [
    signs[row["Currency"]!]!,
    minorUnits(row["Value until the end"] || row[column]!),
  ]);
  return { count: rows.length, sums: added(amounts), rows };
}

/** Returns the cards of a page by label: the amounts, and the stated number of rows. */
export function cardsOf(html: string): Record<string, { sums: Sums; count: number | null }> {
  const cards = html.split(/<dt\b/).slice(1);
  return Object.fromEntries(
    cards.map((card) => {
      const [label = "", ...said] = `<dt${card}`.split(/<\/dt>/);
      const words = textIn(said.join("").split("</dl>")[0]!);
      return [textIn(label).trim(), { sums: added(moneyIn(words)), count: countIn(words) }];
    }),
  );
}

/** A figure with its link and hint. */
interface Figure {
  to: string;
  count: number | null;
  money: [sign: string, amount: number][];
  words: string;
}

/** Returns the figures of a page that link to a list. */
function figuresOf(html: string): Figure[] {
  const main = html.slice(html.indexOf("<main"));
  return [...main.matchAll(/<a\b[^>]*>(.*?)<\/a>/gs)].flatMap(({ 0: link, 1: inside, index }): Figure[] => {
    const to = attributes(link, "href")[0] ?? "";
    const words = textIn(inside!).trim();
    // A month that leads to its list is no figure.
    const isFigure = /\d/.test(words.replace(/\b[A-Z][a-z]+ \d{4}\b/g, ""));
    if (!/^\/(affiliate\/)?(leads|commissions|transactions)(\?|$)/.test(to) || !isFigure) return [];
    const card = main.slice(main.lastIndexOf("<dt", index), index);
    const hint = textIn(main.slice(index, index + main.slice(index).search(/<dt|<\/dl>/)));
    // The hint of a rate names its number of leads; the hint of an amount its number of rows.
    const reached = /([\d,]+) of the period/.exec(hint)?.[1];
    const inCard = /^[\d,]+ payments?$/.test(words) ? moneyIn(textIn(card)) : [];
    const count = reached ? countIn(reached) : words.includes("%") ? null : countIn(words);
    const ofHint = count === null && !reached ? /([\d,]+) (?:deals?|payments?)\b/.exec(hint)?.[1] : undefined;
    const money = [...moneyIn(words), ...inCard];
    return [{ to, words, money, count: count ?? (ofHint ? countIn(ofHint) : null) }];
  });
}

/** Opens the list behind every figure of a page. Returns the figures next to the values of their lists. */
export async function comparedFigures(who: Visitor, html: string) {
  const said: string[] = [];
  const shown: string[] = [];
  // Several figures link to the same list.
  const lists = new Map<string, ReadList>();
  for (const { to, count, money, words } of figuresOf(html)) {
    const list = lists.get(to) ?? (await readList(who, to));
    lists.set(to, list);
    const line = (of: number | null, sumOf: (sign: string, amount: number) => number) =>
      `${words}, ${to}: ${of} rows, ${money.map(([sign, amount]) => sign + sumOf(sign, amount)).join(" ")}`;
    said.push(line(count, (_, amount) => amount));
    shown.push(line(count === null && money.length > 0 ? null : list.count, (sign) => list.sums[sign] ?? 0));
  }
  return { said, shown };
}
