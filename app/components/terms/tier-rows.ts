import { MAX_TIERS, tierFields } from "~/domain/terms/tiers";

/** A row of the form as entered. */
export interface TypedRow {
  from: string;
  rate: string;
}

export const ADD_TIER = "add_tier";
export const removeTier = (row: number) => `remove_tier_${row}`;

/** Returns the same value for every button that changes the rows; the first row always stays. */
export function everyRowButton<T>(value: T): Record<string, T> {
  const rows = Array.from({ length: MAX_TIERS - 1 }, (_, index) => removeTier(index + 2));
  return Object.fromEntries([ADD_TIER, ...rows].map((name) => [name, value]));
}

/** Intents of the buttons of the form. */
export const termsIntents: Record<string, "form"> = { ...everyRowButton("form"), save: "form" };

type Values = Readonly<Record<string, unknown>>;

/** Returns the rows of a form, by the count it sends along; initially one. */
export function rowsOf(values: Values): TypedRow[] {
  const count = Math.min(Math.max(Number(values["tier_rows"]) || 1, 1), MAX_TIERS);
  const text = (name: string) => (typeof values[name] === "string" ? (values[name] as string) : "");
  return Array.from({ length: count }, (_, index) => {
    const [from, rate] = tierFields(index + 1);
    return { from: index === 0 ? text(from) || "0" : text(from), rate: text(rate) };
  });
}

/** Returns the fields of rows, with their count. */
export function fieldsOf(rows: readonly TypedRow[]): Record<string, string> {
  const fields = rows.flatMap(({ from, rate }, index) => {
    const [fromField, rateField] = tierFields(index + 1);
    return [
      [fromField, from],
      [rateField, rate],
    ] as const;
  });
  return Object.fromEntries([["tier_rows", String(rows.length)], ...fields]);
}

/**
 * Returns the rows after one of the buttons "add" or "remove" was used without JavaScript. Null if the form was sent to
 * be saved.
 */
export function afterRowButton(form: FormData): Record<string, string> | null {
  const values = Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
  const { intent, ...rest } = values as Record<string, string>;
  const rows = rowsOf(rest);
  const removed = rows.findIndex((_, index) => index > 0 && intent === removeTier(index + 1));
  if (removed < 0 && intent !== ADD_TIER) return null;
  const next = removed > 0 ? rows.filter((_, index) => index !== removed) : [...rows, { from: "", rate: "" }];
  const others = Object.entries(rest).filter(([name]) => !name.startsWith("tier_"));
  return { ...Object.fromEntries(others), ...fieldsOf(next.slice(0, MAX_TIERS)) };
}

/** The handlers of the buttons that add and remove tiers without JavaScript. They show the form again. */
export const tierRowButtons = everyRowButton({
  run: async (_: unknown, { form }: { form: FormData }) => ({ reply: { initialValue: afterRowButton(form) ?? {} } }),
});
