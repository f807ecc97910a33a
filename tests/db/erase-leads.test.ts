import { fileOfDeal } from "../factories/files";
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { OF_NO_LEAD } from "~/domain/archive/archived-table";
import { archivedTables } from "~/domain/archive/tables";
import { listAudit } from "~/domain/audit/list-audit.server";
import { stepImport } from "~/domain/imports/step-import.server";
import { editLead, leadVersion } from "~/domain/leads/edit-lead.server";
import { eraseLead } from "~/domain/leads/erase-lead.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import { readLeadHistory } from "~/domain/leads/read-lead-history.server";
import { readLead } from "~/domain/leads/read-lead.server";
import { prepareDelivery } from "~/domain/webhooks/prepare-delivery.server";
import { recordAttempt } from "~/domain/webhooks/record-attempt.server";
import { erasedEmail } from "~/domain/shared/erased";
import { eraseLeadContact } from "~/platform/db/erase-lead-contact.server";
import { action as erase } from "~/routes/_app.leads.$leadId.erase";
import { sessionCookie } from "~/server/app-context.server";
import { attachment, noted, sent } from "../factories/conversation";
import { addedLead, oneTimeDeal, submittedLead } from "../factories/deals";
import { withOwnValues } from "../factories/fields";
import { importOf } from "../factories/imports";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { populate } from "../support/tenancy/world";
import { call, useRoutes } from "../support/web";
import { formsOf, makeDue, findTextInDatabase } from "../support/where-is";

const db = useDatabase();
useRoutes(db);

const NAME = "Thomas Müller";
const EMAIL = "thomas+f@müller.example";
const PHONE = "+49 (40) 123-456-789";
const NOBODY = "Erased person 4711";
const person = { contact_person: NAME, email: EMAIL, phone: PHONE };
const typed = { name: ` ${NAME.toUpperCase()} `, company: false, others: true, nobody: NOBODY };

const run = async () => {
  await makeDue(db, "lead.erase");
  await db.runJobs();
};
const query = <Row extends object>(sql: string, values: unknown[]) =>
  db.ownerPool.query<Row>(sql, values).then(({ rows }) => rows);

/** Creates leads of the person with related rows in every table. */
async function world() {
  const org = await populate(db.database, "Agency");
  const [affiliate] = org.affiliates;
  const one = await submittedLead(db.database, org, affiliate, person);
  const two = await addedLead(db.database, org, { ...person, notes: `${NAME} called` });
  const lost = await submittedLead(db.database, org, affiliate, person);
  const { id: dealId } = await oneTimeDeal(db.database, org, affiliate, { lead_id: one });
  const deliveryId = randomUUID();
  await asOwner(db.database, org, async (scope) => {
    await moveLead(scope, { leadId: lost, to: "lost", reason: "x" });
    const event = { event: "lead.created", timestamp: scope.now.toISOString(), lead_id: one } as const;
    await prepareDelivery(scope, deliveryId, event);
    const failed = { status: 500, error: "x", delivered: false, durationMs: 1, response: "x" };
    await recordAttempt(scope, { id: deliveryId, attempts: 0, isFailing: false }, { ...failed, retryAfterMs: null });
  });
  const importId = await importOf(db, org, two, { name: NAME, email: EMAIL });
  const fileId = await fileOfDeal(db, org, dealId);
  await withOwnValues(db.database, org, "lead", one, { lead_inside: "x" });
  await withOwnValues(db.database, org, "deal", dealId, { deal_inside: "x" });
  const text = "x";
  await noted(db.database, org, two, { text, file: await attachment(db.database, org) });
  const { affiliateId } = affiliate;
  await sent(db.database, org, { leadId: one, affiliateId, text, file: await attachment(db.database, org) });
  // Deliveries would request hosts that do not exist.
  await db.ownerPool.query("delete from graphile_worker._private_jobs");
  return { org, one, two, lost, dealId, deliveryId, importId, fileId };
}

type World = Awaited<ReturnType<typeof world>>;

