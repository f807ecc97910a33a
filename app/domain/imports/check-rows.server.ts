import { addAffiliateSchema, type NewAffiliate } from "../affiliates/affiliate.schema";
import { hasContact } from "../shared/contact-in-name";
import type { Scope } from "../shared/scope";
import { problemsOf } from "./import.schema";
import { checkLeads, type ImportedLead } from "./check-leads.server";
import { checkPayments, type ImportedPayment } from "./check-payments.server";
import { surplusOf, withoutDamage } from "./read-row";
import type { Import } from "./read-import.server";
import type { FileRow, RowResult } from "./stage-import.server";
import type { Checked, TypedRow } from "./typed-row";

/** A checked row, with the input to create if nothing is wrong. */
export interface CheckedRow {
  result: RowResult;
  input: ImportedLead | NewAffiliate | ImportedPayment | null;
}

/**
 * Checks rows of an import with the schema of the form that adds one record. Looks for duplicates in earlier lines and
 * in stored records: of the email address, or of the commission.
 */
export async function checkRows(scope: Scope, run: Import, rows: readonly FileRow[]): Promise<CheckedRow[]> {
  return run.kind === "customer-payments" ? checkPayments(scope, run, rows) : checkPeople(scope, run, rows);
}

async function checkPeople(scope: Scope, run: Import, rows: readonly FileRow[]): Promise<CheckedRow[]> {
  const typed = rows.map(({ cells }) => withoutDamage(run, cells));
  const checked = run.kind === "leads" ? await checkLeads(scope, typed) : await checkAffiliates(scope, typed);
  const emails = checked.flatMap((one) => ("email" in one ? one.email : []));
  const stored = await storedEmails(scope, run.kind, emails);
  const lines = await earlierLines(scope, run, emails, rows[0]?.number ?? 0);
  return rows.map((row, index): CheckedRow => {
    const one = checked[index]!;
    const none = { number: row.number, email: null, recordId: null };
    const surplus = surplusOf(run.header, row.cells);
    if ("problems" in one || surplus.length > 0) {
      const problems = [...surplus, ...("problems" in one ? one.problems : [])];
      return { result: { ...none, outcome: "wrong", problems }, input: null };
    }
    const { email, input, remarks } = one;
    const line = lines.get(email);
    if (line === undefined) lines.set(email, row.line);
    const reason =
      line !== undefined
        ? `import_duplicate_line|${JSON.stringify({ line })}`
        : stored.has(email) && `import_duplicate_${run.kind}`;
    const problems = reason ? [{ field: "email", reason }] : remarks;
    const outcome = reason ? "duplicate" : "ready";
    return { result: { ...none, email, outcome, problems }, input };
  });
}

async function checkAffiliates(scope: Scope, rows: readonly TypedRow[]): Promise<Checked<NewAffiliate>[]> {
  const { allowsContact } = await scope.organization();
  return rows.map(({ values, remarks }) => {
    const { success, data, error } = addAffiliateSchema.safeParse(values);
    if (!success) return { problems: problemsOf(error.issues, remarks) };
    const { name, email } = data;
    if (allowsContact || !hasContact(name, [email])) return { input: data, email, remarks };
    return { problems: problemsOf([{ path: ["name"], message: "name_has_contact" }], remarks) };
  });
}

/** Returns those addresses that stored records have. */
async function storedEmails(scope: Scope, kind: Import["kind"], emails: readonly string[]): Promise<Set<string>> {
  const found =
    kind === "leads"
      ? await scope.db.$queryRaw<{ email: string }[]>`
          select distinct email from lead where org_id = ${scope.orgId}::uuid and email = any(${emails}::text[])`
      : await scope.db.$queryRaw<{ email: string }[]>`
          select email from affiliate where org_id = ${scope.orgId}::uuid and email = any(${emails}::text[])`;
  return new Set(found.map(({ email }) => email));
}

/** Returns the first line of each address before a row. */
async function earlierLines(scope: Scope, run: Import, emails: readonly string[], before: number) {
  const rows = await scope.db.$queryRaw<{ email: string; line: number }[]>`
    select email, min(line) as line from import_row
    where org_id = ${scope.orgId}::uuid and import_id = ${run.id}::uuid and email = any(${emails}::text[])
      and number < ${before} and outcome <> 'wrong'
    group by email`;
  return new Map(rows.map(({ email, line }) => [email, line]));
}
