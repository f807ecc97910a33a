import { expect } from "vitest";
import type { Affiliate } from "../factories/affiliates";
import { submittedLead } from "../factories/deals";
import { asOwner, type Org } from "../factories/organizations";
import type { TestDatabase } from "../support/database";

/** Jobs about own fields. */
export const fieldCases = (db: TestDatabase, world: () => { org: Org; affiliate: Affiliate }) => ({
  "field.purge": {
    prepare: async () => {
      const { org, affiliate } = world();
      const leadId = await submittedLead(db.database, org, affiliate);
      const id = "00000000-0000-4000-8000-00000000f1e1";
      await db.ownerPool.query("delete from graphile_worker._private_jobs");
      await asOwner(db.database, org, async (scope) => {
        const field = { entity: "lead", key: "old", label: "Old", kind: "text", required: false } as const;
        const rest = { audience: "staff", purpose: "Test", position: 1, createdAt: scope.now, deletedAt: scope.now };
        await scope.db.ownField.createMany({ data: { id, ...field, ...rest } });
        await scope.db.leadOwnValue.createMany({
          data: { leadId, audience: "staff", content: { old: "x", new: "y" } },
        });
      });
      return { org_id: org.orgId, field_id: id };
    },
    effect: async () => {
      const { rows } = await db.ownerPool.query("select content from lead_own_value");
      expect(rows).toEqual([{ content: { new: "y" } }]);
    },
  },
});
