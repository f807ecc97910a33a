import { contactFields, type ContactField } from "../leads/lead.schema";
import { newAffiliateFields, type NewAffiliateField } from "../affiliates/affiliate.schema";

/** What can be imported. */
export const importKinds = ["leads", "affiliates"] as const;
export type ImportKind = (typeof importKinds)[number];

/** `reading`: its file still comes in. */
export const importStatuses = [
  "reading",
  "columns",
  "checking",
  "checked",
  "creating",
  "done",
  "cancelled",
  "undoing",
  "undone",
] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** What became of a row; of those that are ready some are not created when an import is cancelled. */
export const rowOutcomes = ["ready", "created", "wrong", "duplicate", "undone"] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Rows of a file, without its header. */
export const MOST_ROWS = 100_000;
export const MOST_COLUMNS = 100;
/** Bytes of a file. */
export const MOST_BYTES = 25 * 1024 * 1024;
/** Characters of a row; longer ones are a quotation mark that is not closed. */
export const LONGEST_ROW = 100_000;
/** Affiliates that one import may invite: more would be a mailing. */
export const MOST_INVITED = 1_000;
/** How long the file's rows are kept. */
export const KEPT_DAYS = 7;

/** The lead's affiliate stands in a file by name, e-mail address or id. */
export const LEAD_AFFILIATE = "affiliate";
/** How far the lead has come, in words of the file (lead-statuses.ts), and why it was lost. */
export const LEAD_STATUS = "status";
export const LOST_REASON = "lost_reason";

/** What a file may say of a lead besides its contact. */
const besides = [LEAD_AFFILIATE, LEAD_STATUS, LOST_REASON] as const;

const lists = { leads: contactFields, affiliates: newAffiliateFields } as const;

/** The fields of each kind. */
export interface ImportFields extends Record<ImportKind, string> {
  leads: ContactField | (typeof besides)[number];
  affiliates: NewAffiliateField;
}
export type ImportFieldName = ImportFields[ImportKind];

/** A field that a column of the file can be. */
export interface ImportField {
  name: ImportFieldName;
  /** Without it no row is right. */
  required: boolean;
  /** The names of its choices in the form: one for each column that it may be made of. */
  slots: string[];
}

/** Fields that several columns may make up: how many, and what is set between their texts. */
const joined: Partial<Record<ImportFieldName, { most: number; between: string }>> = {
  contact_person: { most: 3, between: " " },
  name: { most: 3, between: " " },
  notes: { most: 3, between: "\n" },
  // The first that names one counts.
  [LEAD_AFFILIATE]: { most: 3, between: "\n" },
};

const slotsOf = (name: ImportFieldName): string[] =>
  Array.from({ length: joined[name]?.most ?? 1 }, (_, index) => (index === 0 ? name : `${name}_${index + 1}`));

/** What the columns of a field say together. */
export const joinCells = (name: ImportFieldName, cells: readonly string[]): string =>
  cells.length < 2
    ? (cells[0] ?? "")
    : cells
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join(joined[name]?.between ?? " ");

/** The fields of a kind, in their order: those of the form that adds one by hand. */
export function fieldsOf(kind: ImportKind): ImportField[] {
  const fields = Object.entries(lists[kind]).map(([name, { schema }]) => ({
    name: name as ImportFieldName,
    required: !schema.safeParse("").success,
  }));
  const others = kind === "leads" ? besides.map((name) => ({ name, required: false })) : [];
  return [...fields, ...others].map((field) => ({ ...field, slots: slotsOf(field.name) }));
}

/** The places of each field's columns in the file, from 0. Fields without a column are left out. */
export type Columns = Readonly<Record<string, readonly number[]>>;

/** The titles of the columns that are no field. */
export function columnsLeftOut(header: readonly string[], columns: Columns): string[] {
  const taken = new Set(Object.values(columns).flat());
  return header.filter((title, index) => title !== "" && !taken.has(index));
}
