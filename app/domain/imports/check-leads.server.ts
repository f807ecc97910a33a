import { normalEmail } from "../shared/email";
import { visible } from "../shared/visible";
import { nfc } from "../shared/nfc";
import type { Scope } from "../shared/scope";
import { NO_AFFILIATE } from "../leads/lead";
import { addLeadSchema, type AddedLead } from "../leads/lead.schema";
import type { RowProblem } from "./import.schema";
import { LEAD_AFFILIATE } from "./import-run";
import type { Checked, TypedRow } from "./check-rows.server";

/** Checks rows as the form checks a lead; the affiliate may stand there by name, e-mail address or id. */
export async function checkLeads(scope: Scope, rows: readonly TypedRow[]): Promise<Checked<AddedLead>[]> {
  const find = await affiliatesOf(
    scope,
    rows.map(({ values }) => nameOf(values)),
  );
  return rows.map(({ values }) => {
    const affiliate = find(nameOf(values));
    const problem: RowProblem[] =
      "reason" in affiliate ? [{ field: LEAD_AFFILIATE, reason: affiliate.reason }] : [];
    const input = { ...values, affiliate_id: "id" in affiliate ? affiliate.id : NO_AFFILIATE };
    const parsed = addLeadSchema.safeParse(input);
    if (!parsed.success || problem.length > 0) {
      const issues = parsed.error?.issues ?? [];
      return {
        problems: [
          ...issues.map(({ path, message }) => ({ field: String(path[0]), reason: message })),
          ...problem,
        ],
      };
    }
    return { input: parsed.data, email: parsed.data.contact.email };
  });
}

const nameOf = (values: TypedRow["values"]) =>
  nfc(
    visible(values[LEAD_AFFILIATE] ?? "")
      .trim()
      .toLowerCase(),
  );

type Found = { id: string } | { reason: string };

/** Who is meant by what stands in a file, in lower case: nobody when nothing does. */
async function affiliatesOf(scope: Scope, names: readonly string[]): Promise<(name: string) => Found> {
  const asked = [...new Set(names)].filter(Boolean);
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
  return (name) => {
    if (!name) return { id: NO_AFFILIATE };
    const ids = [...(byKey.get(name) ?? byKey.get(normalEmail(name) ?? "") ?? [])];
    if (ids.length > 1) return { reason: "import_affiliate_ambiguous" };
    return ids[0] ? { id: ids[0] } : { reason: "import_affiliate_unknown" };
  };
}