/** Returns which rows concern the person's leads, as the test knows. */
const about = ({ one, two, lost, dealId, deliveryId, importId, fileId }: World): Record<string, string> => {
  const leads = `('${one}', '${two}', '${lost}')`;
  return {
    lead: `id in ${leads}`,
    lead_status_change: `lead_id in ${leads} and to_status = 'lost'`,
    lead_note: `lead_id in ${leads}`,
    lead_work: `lead_id in ${leads}`,
    lead_message: `lead_id in ${leads}`,
    lead_own_value: `lead_id in ${leads}`,
    deal: `id = '${dealId}'`,
    deal_own_value: `deal_id = '${dealId}'`,
    notification: `params ->> 'lead_id' in ${leads} or params ->> 'deal_id' = '${dealId}'`,
    webhook_delivery: `id = '${deliveryId}'`,
    webhook_attempt: `delivery_id = '${deliveryId}'`,
    import_run: `id = '${importId}'`,
    file: `id = '${fileId}'`,
    import_row: `record_id in ${leads}`,
    audit_log: `entity_id in ${leads} or entity_id = '${dealId}'`,
  };
};

/** Adds words to every text of the selected rows, in each possible format. */
async function plant(org: Org, words: string[], where: Record<string, string> | null): Promise<string[]> {
  const queries = (word: string) => formsOf(word).map((form, index) => (index === 0 ? word : `q=${form}&`));
  const text = words.flatMap(queries).join("; ");
  const planted: string[] = [];
  for (const { table, written } of archivedTables) {
    const which = where ? (where[table] ?? "false") : table === "lead_status_change" ? "to_status = 'lost'" : "true";
    for (const column of written) {
      const [isJson, isList] = [["data", "params"].includes(column), ["header", "cells"].includes(column)];
      const added =
        column === "content"
          ? "(select jsonb_object_agg(key, value || '; ' || $2::text) from jsonb_each_text(content))"
          : isJson
            ? `${column} || jsonb_build_object('said', $2::text)`
            : column === "body"
              ? "(body::jsonb || jsonb_build_object('said', $2::text))::text"
              : isList
                ? `${column} || $2::text`
                : `concat_ws(' ', ${column}, $2::text)`;
      // Only an ended deal has an end note, and a next step has a day.
      const also =
        column === "next_step"
          ? ", next_step_on = current_date"
          : column === "end_note"
            ? ", ended_on = coalesce(ended_on, close_date), end_reason = coalesce(end_reason, 'our_fault'), ended_amount = coalesce(ended_amount, 0)"
            : "";
      const { rowCount } = await db.ownerPool.query(
        `update ${table} set ${column} = ${added}${also} where org_id = $1 and (${which})`,
        [org.orgId, text],
      );
      if (rowCount) planted.push(`${table}.${column}`);
    }
  }
  return planted;
}

const columnsOf = (tables: typeof archivedTables) =>
  tables.flatMap(({ table, written }) => written.map((column) => `${table}.${column}`));
const written = columnsOf(archivedTables);
const ofLeads = columnsOf(archivedTables.filter((one) => one.ofLeads !== OF_NO_LEAD));

