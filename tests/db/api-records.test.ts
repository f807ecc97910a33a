import { beforeEach, describe, expect, test } from "vitest";
import { contactFields } from "~/domain/leads/lead.schema";
import { listAudit } from "~/domain/audit/list-audit.server";
import { invitedAffiliate, activeAffiliate } from "../factories/affiliates";
import { addedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { apiKey, useApi, type Sent } from "../support/api";
import { useDatabase } from "../support/database";

const db = useDatabase();
const api = useApi(db);
let org: Org;
let key: string;

beforeEach(async () => {
  db.at("2026-03-10T12:00:00Z");
  org = await createOrg(db.database, { name: "Nordlicht" });
  key = await apiKey(db, org);
});

const ask = (method: string, path: string, sent: Sent = {}) => api(method, path, { key, ...sent });
const lead = { company_name: "Beta AG", contact_person: "Jonas Weber", email: "jonas@beta.example" };
const problemOf = ({ status, body, headers }: Awaited<ReturnType<typeof api>>) => {
  expect(headers.get("Content-Type")).toMatch(/^application\/problem\+json/);
  expect(body).toMatchObject({ status, type: expect.stringMatching(/\/docs\/api#\w+$/) });
  return [status, body.code];
};

describe("[API-01] records", () => {
  test("[WORK-11] a lead without deals is deleted, and one that was merged names the other", async () => {
    const add = async () => (await ask("POST", "/leads", { body: lead })).body.id as string;
    const [gone, first, second] = [await add(), await add(), await add()];
    expect((await ask("DELETE", `/leads/${gone}`)).status).toBe(204);
    expect(problemOf(await ask("GET", `/leads/${gone}`))).toEqual([404, "not_found"]);
    await ask("PATCH", `/leads/${second}`, { body: { phone: "030 2" } });
    const values = { phone: "other" };
    // A merge cannot be undone, so a misspelled choice is not ignored.
    for (const [wrong, pointer] of [
      [{ values: { fone: "other" } }, "/values/fone"],
      [{ fields: { fone: "other" } }, "/fields/fone"],
    ] as const) {
      const refused = await ask("POST", `/leads/${first}/merge`, { body: { other_id: second, ...wrong } });
      expect([refused.status, refused.body.errors]).toMatchObject([422, [{ pointer, code: "unknown_name" }]]);
    }
    const merged = await ask("POST", `/leads/${first}/merge`, { body: { other_id: second, values } });
    const [{ id, phone }] = (await ask("GET", "/leads")).body.data;
    const other = id === first ? second : first;
    expect([merged.status, merged.body, phone]).toEqual([200, { id, merged_id: other }, id === first ? "030 2" : null]);
    const { rows } = await db.ownerPool.query("select text, author from lead_note where org_id = $1", [org.orgId]);
    expect(rows).toEqual([{ text: expect.stringMatching(/^Merged: Beta AG/), author: null }]);
    for (const answer of [
      await ask("GET", `/leads/${other}`),
      await ask("PATCH", `/leads/${other}`, { body: { phone: "1" } }),
      await ask("DELETE", `/leads/${other}`),
      await ask("POST", `/leads/${other}/contact`),
      await ask("POST", `/leads/${id}/merge`, { body: { other_id: other } }),
      await ask("POST", `/leads/${other}/merge`, { body: { other_id: id } }),
      await ask("GET", `/deals?lead_id=${other}`),
      await ask("POST", "/deals", {
        body: { lead_id: other, deal_type: "one-time", title: "Website", amount: "1", close_date: "2026-03-10" },
      }),
    ]) {
      expect(problemOf(answer)).toEqual([410, "lead_merged"]);
      expect(answer.body).toMatchObject({ merged_into: id, detail: expect.stringContaining(id) });
    }
  });

  test("[WORK-11] an affiliate who was merged names the other", async () => {
    db.at("2026-03-10T11:00:00Z");
    const first = await activeAffiliate(db.database, org);
    db.at("2026-03-10T12:00:00Z");
    const second = await activeAffiliate(db.database, org);
    const body = { other_id: second.affiliateId, values: { name: "other" } };
    const merged = await ask("POST", `/affiliates/${first.affiliateId}/merge`, { body });
    const id = first.affiliateId;
    expect([merged.status, merged.body]).toEqual([200, { id, merged_id: second.affiliateId }]);
    expect((await ask("GET", `/affiliates/${id}`)).body).toMatchObject({ name: second.name, email: first.email });
    const path = `/affiliates/${second.affiliateId}`;
    const { id: leadId } = (await ask("POST", "/leads", { body: lead })).body;
    for (const answer of [
      await ask("GET", path),
      await ask("PATCH", path, { body: { status: "inactive" } }),
      await ask("POST", `${path}/invite`),
      await ask("POST", `${path}/merge`, { body: { other_id: id } }),
      await ask("GET", `/leads?affiliate_id=${second.affiliateId}`),
      await ask("GET", `/commissions?affiliate_id=${second.affiliateId}`),
      await ask("GET", `/payouts?affiliate_id=${second.affiliateId}`),
      await ask("DELETE", path),
      await ask("POST", `/affiliates/${id}/merge`, { body: { other_id: second.affiliateId } }),
      await ask("POST", "/leads", { body: { ...lead, affiliate_id: second.affiliateId } }),
      await ask("PATCH", `/leads/${leadId}`, { body: { affiliate_id: second.affiliateId } }),
    ]) {
      expect(problemOf(answer)).toEqual([410, "affiliate_merged"]);
      expect(answer.body).toMatchObject({ merged_into: id });
    }
    const itself = await ask("POST", `/affiliates/${id}/merge`, { body: { other_id: id } });
    expect(problemOf(itself)).toEqual([422, "merge_same_affiliate"]);
  });

  test("[API-01] a lead is added and partially updated, and a conflicting change is rejected", async () => {
    const made = await ask("POST", "/leads", { body: { ...lead, phone: " 030 1 " } });
    expect([made.status, made.headers.get("Location")]).toEqual([201, `/api/v1/leads/${made.body.id}`]);
    expect(made.body).toMatchObject({ ...lead, phone: "030 1", status: "new", submitted_on: "2026-03-10" });
    const path = `/leads/${made.body.id}`;
    const read = await ask("GET", path);
    const etag = read.headers.get("ETag")!;
    expect((await ask("GET", path, { headers: { "If-None-Match": etag } })).status).toBe(304);

    const changed = await ask("PATCH", path, { body: { notes: "Fair" }, headers: { "If-Match": etag } });
    expect(changed.body).toEqual({ ...read.body, notes: "Fair" });
    expect(changed.headers.get("ETag")).not.toBe(etag);
    const late = await ask("PATCH", path, { body: { notes: "Late" }, headers: { "If-Match": etag } });
    expect(problemOf(late)).toEqual([412, "precondition_failed"]);
    expect((await ask("PATCH", path, { body: { phone: null } })).body).toMatchObject({
      notes: "Fair",
      phone: null,
    });

    expect((await ask("POST", `${path}/contact`)).body.status).toBe("contacted");
    expect(problemOf(await ask("POST", `${path}/contact`))).toEqual([409, "lead_not_open"]);
    expect((await ask("POST", `${path}/qualify`)).body.status).toBe("qualified");
    const lost = await ask("POST", `${path}/lose`, { body: { reason: "No budget" } });
    expect(lost.body).toMatchObject({ status: "lost", lost_on: "2026-03-10" });
    expect(problemOf(await ask("POST", `${path}/lose`, { body: {} }))).toEqual([409, "lead_not_open"]);
    const { rows } = await asOwner(db.database, org, (scope) => listAudit(scope, {}));
    expect(rows.find(({ action }) => action === "lead.lost")!.actor).toMatchObject({
      kind: "api_key",
      name: expect.stringContaining("Key "),
    });
  });

  test("[API-01] a list is paginated with links, and a cursor of other filters is rejected", async () => {
    for (let number = 0; number < 5; number++) await addedLead(db.database, org);
    const first = await ask("GET", "/leads?limit=2");
    expect(first.body).toMatchObject({ data: [{}, {}], previous_cursor: null });
    const [, next] = /<\/api\/v1([^>]*)>; rel="next"/.exec(first.headers.get("Link")!)!;
    const second = await ask("GET", next!);
    const third = await ask("GET", `/leads?limit=2&cursor=${second.body.next_cursor}`);
    expect(third.body).toMatchObject({ data: [{}], next_cursor: null });
    const ids = [first, second, third].flatMap(({ body }) => body.data.map(({ id }: { id: string }) => id));
    expect(new Set(ids).size).toBe(5);
    const other = await ask("GET", `/leads?status=new&cursor=${first.body.next_cursor}`);
    expect(problemOf(other)).toEqual([422, "cursor_invalid"]);
    // A changed letter must not lead to the first page.
    const { next_cursor: cursor } = first.body;
    for (const damaged of [`${cursor.slice(0, 12)}${cursor[12] === "A" ? "B" : "A"}${cursor.slice(13)}`, "x", ""])
      expect(problemOf(await ask("GET", `/leads?limit=2&cursor=${damaged}`))).toEqual([422, "cursor_invalid"]);
    db.at("2026-03-10T13:00:00Z");
    const newest = await addedLead(db.database, org);
    const later = await ask("GET", "/leads?created_since=2026-03-10T13:30:00%2B00:30");
    expect(later.body.data).toMatchObject([{ id: newest }]);
    expect((await ask("GET", "/leads?created_since=2026-03-10")).body.errors).toMatchObject([
      { parameter: "created_since", code: "moment_invalid" },
    ]);
  });

  test("[API-01] a search returns all matches, beyond the limit of the screen", async () => {
    await db.ownerPool.query(
      `insert into lead (org_id, id, company_name, contact_person, email)
       select $1, gen_random_uuid(), 'Mustermann ' || n, 'Max', 'max@kunde.example' from generate_series(1, 510) n`,
      [org.orgId],
    );
    let found = 0;
    for (let next: string | null = ""; next !== null;) {
      const { body } = await ask("GET", `/leads?q=mustermann&limit=100${next && `&cursor=${next}`}`);
      found += body.data.length;
      next = body.next_cursor;
    }
    expect(found).toBe(510);
  });

  test("[API-01] a lead's response contains every field that can be sent", async () => {
    const { body } = await ask("POST", "/leads", { body: lead });
    for (const name of Object.keys(contactFields)) expect(body).toHaveProperty(name);
    expect(body).toMatchObject({ created_at: "2026-03-10T12:00:00.000Z", updated_at: body.created_at });
  });

  test("[API-01] [COM-07] a deal explains its commission, and commissions can be paid, undone and given receipts", async () => {
    const affiliate = await activeAffiliate(db.database, org);
    const terms = {
      model: "rev_share",
      rev_share_percent: "12.5",
      currency: "EUR",
      start_date: "2026-03-10",
    };
    const saved = await ask("POST", `/affiliates/${affiliate.affiliateId}/terms`, { body: terms });
    expect([saved.status, saved.body]).toMatchObject([201, { version: 1, rev_share_percent: "12.50" }]);
    const where = saved.headers.get("Location")!.replace("/api/v1", "");
    expect((await ask("GET", where)).body).toEqual(saved.body);
    const leadId = await addedLead(db.database, org, { affiliate_id: affiliate.affiliateId });
    const deal = await ask("POST", "/deals", {
      body: {
        lead_id: leadId,
        deal_type: "one-time",
        title: "Website",
        amount: "1000.03",
        currency: "EUR",
        close_date: "2026-03-10",
      },
    });
    expect(deal.body).toMatchObject({
      commission: { amount: "125.00", currency: "EUR" },
      commission_state: "due",
      explanation: { rule: "percentage", percentage: "12.50", base: { amount: "1000.03" } },
    });
    const due = await ask("GET", "/commissions?state=due");
    expect(due.body.data).toMatchObject([{ kind: "deal", id: deal.body.id, amount: { amount: "125.00" } }]);
    const paying = { body: { deal_ids: [deal.body.id] } };
    const paid = await ask("POST", "/commissions/pay", paying);
    expect(paid.body).toMatchObject({ paid: 1, amounts: [{ amount: "125.00", currency: "EUR" }] });
    expect((await ask("POST", "/commissions/pay", paying)).body).toMatchObject({ paid: 0, paid_before: 1 });
    // Another key of the organization may undo it; a foreign key may not.
    const undo = { key: await apiKey(db, org), body: { batch_id: paid.body.batch_id } };
    const foreign = await apiKey(db, await createOrg(db.database));
    expect((await ask("POST", "/commissions/undo", { ...undo, key: foreign })).status).toBe(404);
    expect((await ask("POST", "/commissions/undo", undo)).body).toEqual({ reopened: 1 });
    await ask("POST", "/commissions/pay", paying);
    const receipt = { body: { receipt_url: "https://files.example.com/1.pdf" } };
    const path = `/transactions/deal/${deal.body.id}`;
    expect((await ask("PUT", `${path}/receipt`, receipt)).body).toMatchObject(receipt.body);
    // An entered address gets its https://; any other scheme is rejected.
    const put = (receipt_url: string) => ask("PUT", `${path}/receipt`, { body: { receipt_url } });
    expect((await put("files.example.com/2.pdf")).body).toMatchObject({
      receipt_url: "https://files.example.com/2.pdf",
    });
    for (const other of ["ftp://files.example.com/1.pdf", "javascript:alert(1)", "1.pdf"])
      expect((await put(other)).status, other).toBe(422);
    expect((await ask("GET", "/transactions?receipt=with")).body.data).toHaveLength(1);
    expect(problemOf(await ask("GET", `/transactions/lead/${deal.body.id}`))).toEqual([404, "not_found"]);
    const change = { body: { amount: "5.00" } };
    expect(problemOf(await ask("PATCH", `/deals/${deal.body.id}`, change))).toEqual([409, "deal_commission_paid"]);
    const title = await ask("PATCH", `/deals/${deal.body.id}`, { body: { title: "Shop" } });
    expect(title.body).toMatchObject({ title: "Shop", amount: { amount: "1000.03" } });
    const monthly = { body: { mrr: "5.00" } };
    expect(problemOf(await ask("PATCH", `/deals/${deal.body.id}`, monthly))).toEqual([409, "deal_type_fixed"]);
  });

  test("[API-01] an affiliate is added and invited once", async () => {
    const body = { name: "Lena Bauer", email: "lena.api@example.com", language: "fr" };
    const made = await ask("POST", "/affiliates", { body });
    expect(made.body).toMatchObject({ name: "Lena Bauer", status: "invited" });
    expect(problemOf(await ask("POST", "/affiliates", { body }))).toEqual([409, "affiliate_email_taken"]);
    const path = `/affiliates/${made.body.id}`;
    const off = await ask("PATCH", path, { body: { status: "inactive" } });
    expect(off.body).toMatchObject({ name: "Lena Bauer", status: "inactive" });
    expect(problemOf(await ask("POST", `${path}/invite`, { body: {} }))).toEqual([409, "invitation_inactive"]);
  });

  test("[API-01] tiers are sent as a list, and an invalid one is reported by its position", async () => {
    const { affiliateId } = await invitedAffiliate(db.database, org);
    const sent = (tiers: object[]) =>
      ask("POST", `/affiliates/${affiliateId}/terms`, {
        body: { model: "tiered", currency: "EUR", start_date: "2026-03-10", tiers },
      });
    const wrong = await sent([{ rate_percent: "5" }, { from: "0", rate_percent: "7" }]);
    expect(wrong.body.errors).toMatchObject([{ pointer: "/tiers/1/from", code: "tier_from_ascending" }]);
    const right = await sent([{ rate_percent: "5" }, { from: "10000", rate_percent: "7.5" }]);
    expect(right.body.tiers).toEqual([
      { from: { amount: "0.00", currency: "EUR" }, rate_percent: "5.00" },
      { from: { amount: "10000.00", currency: "EUR" }, rate_percent: "7.50" },
    ]);
    const listed = await ask("GET", `/affiliates/${affiliateId}/terms`);
    expect(listed.body.data).toEqual([right.body]);
  });
});

describe("[API-01] an Idempotency-Key", () => {
  const headers = { "Idempotency-Key": "order-4711" };
  const leads = async () => (await ask("GET", "/leads")).body.data.length as number;

  test("[API-01] creates once, also in concurrent requests", async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask("POST", "/leads", { body: lead, headers })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(replies.filter((one) => one.headers.get("Idempotent-Replayed") === "true")).toHaveLength(7);
    expect(await leads()).toBe(1);
  });

  test("[API-01] is rejected with other content, separate per API key, and expires after a day", async () => {
    await ask("POST", "/leads", { body: lead, headers });
    const other = await ask("POST", "/leads", { body: { ...lead, company_name: "Gamma" }, headers });
    expect(problemOf(other)).toEqual([422, "idempotency_key_reused"]);
    await ask("POST", "/leads", { key: await apiKey(db, org), body: lead, headers });
    expect(await leads()).toBe(2);
    db.at("2026-03-11T12:00:01Z");
    await ask("POST", "/leads", { body: lead, headers });
    expect(await leads()).toBe(3);
    expect(problemOf(await ask("POST", "/leads", { body: lead, headers: { "Idempotency-Key": " " } }))).toEqual([
      400,
      "idempotency_key_invalid",
    ]);
  });

  test("[API-01] of a failed request can be used again", async () => {
    const wrong = { ...lead, affiliate_id: crypto.randomUUID() };
    expect((await ask("POST", "/leads", { body: wrong, headers })).status).toBe(404);
    expect((await ask("POST", "/leads", { body: lead, headers })).status).toBe(201);
  });
});
