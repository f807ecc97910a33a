import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { changeStatus } from "~/domain/leads/change-status.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import { readOwnLead } from "~/domain/leads/read-own-lead.server";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
});

const read = (id: string, whose = affiliate, of = org) =>
  asAffiliate(db.database, of, whose, (scope) => readOwnLead(scope, id));

test("[LEAD-14] [POR-03] [POR-05] only the affiliate sees the steps of their lead and why it was lost", async () => {
  db.at("2026-03-01T12:00:00Z");
  const leadId = await submittedLead(db.database, org, affiliate, { notes: "They need a website" });
  db.at("2026-03-03T12:00:00Z");
  await asOwner(db.database, org, (scope) => moveLead(scope, { leadId, to: "qualified" }));
  db.at("2026-03-05T12:00:00Z");
  await asOwner(db.database, org, (scope) => moveLead(scope, { leadId, to: "lost", reason: "No budget" }));
  db.at("2026-03-06T12:00:00Z");
  await asOwner(db.database, org, (scope) =>
    changeStatus(scope, { leadIds: [leadId], from: ["lost"], to: "qualified" }),
  );

  const other = await createOrg(db.database);
  expect(await read(leadId, await activeAffiliate(db.database, other), other)).toBeNull();
  expect(await read(leadId, await activeAffiliate(db.database, org))).toBeNull();
  for (const unknown of [randomUUID(), "nonsense", ""]) expect(await read(unknown)).toBeNull();
  await expect(asOwner(db.database, org, (scope) => readOwnLead(scope, leadId))).rejects.toMatchObject({
    code: "forbidden",
  });

  expect(await read(leadId)).toMatchObject({
    id: leadId,
    status: "qualified",
    dealId: null,
    contact: { notes: "They need a website" },
    steps: [
      { key: "submitted", day: "2026-03-01", reason: null },
      { key: "qualified", day: "2026-03-03", reason: null },
      { key: "lost", day: "2026-03-05", reason: "No budget" },
      { key: "reopened", day: "2026-03-06", reason: null },
    ],
  });
});

test("[POR-03] a won lead links to its deal, and notes on a lead that staff added are hidden", async () => {
  const { id, leadId } = await oneTimeDeal(db.database, org, affiliate);
  expect(await read(leadId)).toMatchObject({ status: "converted", dealId: id });
  const added = await addedLead(db.database, org, {
    affiliate_id: affiliate.affiliateId,
    notes: "Difficult customer",
  });
  expect(await read(added)).toMatchObject({ status: "new", contact: { notes: null } });
});
