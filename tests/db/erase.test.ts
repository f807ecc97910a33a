import { fileOfDeal } from "../factories/files";
import { describe, expect, it } from "vitest";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { archivedTables } from "~/domain/archive/tables";
import { listAudit } from "~/domain/audit/list-audit.server";
import { saveView } from "~/domain/views/save-view.server";
import { action as erase } from "~/routes/_app.affiliates.$affiliateId.erase";
import { sessionCookie } from "~/server/app-context.server";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { addMember, asOwner, createOrg } from "../factories/organizations";
import { linkSecret, signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { populate } from "../support/tenancy/world";
import { call, useRoutes } from "../support/web";
import { formsOf, makeDue, findTextInDatabase as whereIsText } from "../support/where-is";

const db = useDatabase();
useRoutes(db);

const NAME = `Anna-Lena "Lea" Großkreutz-d'Ávila`;
const EMAIL = "anna.lena+f@grosskreutz.example";
const NOBODY = "Erased person 4711";

const whereIs = (text: string) => whereIsText(db, text);
const runErasure = async () => {
  await makeDue(db, "person.erase");
  await db.runJobs();
};

const moneyOf = async (orgId: string) => {
  const { rows } = await db.ownerPool.query<{ money: string }>(
    `select json_build_object(
       'deals', (select json_agg(json_build_array(id, affiliate_id, term_id, amount, currency, commission_amount, commission_currency,
         commission_trace, commission_paid, payment_date, receipt_url, close_date, mrr) order by id) from deal where org_id = $1),
       'payments', (select json_agg(p order by id) from commission_payment p where org_id = $1),
       'terms', (select json_agg(t order by id) from affiliate_term t where org_id = $1),
       'sums', (select json_agg(s order by s::text) from (select affiliate_id, kind, state, day, currency, sum(count), sum(amount)
         from aggregate where org_id = $1 group by 1, 2, 3, 4, 5) s))::text as money`,
    [orgId],
  );
  return rows[0]!.money;
};

/** Creates an organization in which every text written by people names the affiliate. */
async function world() {
  const org = await populate(db.database, "Agency");
  const affiliate = await activeAffiliate(db.database, org, { name: NAME, email: EMAIL });
  await withTerms(db.database, org, affiliate);
  await submittedLead(db.database, org, affiliate);
  const { id } = await oneTimeDeal(db.database, org, affiliate);
  await recurringDeal(db.database, org, affiliate, { contract_duration_months: "3" });
  await db.ownerPool.query(
    "update deal set commission_paid = true, payment_date = '2026-02-03', receipt_url = 'https://bank.example/1' where id = $1",
    [id],
  );
  // Deliveries would request hosts that do not exist.
  await db.ownerPool.query("delete from graphile_worker._private_jobs");
  await signIn(db.database, affiliate, { door: "affiliate" });
  await db.database.withIdentity((scope) => linkSecret(scope, { purpose: "sign-in", userId: affiliate.userId }));
  await db.ownerPool.query(
    `insert into member_invitation (org_id, id, email, role, token_hash, sent_at, expires_at)
     values ($1, gen_random_uuid(), $2, 'member', 'x', now(), now() + interval '1 day')`,
    [org.orgId, EMAIL],
  );
  await db.ownerPool.query(
    `insert into sign_up (id, email, name, password_hash, token_hash, expires_at)
     values (gen_random_uuid(), $1, $2, 'x', 'y', now())`,
    [EMAIL, NAME],
  );
  await db.ownerPool.query(
    `insert into lead_status_change (org_id, lead_id, from_status, to_status, reason, actor)
     select org_id, id, 'new', 'lost', 'x', 'operator' from lead where org_id = $1 limit 1`,
    [org.orgId],
  );
  // Two views of a member that have the same name afterwards.
  const view = { list: "leads", name: "Another", query: "", shared: true } as const;
  await asOwner(db.database, org, (scope) => saveView(scope, view));
  const { rows } = await db.ownerPool.query("select id from deal where org_id = $1 limit 1", [org.orgId]);
  await fileOfDeal(db, org, rows[0].id);
  return { org, affiliate };
}

/** Writes name and address into every text of the organization that people wrote or that quotes such texts. */
async function plant(orgId: string): Promise<string[]> {
  const planted: string[] = [];
  // Only these rows have such a text.
  const where: Record<string, string> = {
    reason: "and to_status = 'lost'",
    end_note: "and ended_on is not null",
  };
  const forms = [NAME, EMAIL].flatMap((text) => formsOf(text).slice(1));
  const text = `Says ${NAME.toUpperCase()}, <${EMAIL}>;\n${NAME}. q=${forms.join("&q=")}`;
  for (const { table, written } of archivedTables) {
    for (const column of written) {
      const isJson = ["body", "data", "params", "content"].includes(column);
      const isList = ["header", "cells"].includes(column);
      const also = column === "next_step" ? ", next_step_on = current_date" : "";
      await db.ownerPool.query(`update ${table} set ${column} = $1${also} where org_id = $2 ${where[column] ?? ""}`, [
        isJson ? JSON.stringify({ [EMAIL]: text, name: NAME }) : isList ? [NAME, "", text, EMAIL] : text,
        orgId,
      ]);
      planted.push(`${table}.${column}`);
    }
  }
  return planted;
}

describe("[OPS-05] erasing an affiliate", () => {
  it("[OPS-05] removes name and address from the whole database and keeps all amounts", async () => {
    const { org, affiliate } = await world();
    const planted = await plant(org.orgId);
    expect(planted).toEqual(
      expect.arrayContaining([
        "audit_log.data",
        "deal.title",
        "lead.notes",
        "lead_status_change.reason",
        "notification.params",
        "saved_view.name",
        "saved_view.query",
        "import_row.cells",
        "import_row.email",
        "import_run.header",
        "import_run.file_name",
        "webhook_attempt.error",
        "webhook_attempt.response",
        "webhook_delivery.body",
      ]),
    );
    expect(await whereIs(NAME)).toEqual(expect.arrayContaining(planted));
    const elsewhere = await createOrg(db.database);
    const before = await moneyOf(org.orgId);
    await asOwner(db.database, org, (scope) =>
      eraseAffiliate(scope, affiliate.affiliateId, { name: ` ${NAME.toLowerCase()} `, nobody: NOBODY }),
    );
    await runErasure();
    expect({ name: await whereIs(NAME), email: await whereIs(EMAIL) }).toEqual({ name: [], email: [] });
    expect(await moneyOf(org.orgId)).toBe(before);
    const { rows } = await db.ownerPool.query("select name, email, status, search from affiliate where id = $1", [
      affiliate.affiliateId,
    ]);
    const email = `erased-${affiliate.affiliateId}@erased.invalid`;
    expect(rows).toEqual([{ name: NOBODY, email, status: "inactive", search: expect.any(String) }]);
    const left = `Says ${NOBODY}, <${NOBODY}>;\n${NOBODY}. q=${Array(8).fill(NOBODY).join("&q=")}`;
    // The text around the name stays, and JSON stays valid.
    const { rows: texts } = await db.ownerPool.query(
      "select notes, (select body::json ->> 'name' from webhook_delivery limit 1) as body from lead where org_id = $1 limit 1",
      [org.orgId],
    );
    expect(texts).toEqual([{ notes: left, body: NOBODY }]);
    const { rows: imported } = await db.ownerPool.query("select distinct cells from import_row where org_id = $1", [
      org.orgId,
    ]);
    // A receiver's response may quote the sent data in any format.
    const answers = await db.ownerPool.query("select 1 from webhook_attempt where error <> '' or response <> ''");
    expect(answers.rowCount).toBe(0);
    expect(imported).toEqual([{ cells: [NOBODY, "", left, NOBODY] }]);
    for (const table of ["session", "one_time_token"])
      expect((await db.ownerPool.query(`select 1 from ${table} where user_id = $1`, [affiliate.userId])).rowCount).toBe(
        0,
      );
    expect((await db.ownerPool.query("select 1 from app_user where id = $1", [affiliate.userId])).rowCount).toBe(0);
    expect((await db.ownerPool.query("select 1 from app_user where id = $1", [elsewhere.owner.userId])).rowCount).toBe(
      1,
    );
    const log = await asOwner(db.database, org, (scope) => listAudit(scope, { cursor: null }));
    expect(log.rows[0]).toMatchObject({ action: "affiliate.erase", subject: NOBODY, data: {} });

    // Running it again changes nothing.
    await asOwner(db.database, org, (scope) =>
      eraseAffiliate(scope, affiliate.affiliateId, { name: NAME, nobody: "Somebody else" }),
    );
    expect(await db.jobs("person.erase")).toEqual([]);
    expect(await moneyOf(org.orgId)).toBe(before);
  });

  it("[OPS-05] [ORG-07] keeps an account that is needed elsewhere, and leaves other organizations unchanged", async () => {
    const email = "vogel@vogel.example";
    const [one, two] = [await createOrg(db.database), await createOrg(db.database)];
    const affiliate = await activeAffiliate(db.database, one, { name: "Vogel", email });
    await withTerms(db.database, one, affiliate);
    // The waiting email would go to the replaced address.
    await oneTimeDeal(db.database, one, affiliate);
    await activeAffiliate(db.database, two, { name: "Vogel", email });
    for (const { orgId } of [one, two])
      await db.ownerPool.query(
        `insert into lead (org_id, id, company_name, contact_person, email, notes, status)
         values ($1, gen_random_uuid(), 'Vogel GmbH', 'Vogel', 'x@example.com', 'Vogel knows Vogelsang, not vogelfrei', 'new')`,
        [orgId],
      );
    await asOwner(db.database, one, (scope) =>
      eraseAffiliate(scope, affiliate.affiliateId, { name: "Vogel", nobody: NOBODY }),
    );
    await runErasure();
    const { rows } = await db.ownerPool.query(
      "select org_id, company_name, contact_person, notes from lead where org_id in ($1, $2) and company_name = 'Vogel GmbH' order by org_id = $1 desc",
      [one.orgId, two.orgId],
    );
    expect(db.mails.filter(({ to }) => to.address.endsWith("@erased.invalid"))).toEqual([]);
    expect(rows).toEqual([
      {
        org_id: one.orgId,
        company_name: "Vogel GmbH",
        contact_person: "Vogel",
        notes: `${NOBODY} knows Vogelsang, not vogelfrei`,
      },
      {
        org_id: two.orgId,
        company_name: "Vogel GmbH",
        contact_person: "Vogel",
        notes: "Vogel knows Vogelsang, not vogelfrei",
      },
    ]);
    const { rows: left } = await db.ownerPool.query("select org_id, role from membership where user_id = $1", [
      affiliate.userId,
    ]);
    expect(left).toEqual([{ org_id: two.orgId, role: "affiliate" }]);
  });

  it("[OPS-05] is allowed for owners only, requires the name, and rejects an affiliate who is also a member", async () => {
    const email = "paused@grosskreutz.example";
    const org = await createOrg(db.database);
    const affiliate = await activeAffiliate(db.database, org, { name: NAME, email });
    const member = await addMember(db.database, org);
    const cookieOf = async (who: { userId: string }) =>
      (await sessionCookie().serialize(await signIn(db.database, who))).split(";")[0]!;
    const send = async (who: { userId: string }, name: string) =>
      call(erase, `/affiliates/${affiliate.affiliateId}/erase`, {
        form: { name },
        cookie: await cookieOf(who),
        params: { affiliateId: affiliate.affiliateId },
      });
    expect(await send(member, NAME)).toMatchObject({ status: 403 });
    expect(await send(org.owner, "Somebody")).toMatchObject({
      status: 422,
      body: { error: { name: ["erase_name_differs"] } },
    });
    await db.ownerPool.query("insert into membership (org_id, user_id, role) values ($1, $2, 'member')", [
      org.orgId,
      affiliate.userId,
    ]);
    expect(await send(org.owner, NAME)).toMatchObject({ status: 409 });
    await db.ownerPool.query("delete from membership where user_id = $1 and role = 'member'", [affiliate.userId]);
    await db.ownerPool.query(
      `update organization set subscription_status = 'canceled', subscription_ends_at = now() - interval '1 day',
         trial_ends_at = now() - interval '2 days' where org_id = $1`,
      [org.orgId],
    );
    expect(await send(org.owner, NAME)).toMatchObject({ status: 302 });
    await runErasure();
    expect(await whereIs(email)).toEqual([]);
  });
});
