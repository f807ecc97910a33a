import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import type { Scope } from "~/domain/shared/scope";
import { extendUndo } from "~/domain/audit/extend-undo.server";
import { readUndoable } from "~/domain/audit/undoable-rows.server";
import { UNDO } from "~/domain/shared/undo";
import { asAffiliate, type Affiliate } from "../factories/affiliates";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { useDatabase } from "../support/database";
import { oweCommissions, paymentsOf, RECEIPT } from "../support/owed-commissions";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let deals: string[];
let payments: string[];

beforeEach(async () => {
  ({ org, ada, deals, payments } = await oweCommissions(db));
});

const { as, pay, undo, reverse, paid, traces, notices, actions } = paymentsOf(db, () => org);

describe("[COM-02] [TRX-04] undoing a payment", () => {
  test("makes everything the action paid unpaid without receipts, and sends no email", async () => {
    const batch = await pay({ payments, deals, receiptUrl: RECEIPT });
    expect(await paid()).toHaveLength(5);
    db.at("2026-03-20T12:00:09Z");
    expect(await undo(batch)).toBe(5);
    expect(await paid()).toEqual([]);
    expect(await traces()).toEqual([{ count: 0 }, { count: 0 }]);
    expect(await notices()).toEqual([]);
    await db.runJobs();
    expect(db.mails).toEqual([]);
    expect(await actions("%.undo")).toEqual([
      ...Array<string>(3).fill("commission.undo"),
      "commissions.undo",
      "deal.undo",
      "deal.undo",
    ]);
    await expectExactAggregates(db.ownerPool);
  });

  test("is possible before the email, which waits for the time limit", async () => {
    db.at(null);
    await pay({ deals: [deals[0]!] });
    const [job] = await db.jobs("mail.notification");
    expect(job!.runAt.getTime() - Date.now()).toBeGreaterThan(UNDO.shown * 1_000);
    await db.runJobs();
    expect(db.mails).toEqual([]);
  });

  test("twice and 20 times concurrently undoes once", async () => {
    const batch = await pay({ payments, deals });
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(batch)));
    expect(answers.filter((count) => count > 0)).toEqual([5]);
    expect(await undo(batch)).toBe(0);
    expect(await actions("commissions.undo")).toHaveLength(1);
    db.at("2026-03-20T13:00:00Z");
    expect(await undo(batch)).toBe(0);
  });

  test("leaves commissions that another action has paid, before or since", async () => {
    const first = await pay({ deals: [deals[0]!] });
    const second = await pay({ deals });
    expect(await undo(second)).toBe(1);
    expect(await paid()).toMatchObject([{ id: deals[0] }]);
    await undo(first);
    const third = await pay({ deals });
    expect(await undo(first)).toBe(0);
    expect(await undo(second)).toBe(0);
    expect(await paid()).toHaveLength(2);
    expect(await undo(third)).toBe(2);
    await expectExactAggregates(db.ownerPool);
  });

  test("concurrently with a second payer leaves them paid and notified once, or unpaid and not notified", async () => {
    for (let round = 0; round < 8; round++) {
      const batch = await pay({ payments, deals });
      const [, again] = await Promise.all([
        undo(batch),
        as((scope) => payCommissions(scope, { payments, deals, receiptUrl: null })),
      ]);
      expect(await paid()).toHaveLength(again.paid);
      expect(await notices()).toHaveLength(again.paid > 0 ? 2 : 0);
      if (again.batchId) await undo(again.batchId);
    }
    await expectExactAggregates(db.ownerPool);
  });

  test("is rejected after the time limit or while the email is being sent, and changes nothing", async () => {
    const batch = await pay({ payments, deals });
    db.at("2026-03-20T12:05:01Z");
    await expect(undo(batch)).rejects.toMatchObject({ code: "undo_too_late" });
    db.at("2026-03-20T12:00:05Z");
    await db.runJobs();
    expect(db.mails).toHaveLength(2);
    await expect(undo(batch)).rejects.toMatchObject({ code: "undo_too_late" });
    expect(await paid()).toHaveLength(5);
    expect(await notices()).toHaveLength(2);
    expect(await actions("%.undo")).toEqual([]);
  });

  test("[A11Y-01] with extended time delays the emails, works until then, and the rows show it", async () => {
    db.at(null);
    const done = Date.now();
    const batch = await pay({ payments, deals });
    const rows = await as(readUndoable);
    expect(Object.keys(rows).sort()).toEqual([...payments, ...deals].sort());
    expect(rows[deals[0]!]).toMatchObject({ of: "payment", batchId: batch, rows: 5 });
    expect(rows[deals[0]!]!.until - done).toBeLessThan(UNDO.seconds * 1_000 + 10_000);
    const until = await as((scope) => extendUndo(scope, "payment", batch));
    expect(await as((scope) => extendUndo(scope, "payment", batch))).toEqual(until);
    expect((await as(readUndoable))[payments[0]!]!.until).toBe(until.getTime());
    // The emails reach their first time and wait for the second one.
    await db.ownerPool.query("update graphile_worker._private_jobs set run_at = now()");
    db.at(new Date(done + 100_000));
    await db.runJobs();
    expect(db.mails).toEqual([]);
    expect((await db.jobs("mail.notification")).map(({ runAt }) => runAt)).toEqual([until, until]);
    db.at(new Date(until.getTime() - 1));
    expect(await undo(batch)).toBe(5);
    expect(await as(readUndoable)).toEqual({});
    const second = await pay({ deals: [deals[0]!] });
    await as((scope) => extendUndo(scope, "payment", second));
    await db.ownerPool.query("update graphile_worker._private_jobs set run_at = now()");
    db.at(new Date(until.getTime() + UNDO.extended * 1_000));
    await db.runJobs();
    expect(db.mails).toHaveLength(1);
    expect(await as(readUndoable)).toEqual({});
    await expect(as((scope) => extendUndo(scope, "payment", second))).rejects.toMatchObject({
      code: "undo_too_late",
    });
  });

  test("can be extended only by the user who paid, in their organization, for that action", async () => {
    const batch = await pay({ deals });
    const member = await addMember(db.database, org);
    const extend = (scope: Scope) => extendUndo(scope, "payment", batch);
    const notFound = { code: "not_found" };
    await expect(db.database.withOrg(org.orgId, member.actor, extend)).rejects.toMatchObject(notFound);
    expect(await db.database.withOrg(org.orgId, member.actor, readUndoable)).toEqual({});
    await expect(asOwner(db.database, await createOrg(db.database), extend)).rejects.toMatchObject(notFound);
    await expect(asAffiliate(db.database, org, ada, extend)).rejects.toMatchObject({ code: "forbidden" });
    await expect(as((scope) => extendUndo(scope, "leads", batch))).rejects.toMatchObject(notFound);
  });

  test("while the email is being sent either prevents it or is rejected", async () => {
    for (let round = 0; round < 6; round++) {
      db.mails.splice(0);
      const batch = await pay({ deals: [deals[0]!] });
      const [answer] = await Promise.allSettled([undo(batch), db.runJobs()]);
      const done = answer.status === "fulfilled";
      expect([(await paid()).length, db.mails.length]).toEqual(done ? [0, 0] : [1, 1]);
      if (!done) await reverse("deal", deals[0]!);
      await db.runJobs();
    }
  });

  test("[API-01] of an API key's payment is possible with any key and for staff", async () => {
    const as = <T>(keyId: string, use: (scope: Scope) => Promise<T>) =>
      db.database.withOrg(org.orgId, { kind: "api_key", keyId, access: "write", readsDocuments: false }, use);
    for (const undoing of [
      (batch: string) => as(randomUUID(), (scope) => undoPayment(scope, batch)),
      (batch: string) => asOwner(db.database, org, (scope) => undoPayment(scope, batch)),
    ]) {
      const done = await as(randomUUID(), (scope) => payCommissions(scope, { deals, receiptUrl: null }));
      expect(await undoing(done.batchId!)).toBe(2);
    }
    const byOwner = await pay({ deals });
    const byKey = as(randomUUID(), (scope) => undoPayment(scope, byOwner));
    await expect(byKey).rejects.toMatchObject({ code: "not_found" });
  });

  test("is allowed only for the user who paid, in their organization", async () => {
    const batch = await pay({ deals });
    const member = await addMember(db.database, org);
    const foreign = await createOrg(db.database);
    const byMember = db.database.withOrg(org.orgId, member.actor, (scope) => undoPayment(scope, batch));
    await expect(byMember).rejects.toMatchObject({ code: "not_found" });
    const elsewhere = asOwner(db.database, foreign, (scope) => undoPayment(scope, batch));
    await expect(elsewhere).rejects.toMatchObject({ code: "not_found" });
    const own = asAffiliate(db.database, org, ada, (scope) => undoPayment(scope, batch));
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
    expect(await paid()).toHaveLength(2);
  });
});
