import { NO_AFFILIATE } from "../shared/id-digits";
import { normalEmail } from "../shared/email";
import { cut } from "../shared/damaged";
import { visible } from "../shared/visible";
import { nfc } from "../shared/nfc";
import type { Scope } from "../shared/scope";
import { MAX_REASON_LENGTH, type LeadStatus } from "../leads/lead";
import { readMembers } from "../members/list-members.server";
import { NO_MEMBER, type LeadWork } from "../leads/lead-work";
import { addLeadSchemaFor, type AddedLead } from "../leads/lead.schema";
import { problemsOf, type RowProblem } from "./import.schema";
import { ownName, type OwnField } from "../fields/own-field";
import { readOwnFields } from "../fields/read-own-fields.server";
import { plain } from "../shared/search";
import { readFileDay } from "./payment-fields";
import { LEAD_AFFILIATE, LEAD_STATUS, LOST_REASON } from "./import-run";
import type { Checked, TypedRow } from "./typed-row";
import { statusOfWord } from "./lead-statuses";
import { unknownAffiliate } from "./unknown-affiliates.server";

/** A lead of a file with its status. */
export interface ImportedLead extends AddedLead {
  /** A won lead needs a deal, which no file of leads contains, so it is imported as qualified. */
  status: Exclude<LeadStatus, "converted">;
  /** Why the lead was lost. */
  lostReason: string | null;
}

/** Checks rows as the form checks a lead. The affiliate may be given by name, email address or id. */
export async function checkLeads(scope: Scope, rows: readonly TypedRow[]): Promise<Checked<ImportedLead>[]> {
  const find = await affiliatesOf(
    scope,
    rows.flatMap(({ values }) => namesOf(values)),
  );
  const memberNamed = await membersOf(scope, rows);
  const fields = await readOwnFields(scope, "lead");
  const schema = addLeadSchemaFor(fields);
  return rows.map(({ values: cells, remarks }) => {
    const values = { ...cells, ...ownCells(fields, cells) };
    const affiliate = find(namesOf(values));
    // A damaged cell hides which affiliate it named. Importing the lead without an affiliate would cost that affiliate
    // money.
    const lost = namesOf(values).length === 0 && remarks.filter(({ field }) => field === LEAD_AFFILIATE);
    const problem: RowProblem[] =
      "reason" in affiliate ? [{ field: LEAD_AFFILIATE, reason: affiliate.reason }] : [...(lost || [])];
    const member = memberNamed(cells.responsible ?? "");
    const input = {
      ...values,
      affiliate_id: "id" in affiliate ? affiliate.id : NO_AFFILIATE,
      responsible: member.id ?? NO_MEMBER,
    };
    const parsed = schema.safeParse(input);
    if (parsed.data?.work) problem.push(...halfStep(parsed.data.work));
    if (!parsed.success || problem.length > 0) {
      const issues = parsed.error?.issues ?? [];
      return {
        problems: [...problemsOf(issues, remarks).map((one) => labeled(fields, one)), ...problem],
      };
    }
    const { status, remark } = statusOf(values[LEAD_STATUS] ?? "");
    const lostReason = status === "lost" ? reasonOf(values[LOST_REASON] ?? "") : null;
    return {
      input: { ...parsed.data, status, lostReason },
      email: parsed.data.contact.email,
      remarks: [
        ...remarks,
        ...(remark ? [{ field: LEAD_STATUS, reason: remark }] : []),
        ...(member.remark ? [{ field: "responsible" as const, reason: member.remark }] : []),
      ],
    };
  });
}

/** Names an own field by its label, which the texts of the app do not have. */
function labeled(fields: readonly OwnField[], problem: RowProblem): RowProblem {
  const label = fields.find(({ key }) => ownName(key) === problem.field)?.label;
  return label === undefined ? problem : { ...problem, label };
}

/**
 * Returns the cells of own fields as forms send them: a choice by its key, yes or no in any of the languages, a day as
 * files write it, and a number with the decimal mark of its file where it is clear.
 */
