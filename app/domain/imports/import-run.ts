import { contactFields, workFields, type ContactField } from "../leads/lead.schema";
import { namesOf } from "../shared/field-list";
import { ownName, type OwnField } from "../fields/own-field";
import { newAffiliateFields, type NewAffiliateField } from "../affiliates/affiliate.schema";
import { paymentFields, type PaymentField } from "./payment-fields";

/** Kinds of records that can be imported. Payments of customers are recorded for commissions that exist (PAY-18). */
export const importKinds = ["leads", "affiliates", "customer-payments"] as const;
export type ImportKind = (typeof importKinds)[number];

/** `reading`: the file is still being uploaded. */
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

/** Outcomes of a row; some `ready` rows stay so if the import is canceled. */
export const rowOutcomes = ["ready", "created", "wrong", "duplicate", "undone"] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Outcomes that have other words for payments: they are recorded instead of created. */
export const paymentOutcomes = ["ready", "created", "duplicate", "left"] as const;

/** Returns the text key of an outcome. `left`: the row was not created, because the import has ended. */
export function outcomeText(kind: ImportKind, outcome: RowOutcome | "left"): string {
  const isOfPayments = kind === "customer-payments" && paymentOutcomes.some((one) => one === outcome);
  return `imports:${isOfPayments ? "payment_outcomes" : "outcomes"}.${outcome}`;
}

/** Limit for the rows of a file, without its header. */
export const MAX_ROWS = 100_000;
export const MAX_COLUMNS = 100;
/** Limit for the bytes of a file. */
export const MAX_BYTES = 25 * 1024 * 1024;
/** Limit for the characters of a row; a longer row has an unclosed quotation mark. */
export const MAX_ROW_LENGTH = 100_000;
/** Limit for the affiliates that one import invites; more would be a mass mailing. */
export const MAX_INVITED = 1_000;
/** Retention period of the file's rows, in days. */
export const KEPT_DAYS = 7;

/** The lead's affiliate, by name, email address or id. */
export const LEAD_AFFILIATE = "affiliate";
/** The lead's status in words of the file (lead-statuses.ts), and why it was lost. */
export const LEAD_STATUS = "status";
export const LOST_REASON = "lost_reason";

/** Fields of a lead in a file, besides its contact. The responsible member is given by name, email address or id. */
const besides = [LEAD_AFFILIATE, LEAD_STATUS, LOST_REASON, ...namesOf(workFields)] as const;

const lists = { leads: contactFields, affiliates: newAffiliateFields, "customer-payments": paymentFields } as const;

/** Fields of each kind. */
export interface ImportFields extends Record<ImportKind, string> {
  leads: ContactField | (typeof besides)[number];
  affiliates: NewAffiliateField;
  "customer-payments": PaymentField;
}
export type ImportFieldName = ImportFields[ImportKind];
/** Name of an own field in an import, as in forms (ownName). */
type OwnName = `own_${string}`;

/** A field that can be assigned to columns of the file. */
export interface ImportField {
  name: ImportFieldName | OwnName;
  /** The name of an own field, which the app's texts do not have; null for the app's own fields. */
  label: string | null;
  /** Whether a row without this field is wrong. */
  required: boolean;
  /** Names of the form fields that choose its columns, one per column. */
  slots: string[];
}

/** Fields that can consist of several columns: the limit and the separator. */
const joined: Readonly<Record<string, { most: number; between: string }>> = {
  contact_person: { most: 3, between: " " },
  name: { most: 3, between: " " },
  notes: { most: 3, between: "\n" },
  // The first column that names an affiliate counts.
  [LEAD_AFFILIATE]: { most: 3, between: "\n" },
};

const slotsOf = (name: string): string[] =>
  Array.from({ length: joined[name]?.most ?? 1 }, (_, index) => (index === 0 ? name : `${name}_${index + 1}`));

/** Joins the columns of a field. */
export const joinCells = (name: string, cells: readonly string[]): string =>
  cells.length < 2
    ? (cells[0] ?? "")
    : cells
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join(joined[name]?.between ?? " ");

/**
 * Returns the fields of a kind in the order of the form that adds one record.
 *
 * @param own the organization's own fields of leads, for that kind.
 */
export function fieldsOf(kind: ImportKind, own: readonly OwnField[]): ImportField[] {
  const fields = Object.entries(lists[kind]).map(([name, { schema }]) => ({
    name: name as ImportFieldName,
    required: !schema.safeParse("").success,
    label: null,
  }));
  const others = kind === "leads" ? besides.map((name) => ({ name, required: false, label: null })) : [];
  const ownFields =
    kind === "leads"
      ? own.map(({ key, label, isRequired }) => ({ name: ownName(key) as OwnName, required: isRequired, label }))
      : [];
  return [...fields, ...others, ...ownFields].map((field) => ({ ...field, slots: slotsOf(field.name) }));
}

/** Column positions of each field in the file, from 0. Fields without a column are omitted. */
export type Columns = Readonly<Record<string, readonly number[]>>;

/** Returns the titles of the columns that belong to no field. */
export function columnsLeftOut(header: readonly string[], columns: Columns): string[] {
  const taken = new Set(Object.values(columns).flat());
  return header.filter((title, index) => title !== "" && !taken.has(index));
}
