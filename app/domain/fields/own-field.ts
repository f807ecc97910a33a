import { plain } from "../shared/search";

// Fields of an organization's own (WORK-16, docs/decisions/0091).

/** The records that can have own fields. */
export const ownEntities = ["lead", "deal"] as const;
export type OwnEntity = (typeof ownEntities)[number];

export const ownKinds = ["text", "number", "amount", "day", "choice", "yes_no"] as const;
export type OwnKind = (typeof ownKinds)[number];

/** Who sees a field: affiliates and staff, or staff alone. */
export const audiences = ["staff", "affiliate"] as const;
export type Audience = (typeof audiences)[number];

/** One of the choices of a field. A removed one cannot be chosen any more, but stored values keep their label. */
export interface OwnOption {
  key: string;
  label: string;
  removed: boolean;
}

/** The definition of a field. */
export interface OwnField {
  id: string;
  entity: OwnEntity;
  /** Names the field in values, addresses and the API; never changes. */
  key: string;
  label: string;
  kind: OwnKind;
  /** In their order; empty for other kinds. */
  options: OwnOption[];
  /** The currency of amounts; null for other kinds. */
  currency: string | null;
  isRequired: boolean;
  audience: Audience;
  /** Why the organization stores it. */
  purpose: string;
}

/** Limit for the fields of leads, and for those of deals. */
export const MAX_OWN_FIELDS = 20;
/** Limit for the choices of a field, with removed ones. */
export const MAX_OPTIONS = 50;

const MAX_KEY_LENGTH = 30;
const MAX_OPTION_KEY_LENGTH = 20;

/** Returns the name of a field in forms, versions, the audit log and columns of imports. */
export const ownName = (key: string) => `own_${key}`;

/** Returns the key of a field from its name in a form; null for the name of another field. */
export const keyOfOwnName = (name: string): string | null => (name.startsWith("own_") ? name.slice(4) : null);

/** Returns a key for a label that none of `taken` has, such as "contract_number". */
export const keyFor = (label: string, taken: ReadonlySet<string>): string =>
  freeKey(slugOf(label, MAX_KEY_LENGTH) || "field", taken, MAX_KEY_LENGTH);

/** Returns a key for the label of a choice that none of `taken` has. */
export const optionKeyFor = (label: string, taken: ReadonlySet<string>): string =>
  freeKey(slugOf(label, MAX_OPTION_KEY_LENGTH) || "option", taken, MAX_OPTION_KEY_LENGTH);

function slugOf(label: string, most: number): string {
  const words = plain(label)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "");
  return words.slice(0, most).replace(/_+$/, "");
}

function freeKey(slug: string, taken: ReadonlySet<string>, most: number): string {
  // Filters of ranges have these endings in addresses, and every object has "constructor".
  const isFree = (key: string) => !taken.has(key) && !/_(from|to)$/.test(key) && !(key in {});
  if (isFree(slug)) return slug;
  for (let number = 2; ; number++) {
    const key = `${slug.slice(0, most - 4)}_${number}`;
    if (isFree(key)) return key;
  }
}
