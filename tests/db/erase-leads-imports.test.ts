import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { beginImport, stageRows } from "~/domain/imports/stage-import.server";
import { eraseLead } from "~/domain/leads/erase-lead.server";
import { prepareDelivery } from "~/domain/webhooks/prepare-delivery.server";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { addedLead } from "../factories/deals";
import { asOwner, createOrg } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { makeDue } from "../support/where-is";

const db = useDatabase();

const EMAIL = "mia@partner.example";
const PHONE = "+49 (40) 123-456-789";
const query = <Row extends object>(sql: string, values: unknown[]) =>
  db.ownerPool.query<Row>(sql, values).then(({ rows }) => rows);

it("[OPS-05] an erasure keeps import rows with the address of an affiliate, and leads that belong to another person by now", async () => {
  const org = await createOrg(db.database);
  const [lead, corrected] = [
    await addedLead(db.database, org, { email: EMAIL, phone: PHONE, contact_person: "Person" }),
    await addedLead(db.database, org, { contact_person: "Bob", email: "bob@acme.example", phone: PHONE }),
  ];
  const importId = await asOwner(db.database, org, async (scope) => {
    const columns = { company_name: [0], contact_person: [1], email: [2], affiliate: [3] };
    const header = ["a", "b", "c", "d"];
    const id = await beginImport(scope, {
      kind: "leads",
      encoding: "utf-8",
      fileName: "x.csv",
      header,
      columns,
    });
    const row = (number: number, email: string, affiliate = "") => ({
      number,
      line: number + 1,
      cells: ["Acme", "Ann", email, affiliate],
    });
    await stageRows(scope, id, [
      row(1, "ann@acme.example", EMAIL),
      row(2, EMAIL),
      row(3, "eve@acme.example", EMAIL),
      row(4, EMAIL),
    ]);
    return id;
  });
  // Without assigned columns, any cell of a file may be the lead's address.
  const unnamed = await asOwner(db.database, org, async (scope) => {
    const id = await beginImport(scope, {
      kind: "leads",
      encoding: "utf-8",
      fileName: "Contacts of Person.csv",
      header: ["a", "asked Person"],
      columns: {},
    });
    await stageRows(scope, id, [{ number: 1, line: 2, cells: ["Acme", ` ${EMAIL.toUpperCase()}`] }]);
    return id;
  });
  const made = "update import_row set record_id = $3 where import_id = $1 and number = $2";
  await query(made, [importId, 3, randomUUID()]);
  await query(made, [importId, 4, corrected]);
  await asOwner(db.database, org, async (scope) => {
    await saveWebhook(
      scope,
      { url: "https://webhook.site/x", events: ["deal.created", "lead.created"] },
      db.context.webhooks,
    );
    const event = {
      event: "lead.created",
      timestamp: scope.now.toISOString(),
      lead_id: corrected,
    } as const;
    await prepareDelivery(scope, randomUUID(), event);
  });
  await db.ownerPool.query("delete from graphile_worker._private_jobs");
  const erasing = { company: false, others: true, name: "Person", nobody: "Erased person 4711" };
  expect(await asOwner(db.database, org, (scope) => eraseLead(scope, lead, erasing))).toBe(1);
  await makeDue(db, "lead.erase");
  await db.runJobs();
  const rows = await query<{ cells: string[] }>("select cells from import_row where import_id = $1 order by number", [
    importId,
  ]);
  // The address is erased from every text, a row only if it belongs to the lead.
  expect(rows.map(({ cells }) => cells)).toEqual([
    ["Acme", "Ann", "ann@acme.example", erasing.nobody],
    ["", "", "", ""],
    ["Acme", "Ann", "eve@acme.example", erasing.nobody],
    ["", "", "", ""],
  ]);
  const others = await query("select cells from import_row where import_id = $1", [unnamed]);
  expect(others).toEqual([{ cells: ["", ""] }]);
  const files = await query("select file_name, header from import_run where id = $1", [unnamed]);
  expect(files).toEqual([{ file_name: `Contacts of ${erasing.nobody}.csv`, header: ["a", `asked ${erasing.nobody}`] }]);
  const [bob] = await query("select contact_person, email, phone from lead where id = $1", [corrected]);
  expect(bob).toEqual({ contact_person: "Bob", email: "bob@acme.example", phone: PHONE });
  const bodies = await query<{ lead: object }>(
    "select body::json -> 'lead' as lead from webhook_delivery where org_id = $1 and body::json #>> '{lead,id}' = $2",
    [org.orgId, corrected],
  );
  expect(bodies).toMatchObject([{ lead: { contact_person: "Bob", phone: PHONE } }]);
});