describe("[OPS-05] erasing the contact of a lead", () => {
  it("[OPS-05] removes name, address and number everywhere, and keeps amounts and other people with that name", async () => {
    const now = await world();
    const { org, one, two, lost, importId } = now;
    const other = await addedLead(db.database, org, { contact_person: NAME, notes: `${NAME} likes tea` });
    expect(await plant(org, [EMAIL], null)).toEqual(written);
    expect(await plant(org, [NAME, EMAIL], about(now))).toEqual(ofLeads);
    await query("update lead set notes = notes || $2 where org_id = $1", [org.orgId, ` Tel. 49 40 123456789`]);
    const deals = "select id, amount, commission_amount, commission_trace from deal where org_id = $1 order by id";
    const before = await query(deals, [org.orgId]);
    const shown = await asOwner(db.database, org, (scope) => readLead(scope, one));

    expect(await asOwner(db.database, org, (scope) => eraseLead(scope, one, typed))).toBe(3);
    // Neither a running import nor a form opened earlier restores the person's data.
    await asOwner(db.database, org, (scope) => stepImport(scope, importId, 1));
    expect(await query("select 1 from lead where email = $1", [EMAIL])).toEqual([]);
    const old = { ...shown!.contact, phone: null };
    const edit = (version?: string) =>
      asOwner(db.database, org, (scope) => editLead(scope, { leadId: one, contact: old, version }));
    await expect(edit(leadVersion(shown!.contact, shown!.affiliate!.id))).rejects.toThrow("changed_meanwhile");
    await expect(edit()).rejects.toThrow("lead_erased");

    // A step had read its rows before; its lead exists when the job runs.
    const late = await addedLead(db.database, org, person);
    await query("update import_row set record_id = $2, email = $3 where import_id = $1 and number = 2", [
      importId,
      late,
      EMAIL,
    ]);
    await db.runJobs();
    expect(await db.jobs("lead.erase")).toHaveLength(1);
    await run();
    expect(await findTextInDatabase(db, EMAIL)).toEqual([]);
    // The number stays in a text about another lead, because others may share a switchboard number.
    expect(await findTextInDatabase(db, "123456789")).toEqual(["lead.notes"]);
    expect(await findTextInDatabase(db, "123-456-789")).toEqual([]);
    // The other Thomas Müller.
    expect(await findTextInDatabase(db, NAME)).toEqual(["lead.contact_person", "lead.notes", "webhook_delivery.body"]);
    const sentOf = "select distinct body::json #>> '{lead,id}' as id from webhook_delivery where body ~* $1";
    expect(await query(sentOf, [NAME])).toEqual([{ id: other }]);
    expect(await query("select id, notes from lead where contact_person = $1", [NAME])).toEqual([
      { id: other, notes: expect.stringMatching(/^Thomas Müller likes tea.* Tel\. 49 40 123456789$/) },
    ]);
    const erased = await query<{ id: string }>(
      "select id, contact_person, email, phone, notes, status from lead where id = any($1::uuid[]) order by id",
      [[one, two, lost, late]],
    );
    const gone = (id: string, status: string) => ({
      id,
      contact_person: NOBODY,
      email: `erased-${id}@erased.invalid`,
      phone: null,
      notes: null,
      status,
    });
    expect(erased).toEqual([gone(one, "converted"), gone(two, "new"), gone(lost, "lost"), gone(late, "new")]);
    expect(await query(deals, [org.orgId])).toEqual(before);
    const rows = await query<{ cells: string[] }>("select cells from import_row where import_id = $1", [importId]);
    expect(rows.flatMap(({ cells }) => cells).filter(Boolean)).toEqual([]);
    const answers = "select error, response from webhook_attempt where delivery_id = $1";
    expect(await query(answers, [now.deliveryId])).toEqual([{ error: null, response: null }]);
    const [sent] = await query<{ lead: object }>(
      "select body::json -> 'lead' as lead from webhook_delivery where id = $1",
      [now.deliveryId],
    );
    expect(sent!.lead).toMatchObject({ id: one, contact_person: NOBODY, phone: null });

    const log = await asOwner(db.database, org, (scope) => listAudit(scope, { cursor: null }));
    const entries = log.rows.filter(({ action }) => action === "lead.erase");
    expect(entries.map(({ data }) => data)).toEqual([{}, {}, {}, {}]);
    const history = await asOwner(db.database, org, (scope) => readLeadHistory(scope, one));
    expect(history.at(-1)).toMatchObject({ kind: "erased" });
    // Running it again changes nothing.
    expect(await asOwner(db.database, org, (scope) => eraseLead(scope, two, typed))).toBe(0);
    expect(await db.jobs("lead.erase")).toEqual([]);
  });

  it("[OPS-05] of one lead alone keeps other leads with the address, and may include the company's name", async () => {
    const org = await createOrg(db.database);
    const email = "info@buero.example";
    const sole = { email, contact_person: "Ida Ito", company_name: "Malerei Ito" };
    const lead = await addedLead(db.database, org, sole);
    const kept = await addedLead(db.database, org, { email, contact_person: "Ole", notes: `Ask ${email}` });
    const title = `Malerei Ito, ${email}`;
    await query(
      `insert into lead_status_change (org_id, lead_id, from_status, to_status, reason, actor)
       values ($1, $2, 'new', 'lost', $3, 'operator')`,
      [org.orgId, lead, title],
    );
    const choice = { name: "Ida Ito", company: true, others: false, nobody: NOBODY };
    expect(await asOwner(db.database, org, (scope) => eraseLead(scope, lead, choice))).toBe(1);
    await run();
    const [left] = await query("select company_name, contact_person, email, notes from lead where id = $1", [kept]);
    expect(left).toMatchObject({ contact_person: "Ole", email, notes: `Ask ${email}` });
    const reasons = await query("select reason from lead_status_change where lead_id = $1", [lead]);
    expect(reasons).toEqual([{ reason: `${NOBODY}, ${NOBODY}` }]);
    const [erased] = await query("select company_name from lead where id = $1", [lead]);
    expect(erased).toEqual({ company_name: NOBODY });
    expect(await findTextInDatabase(db, "Malerei Ito")).toEqual([]);
  });

  it("[OPS-05] writes a replacement with quotes and backslashes unchanged, in texts and in JSON", async () => {
    const nobody = 'A "nobody" \\1 & C:\\x';
    const org = await createOrg(db.database);
    const leadId = await addedLead(db.database, org, { ...person, notes: `${NAME} called` });
    await query("insert into webhook_endpoint (org_id, id, url, events) values ($1, $1, 'https://x.example', '{}')", [
      org.orgId,
    ]);
    const body = JSON.stringify({ lead: { id: leadId, contact_person: NAME, email: EMAIL }, note: NAME });
    await query(
      `insert into webhook_delivery (org_id, id, endpoint_id, event, body, next_attempt_at)
       values ($1, $2, $1, 'lead.created', $3, now())`,
      [org.orgId, leadId, body],
    );
    const contact = { leadIds: [leadId], names: [NAME], email: EMAIL, phones: [], isShared: false, nobody };
    await eraseLeadContact(db.ownerPool, org.orgId, contact);
    const [stored] = await query<{ body: string }>("select body from webhook_delivery where id = $1", [leadId]);
    expect(JSON.parse(stored!.body)).toMatchObject({
      lead: { contact_person: nobody, email: erasedEmail(leadId) },
      note: nobody,
    });
    expect(await eraseLeadContact(db.ownerPool, org.orgId, contact)).toBe(0);
  });

  it("[OPS-05] is allowed for owners only, requires the name, and works while the organization is paused", async () => {
    const org = await createOrg(db.database);
    const elsewhere = await createOrg(db.database);
    const leadId = await addedLead(db.database, org, person);
    const member = await addMember(db.database, org);
    const cookieOf = async (who: { userId: string }) =>
      (await sessionCookie().serialize(await signIn(db.database, who))).split(";")[0]!;
    const send = async (who: { userId: string }, name: string) =>
      call(erase, `/leads/${leadId}/erase`, { form: { name }, cookie: await cookieOf(who), params: { leadId } });
    expect(await send(elsewhere.owner, NAME)).toMatchObject({ status: 404 });
    expect(await send(member, NAME)).toMatchObject({ status: 403 });
    expect(await send(org.owner, "Somebody")).toMatchObject({
      status: 422,
      body: { error: { name: ["erase_name_differs"] } },
    });
    await query(
      `update organization set subscription_status = 'canceled', subscription_ends_at = now() - interval '1 day',
         trial_ends_at = now() - interval '2 days' where org_id = $1`,
      [org.orgId],
    );
    expect(await send(org.owner, NAME)).toMatchObject({ status: 302 });
    await run();
    const [left] = await query("select contact_person from lead where id = $1", [leadId]);
    expect(left).toMatchObject({ contact_person: expect.stringMatching(/^Erased person /) });
  });
});
