import { insertRows, type InsertedColumn } from "../shared/insert-rows.server";
import { actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { contactFields, type AddedLead } from "./lead.schema";

type Row = AddedLead & { id: string };

/**
 * Inserts leads that were not posted by a form, so none of them can exist already, and returns their ids in the order
 * of `inputs`. Files contain thousands of leads.
 */
export async function insertLeads(scope: Scope, inputs: readonly AddedLead[]): Promise<string[]> {
  const rows = inputs.map((input): Row => ({ ...input, id: timeOrderedId() }));
  const contact = Object.entries(contactFields).map(([name, { column }]) => {
    const cells: InsertedColumn<Row> = { type: "text", of: (row) => row.contact[column] };
    return [name, cells] as const;
  });
  await insertRows<Row>(
    scope,
    "lead",
    {
      org_id: { type: "uuid", all: scope.orgId },
      created_by: { type: "uuid", all: actingUser(scope) },
      created_at: { type: "timestamptz", all: scope.now },
      updated_at: { type: "timestamptz", all: scope.now },
      id: { type: "uuid", of: ({ id }) => id },
      affiliate_id: { type: "uuid", of: ({ affiliateId }) => affiliateId },
      ...Object.fromEntries(contact),
    },
    rows,
  );
  return rows.map(({ id }) => id);
}
