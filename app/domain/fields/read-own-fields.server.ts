import { z } from "zod";
import type { OwnField as Row } from "#prisma";
import { boundedText } from "../shared/fields";
import { query, type Query } from "../shared/query-together.server";
import type { Scope } from "../shared/scope";
import { ownEntities, type Audience, type OwnEntity, type OwnField, type OwnKind } from "./own-field";

const storedOptions = z.array(
  z.object({ key: boundedText(30), label: boundedText(200), removed: z.boolean().default(false) }),
);

const fieldOf = (row: Row): OwnField => ({
  id: row.id,
  entity: row.entity as OwnEntity,
  key: row.key,
  label: row.label,
  kind: row.kind as OwnKind,
  options: storedOptions.safeParse(row.options).data ?? [],
  currency: row.currency,
  isRequired: row.required,
  audience: row.audience as Audience,
  purpose: row.purpose,
});

/**
 * Reads the fields of leads or deals in their order, without deleted ones. Affiliates get the fields that they may see,
 * because Postgres hides all others, and not what they are stored for, which staff wrote for themselves.
 */
export async function readOwnFields(scope: Scope, entity: OwnEntity): Promise<OwnField[]> {
  const rows = await scope.db.ownField.findMany({
    where: { entity, deletedAt: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  const isStaff = scope.actor.kind !== "affiliate";
  return rows.map((row) => ({ ...fieldOf(row), ...(!isStaff && { purpose: "" }) }));
}

/** Builds the query that tells whether the organization has fields in use. */
export const hasOwnFields = (scope: Scope): Query<boolean> =>
  query((rows: { found: boolean }[]) => rows[0]?.found === true)`
    select exists (select from own_field where org_id = ${scope.orgId}::uuid and deleted_at is null) as found`;

/** The fields of an organization for its settings: those in use in their order, and deleted ones. */
export type AllOwnFields = Record<OwnEntity, OwnField[]> & { deleted: OwnField[] };

/** Reads all fields of the organization. The caller checks the permission. */
export async function readAllOwnFields(scope: Scope): Promise<AllOwnFields> {
  const rows = await scope.db.ownField.findMany({ orderBy: [{ position: "asc" }, { id: "asc" }] });
  const [lead, deal] = ownEntities.map((entity) =>
    rows.filter((row) => row.entity === entity && row.deletedAt === null).map(fieldOf),
  );
  return { lead: lead!, deal: deal!, deleted: rows.filter((row) => row.deletedAt !== null).map(fieldOf) };
}

/** Reads one field, also a deleted one; null if not found. */
export async function readOwnField(scope: Scope, id: string): Promise<(OwnField & { isDeleted: boolean }) | null> {
  const row = await scope.db.ownField.findFirst({ where: { id } });
  return row && { ...fieldOf(row), isDeleted: row.deletedAt !== null };
}
