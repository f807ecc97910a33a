import { expect } from "vitest";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { deleteLead } from "~/domain/leads/delete-lead.server";
import { eraseLead } from "~/domain/leads/erase-lead.server";
import type { JobName } from "~/domain/shared/jobs";
import { activeAffiliate } from "../factories/affiliates";
import { addedLead } from "../factories/deals";
import { mergedInto } from "../factories/merge-causes";
import { sayFarewell } from "../factories/farewell";
import { asOwner, type Org } from "../factories/organizations";
import type { TestDatabase } from "../support/database";

/**
 * Erasure jobs for idempotence.test.ts. `take` removes the only job of a kind from the queue and returns its payload.
 */
export const erasureCases = (db: TestDatabase, org: () => Org, take: (name: JobName) => Promise<unknown>) => ({
  "mail.farewell": {
    async prepare() {
      await sayFarewell(db, org());
      return take("mail.farewell");
    },
    async effect() {
      expect(new Set(db.mails.map(({ subject }) => subject))).toEqual(new Set(["Your account is deleted"]));
    },
  },
  "mail.merged": {
    async prepare() {
      await mergedInto(db, org(), "ended");
      return take("mail.merged");
    },
    async effect() {
      expect(new Set(db.mails.map(({ to }) => to.address)).size).toBe(1);
    },
  },
  "person.erase": {
    async prepare() {
      const { affiliateId, name } = await activeAffiliate(db.database, org());
      await asOwner(db.database, org(), (scope) => eraseAffiliate(scope, affiliateId, { name, nobody: "Nobody" }));
      return take("person.erase");
    },
    async effect() {
      // The owner and the other affiliate.
      const { rowCount } = await db.ownerPool.query("select from app_user where email not like '%@erased.invalid'");
      expect(rowCount).toBe(2);
    },
  },
  "lead.forget": {
    async prepare() {
      const leadId = await addedLead(db.database, org(), {});
      await asOwner(db.database, org(), (scope) => deleteLead(scope, { leadId, reason: null }));
      return take("lead.forget");
    },
    async effect() {
      const { rows } = await db.ownerPool.query("select content from deleted_lead");
      expect(rows).toEqual([{ content: null }]);
    },
  },
  "lead.erase": {
    async prepare() {
      const email = "anna@kunde.example";
      const id = await addedLead(db.database, org(), { email, contact_person: "Anna" });
      await addedLead(db.database, org(), { notes: `Knows ${email}` });
      const typed = { name: "Anna", company: false, others: false, nobody: "Nobody" };
      await asOwner(db.database, org(), (scope) => eraseLead(scope, id, typed));
      return take("lead.erase");
    },
    async effect() {
      const { rows } = await db.ownerPool.query("select notes from lead where notes is not null");
      expect(rows).toEqual([{ notes: "Knows Nobody" }]);
    },
  },
});
