import type { Side } from "../shared/merge-sides";

// Two affiliates that are the same become one (WORK-11).

/** The fields of an affiliate of which one value stays. */
export const mergedFields = ["name", "email", "language", "creditor_number", "creditor_name"] as const;
export type MergedField = (typeof mergedFields)[number];
export type MergedValues = Readonly<Record<MergedField, string | null>>;

/** A field whose values differ. */
export interface ValueChoice {
  name: MergedField;
  kept: string | null;
  other: string | null;
  /** Which value stays unless another is chosen. */
  taken: Side;
}

/** Returns the fields whose values differ, in the order of the form. An empty value gives way to another one. */
export const differingValues = (kept: MergedValues, other: MergedValues): ValueChoice[] =>
  mergedFields.flatMap((name) =>
    kept[name] === other[name]
      ? []
      : [{ name, kept: kept[name], other: other[name], taken: kept[name] === null ? "other" : "kept" }],
  );

/** Returns the values that stay, and those that do not. Empty ones are left out of the latter. */
export function chosenValues(
  kept: MergedValues,
  other: MergedValues,
  taken: Partial<Record<MergedField, Side>>,
): { values: MergedValues; left: Partial<Record<MergedField, string>> } {
  const [values, left] = [
    { ...kept } as Record<MergedField, string | null>,
    {} as Partial<Record<MergedField, string>>,
  ];
  for (const field of differingValues(kept, other)) {
    const side = taken[field.name] ?? field.taken;
    values[field.name] = field[side];
    const gone = field[side === "kept" ? "other" : "kept"];
    if (gone !== null) left[field.name] = gone;
  }
  return { values, left };
}

/** What an affiliate has that forbids merging them, because it names a person or an account. */
export const obstacles = ["documents", "payouts", "payee", "settlements"] as const;
export type Obstacle = (typeof obstacles)[number];

/** Limit for the leads, deals, monthly commissions and messages that move in one transaction. */
export const MAX_MOVED_RECORDS = 10_000;

/** Providers at which strangers share the domain of an address. */
const sharedDomains = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com yahoo.de yahoo.fr yahoo.es icloud.com me.com
  aol.com gmx.de gmx.net gmx.at gmx.ch web.de t-online.de freenet.de mail.de posteo.de mailbox.org proton.me
  protonmail.com orange.fr wanadoo.fr free.fr sfr.fr laposte.net telefonica.net`.split(/\s+/),
);

/** Returns the domain of an address if it belongs to a company; null for those of providers. */
export function companyDomain(email: string): string | null {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domain === "" || sharedDomains.has(domain) ? null : domain;
}
