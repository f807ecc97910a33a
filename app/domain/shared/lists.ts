// The lists of staff: which parameters of an address make up a saved view of each, and which of their tables let people
// choose columns. A new filter joins by its parameter here. A new column joins by itself, because only what differs
// from the usual columns is stored.

const period = ["period", "from", "to"] as const;

/** The parameters of each list that a view stores. Their values are checked where the list reads them. */
export const listParams = {
  leads: ["tab", "q", "status", "affiliate", "deals", "responsible", "step", ...period, "view", "sort", "columns"],
  affiliates: ["q", "status", "terms", "having", "signed_in", "sort", "columns"],
  commissions: ["tab", "q", "kind", "affiliate", ...period, "group", "sort", "columns"],
  transactions: ["tab", "q", "kind", "affiliate", ...period, "group", "sort", "columns"],
  payouts: ["tab", "q", "sort", "columns"],
  activity: ["q", ...period, "columns"],
  deliveries: ["q", "status", "event", "columns"],
} as const satisfies Record<string, readonly string[]>;

export type ListName = keyof typeof listParams;
export const listNames = Object.keys(listParams) as [ListName, ...ListName[]];

/** The parameters of filters by own fields, which leads and deals have (fields/own-filter.ts). */
export const OWN_PARAMETER = /^own_[a-z][a-z0-9_]{0,35}$/;

/** Limit for the query of a view, in characters. */
export const MAX_VIEW_QUERY = 1_000;

/** Returns the part of a query that a view of the list stores, in one order, so that two of them can be compared. */
export function viewQuery(list: ListName, search: string): string {
  const params = new URLSearchParams(search);
  const kept = listParams[list].flatMap((name) => {
    const value = params.get(name)?.trim();
    return value ? [[name, value]] : [];
  });
  const own = list === "leads" ? [...params].filter(([name, value]) => OWN_PARAMETER.test(name) && value) : [];
  return new URLSearchParams([...kept, ...own.sort()]).toString();
}

/** Tables whose columns can be chosen. */
export const tables = [
  "leads",
  "deals",
  "lost",
  "affiliates",
  "commissions",
  "transactions",
  "payouts",
  "activity",
  "deliveries",
  "members",
  "api_keys",
] as const;
export type TableName = (typeof tables)[number];

/** Returns the tables of a list; the leads have one for each of their tabs. */
export const tablesOf = (list: ListName): readonly TableName[] =>
  list === "leads" ? ["leads", "deals", "lost"] : [list];

/** The choice of a view that shows the usual columns, whatever the person has chosen for themselves. */
export const USUAL_COLUMNS = "usual";

/** Limit for the columns that a choice names. */
export const MAX_COLUMNS = 60;
/** Limit for a choice, in characters; {@link MAX_COLUMNS} ids of usual length fit. */
const MAX_CHOICE = 1_000;

/** The id of a column; after "-" in a choice it is switched off. */
const COLUMN = /^-?[a-z][\w-]{0,50}$/;

/**
 * A choice of columns: the ids that differ from the usual columns of a table, those switched off after a "-". Returns
 * the empty set for a text that is none.
 */
export function parseColumns(text: string | null | undefined): ReadonlySet<string> {
  if (!text || text.length > MAX_CHOICE) return new Set();
  return new Set(
    text
      .split(",")
      .slice(0, MAX_COLUMNS)
      .filter((id) => COLUMN.test(id)),
  );
}

/**
 * Returns the choice as text: of `known` columns, those `shown` that are usually hidden, and the others that are
 * usually shown. In `known`, the id of a column that is usually hidden has a "-" before it.
 */
export function columnChoice(known: readonly string[], shown: readonly string[]): string {
  const differing = known.flatMap((one) => {
    const isUsual = !one.startsWith("-");
    const id = one.replace(/^-/, "");
    if (!COLUMN.test(id) || isUsual === shown.includes(id)) return [];
    return [isUsual ? `-${id}` : id];
  });
  return differing.join(",");
}

/** Whether a choice shows a column that is usually shown, or hidden. */
export const isShown = (choice: ReadonlySet<string>, id: string, isUsual: boolean): boolean =>
  isUsual ? !choice.has(`-${id}`) : choice.has(id);