function ownCells(fields: readonly OwnField[], cells: TypedRow["values"]): TypedRow["values"] {
  const entries = fields.map(({ key, kind, options }) => {
    const name = ownName(key);
    const cell = cells[name]?.trim();
    if (!cell) return [name, cells[name]];
    const word = plain(visible(nfc(cell)));
    if (kind === "day") return [name, readFileDay(cell) ?? cell];
    if (kind === "yes_no") return [name, YES.has(word) ? "yes" : NO.has(word) ? "no" : cell];
    const option =
      kind === "choice" && options.find((one) => !one.removed && [plain(one.label), one.key].includes(word));
    return [name, option ? option.key : cell];
  });
  return Object.fromEntries(entries) as TypedRow["values"];
}

const YES: ReadonlySet<string> = new Set(["yes", "ja", "oui", "si", "true", "1", "x"]);
const NO: ReadonlySet<string> = new Set(["no", "nein", "non", "false", "0"]);

/** Limit for the shown characters of an unknown status. */
const MAX_WORD_LENGTH = 50;

/** Converts a status word. An unusable status becomes a remark and does not reject the row. */
function statusOf(word: string): { status: ImportedLead["status"]; remark?: string } {
  if (word.trim() === "") return { status: "new" };
  const status = statusOfWord(word);
  if (status === "converted") return { status: "qualified", remark: "import_status_won" };
  const value = cut(visible(nfc(word)).trim(), MAX_WORD_LENGTH);
  return status ? { status } : { status: "new", remark: `import_status_unknown|${JSON.stringify({ value })}` };
}

const reasonOf = (text: string) => cut(visible(nfc(text)).trim(), MAX_REASON_LENGTH) || null;

/** Returns the texts of a row that identify its affiliate, in lower case. */
const namesOf = (values: TypedRow["values"]): string[] =>
  (values[LEAD_AFFILIATE] ?? "")
    .split("\n")
    .map((name) => nfc(visible(name).trim().toLowerCase()))
    .filter(Boolean);

/** A next step needs its day, and a day its next step. */
function halfStep({ nextStep, nextStepOn }: LeadWork): RowProblem[] {
  if ((nextStep === null) === (nextStepOn === null)) return [];
  return nextStep === null
    ? [{ field: "next_step", reason: "next_step_required" }]
    : [{ field: "next_step_on", reason: "next_step_day_required" }];
}

/**
 * Returns a function that finds the member whom a text of a file names. An unknown one becomes a remark: the lead is
 * worth more than who works on it.
 */
async function membersOf(scope: Scope, rows: readonly TypedRow[]) {
  const isAsked = rows.some(({ values }) => values.responsible);
  const members = isAsked ? await readMembers(scope) : [];
  const named = (name: string) =>
    members.filter((member) => [member.id, member.email, nfc(member.name).toLowerCase()].includes(name));
  return (text: string): { id?: string; remark?: string } => {
    const shown = visible(nfc(text)).trim();
    if (shown === "") return {};
    const found = named(shown.toLowerCase());
    if (found.length === 1) return { id: found[0]!.id };
    return { remark: `import_member_unknown|${JSON.stringify({ value: cut(shown, MAX_WORD_LENGTH) })}` };
  };
}

type Found = { id: string } | { reason: string };

/**
 * Returns a function that finds the affiliate for the texts of a row, in lower case. The first text that matches
 * exactly one affiliate counts; without texts the lead has no affiliate.
 */
async function affiliatesOf(scope: Scope, names: readonly string[]): Promise<(names: string[]) => Found> {
  const asked = [...new Set(names)];
  const emails = asked.flatMap((name) => normalEmail(name) ?? []);
  const rows =
    asked.length === 0
      ? []
      : await scope.db.$queryRaw<{ id: string; name: string; email: string }[]>`
          select id, lower(name) as name, email from affiliate
          where org_id = ${scope.orgId}::uuid
            and (lower(name) = any(${asked}::text[]) or email = any(${emails}::text[]) or id::text = any(${asked}::text[]))`;
  const byKey = new Map<string, Set<string>>();
  for (const { id, name, email } of rows)
    for (const key of [id, name, email]) byKey.set(key, (byKey.get(key) ?? new Set()).add(id));
  return (given) => {
    if (given.length === 0) return { id: NO_AFFILIATE };
    const found = given.map((name) => [...(byKey.get(name) ?? byKey.get(normalEmail(name) ?? "") ?? [])]);
    const [id] = found.find((ids) => ids.length === 1) ?? [];
    if (id) return { id };
    const isAmbiguous = found.some((ids) => ids.length > 1);
    return { reason: isAmbiguous ? "import_affiliate_ambiguous" : unknownAffiliate.reason };
  };
}
