import { expect, it } from "vitest";
import { exportContact } from "~/domain/leads/read-contact.server";
import { activeAffiliate } from "../factories/affiliates";
import { oneTimeDeal, submittedLead } from "../factories/deals";
import { addMember, asOwner, createOrg } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase();

it("[OPS-05] [ORG-07] an owner exports what is stored about a lead's contact, from all leads of this person only", async () => {
  const [org, other] = [await createOrg(db.database), await createOrg(db.database)];
  const affiliate = await activeAffiliate(db.database, org);
  const contact = {
    contact_person: "Clara Kontakt",
    email: "buero@kunde.example",
    notes: "prefers mornings",
  };
  const first = await submittedLead(db.database, org, affiliate, contact);
  const second = await submittedLead(db.database, org, affiliate, {
    ...contact,
    contact_person: "clara  kontakt",
  });
  // Another person with the same office address.
  await submittedLead(db.database, org, affiliate, { ...contact, contact_person: "Bert Kollege" });
  await submittedLead(db.database, other, await activeAffiliate(db.database, other), contact);
  await oneTimeDeal(db.database, org, affiliate, { lead_id: first, amount: "1200" });

  const found = await asOwner(db.database, org, (scope) => exportContact(scope, first));
  expect(found).toMatchObject(
    [first, second].toSorted().map((id) => ({
      id,
      email: "buero@kunde.example",
      notes: "prefers mornings",
      deals: id === first ? [{ amount: 120_000, currency: "EUR" }] : [],
    })),
  );
  const { rows } = await db.ownerPool.query("select entity, entity_id, data from audit_log where action = $1", [
    "person.export",
  ]);
  expect(rows).toEqual([{ entity: "lead", entity_id: first, data: { email: "buero@kunde.example" } }]);

  const member = await addMember(db.database, org);
  const asMember = db.database.withOrg(org.orgId, member.actor, (scope) => exportContact(scope, first));
  await expect(asMember).rejects.toMatchObject({ code: "forbidden" });
  for (const id of [first, "x"])
    expect(await asOwner(db.database, other, (scope) => exportContact(scope, id))).toBeNull();
});
