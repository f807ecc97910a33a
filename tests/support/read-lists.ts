import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import { attributes, textIn } from "./html";
import type { Visitor } from "./visitor";

// Lists, figures and totals, as an English reader finds them on pages and in files.

/** Minor units by the sign of the currency, without zeros. */
type Sums = Record<string, number>;

const MONEY = /([€$])([\d,]+\.\d\d)/g;
const minorUnits = (amount: string): number => Number(amount.replace(/[,.]/g, ""));

/** The amounts of a text, in their order. */
export const moneyIn = (text: string): [sign: string, amount: number][] =>
  [...text.matchAll(MONEY)].map(([, sign, amount]) => [sign!, minorUnits(amount!)]);

/** The first number of a text that is no amount and no rate. */
function countIn(text: string): number | null {
  const found = /(?<![\d.,€$])\d[\d,]*(?![\d.,]*%)/.exec(text.replace(MONEY, ""));
  return found && Number(found[0].replaceAll(",", ""));
}

/** Adds amounts up. */
export function added(amounts: readonly [sign: string, amount: number][]): Sums {
  const sums: Sums = {};
  for (const [sign, amount] of amounts) if (amount > 0) sums[sign] = (sums[sign] ?? 0) + amount;
  return sums;
}

/**
 * The sums of the first amount of each row, or another one; of a deal that has ended of what it was worth until then.
 */
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
  /** As texts. */
  rows: string[];
  /** What stands above it, and on the first page. */
  page: string;
}

/** A list with all its pages; the last one of the page, because sums by month may stand above it. */
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
    // The heading of a group is no row.
    const own = body.split(/<tr\b/).filter((row, index) => index > 0 && !/ colspan=/i.test(row));
    rows.push(...own.map((row) => textIn(`<tr${row}`)));
    const onward = /<a\b[^>]*rel="next"[^>]*>/.exec(text)?.[0];
    next = onward && attributes(onward, "href")[0];
  }
  return { count: rows.length, sums: sumsOf(rows), rows, page: page ?? "" };
}

/**
 * The rows of a file by its titles, and the sums of a column; of a deal that has ended of what it was worth until then.
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

/** The cards of a page by their labels: the amount of each, and how many rows it says it is of. */
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

/** A figure: the link that carries it, and what is said of it beside. */
interface Figure {
  to: string;
  count: number | null;
  money: [sign: string, amount: number][];
  words: string;
}

/** The figures of a page that lead to a list. */
function figuresOf(html: string): Figure[] {
  const main = html.slice(html.indexOf("<main"));
  return [...main.matchAll(/<a\b[^>]*>(.*?)<\/a>/gs)].flatMap(({ 0: link, 1: inside, index }): Figure[] => {
    const to = attributes(link, "href")[0] ?? "";
    const words = textIn(inside!).trim();
    if (!/^\/(affiliate\/)?(leads|commissions|transactions)(\?|$)/.test(to) || !/\d/.test(words)) return [];
    const card = main.slice(main.lastIndexOf("<dt", index), index);
    const hint = textIn(main.slice(index, index + main.slice(index).search(/<dt|<\/dl>/)));
    // A rate says in its hint of how many leads it is one; an amount how many rows it is the sum of.
    const reached = /([\d,]+) of the period/.exec(hint)?.[1];
    const inCard = /^[\d,]+ payments?$/.test(words) ? moneyIn(textIn(card)) : [];
    const count = reached ? countIn(reached) : words.includes("%") ? null : countIn(words);
    const ofHint = count === null && !reached ? /([\d,]+) (?:deals?|payments?)\b/.exec(hint)?.[1] : undefined;
    const money = [...moneyIn(words), ...inCard];
    return [{ to, words, money, count: count ?? (ofHint ? countIn(ofHint) : null) }];
  });
}

/** Opens the list behind every figure of a page, and returns the figures beside what their lists show. */
export async function comparedFigures(who: Visitor, html: string) {
  const said: string[] = [];
  const shown: string[] = [];
  // Several figures lead to one list.
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
