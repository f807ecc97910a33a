import type pg from "pg";
import { deleteOwnField } from "~/domain/fields/delete-own-field.server";
import type { Audience, OwnEntity, OwnField, OwnKind } from "~/domain/fields/own-field";
import { addOwnFieldSchema } from "~/domain/fields/own-field.schema";
import type { OwnValues } from "~/domain/fields/own-value";
import { changeOwnValues } from "~/domain/fields/own-values.server";
import { readOwnField, readOwnFields } from "~/domain/fields/read-own-fields.server";
import { addOwnField } from "~/domain/fields/save-own-field.server";
import { asOwner, type Org } from "./organizations";
import type { TestDoor } from "./people";

export interface Defined {
  entity?: OwnEntity;
  kind?: OwnKind;
  audience?: Audience;
  required?: boolean;
  /** One per line. */
  choices?: string;
}

/** Defines an own field: a text of leads for the staff, unless told otherwise. */
export async function definedField(
  db: TestDoor,
  org: Org,
  label: string,
  { entity = "lead", kind = "text", audience = "staff", required = false, choices }: Defined = {},
): Promise<OwnField> {
  const entered = { entity, kind, label, audience, purpose: "Test" };
  const input = addOwnFieldSchema.parse({ ...entered, ...(required && { is_required: "yes" }), choices });
  return asOwner(db, org, async (scope) => (await readOwnField(scope, await addOwnField(scope, input)))!);
}

/** Sets values of own fields of a lead or deal. */
export async function withOwnValues(db: TestDoor, org: Org, entity: OwnEntity, id: string, own: OwnValues) {
  await asOwner(db, org, async (scope) => {
    const record =
      entity === "lead"
        ? await scope.db.lead.findFirstOrThrow({ where: { id } })
        : await scope.db.deal.findFirstOrThrow({ where: { id } });
    await changeOwnValues(scope, entity, record, { fields: await readOwnFields(scope, entity), own });
  });
}

/** Defines fields for both audiences and records, and a deleted one. */
export async function definedFields(db: TestDoor, org: Org): Promise<void> {
  await definedField(db, org, "Lead inside");
  await definedField(db, org, "Lead shown", { audience: "affiliate" });
  await definedField(db, org, "Deal inside", { entity: "deal" });
  await definedField(db, org, "Deal shown", { entity: "deal", audience: "affiliate" });
  const { id } = await definedField(db, org, "Gone");
  await asOwner(db, org, (scope) => deleteOwnField(scope, id));
}

/** Inserts a deleted field with this id. */
export async function deletedField(owner: pg.Pool, { orgId }: Org, id: string): Promise<void> {
  await owner.query(
    `insert into own_field
       (org_id, id, entity, key, label, kind, required, audience, purpose, position, created_at, deleted_at)
     values ($1, $2, 'lead', 'old', 'Old', 'text', false, 'staff', 'Test', 1, now(), now())`,
    [orgId, id],
  );
}
