import { expect } from "vitest";
import { removeMember } from "~/domain/members/remove-member.server";
import type { JobName } from "~/domain/shared/jobs";
import { submittedLead } from "../factories/deals";
import type { Affiliate } from "../factories/affiliates";
import { assigned, planned } from "../factories/lead-work";
import { addMember, asOwner, type Org } from "../factories/organizations";
import type { TestDatabase } from "../support/database";

/** The jobs about the work on leads, for the test that runs every job twice concurrently. */
export function workCases(
  db: TestDatabase,
  world: () => { org: Org; affiliate: Affiliate },
  take: (name: JobName) => Promise<unknown>,
) {
  const lead = () => submittedLead(db.database, world().org, world().affiliate);
  const due = async () => {
    const id = await lead();
    await planned(db.database, world().org, id, "Call them");
    await db.ownerPool.query("delete from graphile_worker._private_jobs");
    return id;
  };
  return {
    "leads.release": {
      async prepare() {
        const { org } = world();
        const member = await addMember(db.database, org);
        await assigned(db.database, org, [await lead(), await lead()], member.userId);
        await asOwner(db.database, org, (scope) => removeMember(scope, member.userId, { heir: org.owner.userId }));
        return take("leads.release");
      },
      async effect() {
        const { rows } = await db.ownerPool.query("select distinct responsible from lead_work");
        expect(rows).toEqual([{ responsible: world().org.owner.userId }]);
      },
    },
    "leads.remind": {
      async prepare() {
        await due();
        return { org_id: world().org.orgId };
      },
      async effect() {
        const { rows } = await db.ownerPool.query("select params from notification where type = 'leads_due'");
        expect(rows).toEqual([{ params: { overdue: 0, today: 1 } }]);
      },
    },
    "leads.sweep": {
      async prepare() {
        db.at("2026-03-10T07:10:00Z");
        await due();
        return {};
      },
      effect: async () => expect((await db.jobs()).map((job) => job.task)).toEqual(["leads.remind"]),
    },
  };
}
