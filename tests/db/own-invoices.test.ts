import { beforeEach, describe, expect, test } from "vitest";
import { isOwnFile } from "~/domain/commissions/own-file.server";
import { deleteFile, deleteUnusedFiles } from "~/domain/files/delete-file.server";
import { acceptInvoice, refuseInvoice } from "~/domain/payouts/decide-invoice.server";
import { requireInvoiceSlot } from "~/domain/payouts/invoice-slot.server";
import { loadPayoutRows, makeBankFile, readBankFiles, readPaymentCode } from "~/domain/payouts/make-bank-file.server";
import { MAX_INVOICES, type InvoiceFacts } from "~/domain/payouts/own-invoice";
import { payPayouts } from "~/domain/payouts/pay-payouts.server";
import { cancelPayout } from "~/domain/payouts/return-payout.server";
import { readInvoices } from "~/domain/payouts/read-invoices.server";
import { readRun } from "~/domain/payouts/read-run.server";
import { listOwnStatements } from "~/domain/payouts/read-statement.server";
import { submitInvoice } from "~/domain/payouts/submit-invoice.server";
import { voidRun } from "~/domain/payouts/take-back-run.server";
import { day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { asAffiliate, type Affiliate } from "../factories/affiliates";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import {
  approvedPayouts,
  invoiceFacts,
  invoicingAffiliate,
  sentInvoice,
  storedInvoice,
} from "../factories/own-invoices";
import { IBANS, withPayer } from "../factories/payees";
import { payableAffiliate, withPayerAccount } from "../factories/payouts";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ida: Affiliate;
let ada: Affiliate;
let runId: string;
/** Ida's payout, which waits for an invoice, and Ada's, which needs none. */
let [payoutId, adasId]: string[] = [];

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const own = <T>(use: (scope: Scope) => Promise<T>, affiliate = ida) => asAffiliate(db.database, org, affiliate, use);
const rows = async (text: string, ...values: unknown[]) => (await db.ownerPool.query(text, values)).rows;
const send = (facts: Partial<InvoiceFacts> = {}) => sentInvoice(db.database, org, ida, payoutId!, facts);
const accept = (invoiceId: string) => owner((scope) => acceptInvoice(scope, { payoutId: payoutId!, invoiceId }));
const refuse = (invoiceId: string, reason = "Wrong number") =>
  owner((scope) => refuseInvoice(scope, { payoutId: payoutId!, invoiceId, reason }));
const pay = (payoutIds: string[] | null = null) =>
  owner((scope) => payPayouts(scope, { runId, payoutIds, paidOn: day("2026-03-10") }));
const takeBack = () => owner((scope) => voidRun(scope, { runId, reason: "Wrong" }));
const shown = () => owner((scope) => readInvoices(scope, payoutId));
const states = async () => (await shown())!.invoices.map(({ state }) => state);
const code = (expected: string) => expect.objectContaining({ code: expected });

beforeEach(async () => {
  db.at("2026-03-10T12:00:00Z");
  org = await createOrg(db.database);
  await withPayer(db.database, org);
  await withPayerAccount(db.database, org);
  ida = await invoicingAffiliate(db.database, org);
  ada = await payableAffiliate(db.database, org, "Ada", { iban: IBANS[1] });
  const [idas, adas] = await approvedPayouts(db.database, org, [ida, ada]);
  runId = idas!.runId;
  [payoutId, adasId] = [idas!.payoutId, adas!.payoutId];
});

describe("[PAY-17] a payout without an accepted invoice", () => {
  test("is in no file, has no payment code, and is not paid with the others", async () => {
    await send();
    expect(await owner((scope) => readBankFiles(scope, runId))).toMatchObject({ ready: 1, unreachable: [] });
    const id = await owner((scope) => makeBankFile(scope, runId));
    expect(await rows("select count, amount from bank_file where id = $1", id)).toEqual([
      { count: 1, amount: "11900" },
    ]);
    expect(await owner((scope) => loadPayoutRows(scope, runId))).toHaveLength(1);
    expect(await owner((scope) => readPaymentCode(scope, { runId, payoutId: payoutId! }))).toBeNull();
    await expect(pay([payoutId!, adasId!])).rejects.toEqual(code("payout_invoice_needed"));
    expect(await pay()).toMatchObject({ paid: 1, gross: 119_00 });
    await expect(pay()).rejects.toEqual(code("payout_invoice_needed"));
    expect((await owner((scope) => readRun(scope, runId)))!.payoutList).toMatchObject([
      { name: "Ada", state: "paid", invoice: null },
      { name: "Ida", state: "open", invoice: "waiting" },
    ]);
  });

  test("is refused by the database as well, whatever the program does", async () => {
    const [{ id: fileId }] = await rows(
      `insert into bank_file (org_id, run_id, message_id, sealed, key_id, sha256, count, amount, created_at)
       values ($1, $2, 'm', 's', 'k', 'h', 1, 1, now()) returning id`,
      org.orgId,
      runId,
    );
    for (const state of ["'needed'", "null"]) {
      const set = (what: string) => rows(`update payout set invoice_state = ${state}, ${what} where id = $1`, payoutId);
      await expect(set("state = 'paid', paid_on = now()")).rejects.toThrow("payout_own_invoice");
      await expect(set(`bank_file_id = '${fileId}'`)).rejects.toThrow("payout_own_invoice");
    }
    await send();
    for (const change of ["gross = gross + 1, net = net + 1", `entered_by = '${payoutId}'`, "number = 'RE-8'"])
      await expect(rows(`update payout_invoice set ${change}`)).rejects.toThrow("an invoice does not change");
  });
});

describe("[PAY-17] an invoice", () => {
  test("is sent, compared, refused with a reason, sent again, accepted and paid", async () => {
    await db.runJobs();
    db.mails.length = 0;
    const first = await send({ vat: 0, gross: 100_00 });
    await db.runJobs();
    expect(db.mails.map(({ to, text }) => [to.address, text])).toEqual([
      [org.owner.email, expect.stringContaining("AB-2026-0002")],
    ]);
    expect(await own((scope) => readInvoices(scope, payoutId))).toMatchObject({
      status: "waiting",
      expected: { net: 100_00, vat: 19_00, gross: 119_00, currency: "EUR", number: "AB-2026-0002" },
      invoices: [{ number: "RE-7", state: "waiting", differences: ["vat", "gross"], isByStaff: false }],
    });
    db.mails.length = 0;
    expect([await refuse(first, "VAT is missing"), await refuse(first)]).toEqual([true, false]);
    await db.runJobs();
    expect(db.mails.map(({ to, text }) => [to.address, text])).toEqual([
      [ida.email, expect.stringContaining("VAT is missing")],
    ]);
    await expect(accept(first)).rejects.toEqual(code("invoice_changed"));
    const page = await own((scope) => listOwnStatements(scope));
    expect(page.rows).toMatchObject([{ state: "open", invoice: "refused" }]);

    db.at("2026-03-10T13:00:00Z");
    const second = await send({ number: "RE-8" });
    expect(await shown()).toMatchObject({ status: "waiting", invoices: [{ differences: [] }, { state: "refused" }] });
    expect([await accept(second), await accept(second)]).toEqual([true, false]);
    await expect(send()).rejects.toEqual(code("invoice_not_needed"));
    expect(await owner((scope) => readBankFiles(scope, runId))).toMatchObject({ ready: 2 });
    expect(await pay()).toMatchObject({ paid: 2, gross: 238_00 });
    await expect(refuse(second)).rejects.toEqual(code("invoice_not_needed"));
    expect(await rows("select action from audit_log where action like 'invoice.%' order by id")).toEqual(
      ["submit", "refuse", "submit", "accept"].map((verb) => ({ action: `invoice.${verb}` })),
    );
  });

  test("replaces one that waits; only the latest is decided on, and nothing is lost", async () => {
    const first = await send();
    const second = await send({ number: "RE-8" });
    expect(await states()).toEqual(["waiting", "replaced"]);
    await expect(accept(first)).rejects.toEqual(code("invoice_changed"));
    await expect(refuse(first)).rejects.toEqual(code("invoice_changed"));
    await refuse(second);
    expect(await states()).toEqual(["refused", "replaced"]);
    const files = await rows("select file_id from payout_invoice");
    for (const { file_id } of files) {
      expect(await own((scope) => isOwnFile(scope, file_id))).toBe(true);
      expect(await own((scope) => isOwnFile(scope, file_id), ada)).toBe(false);
      await expect(owner((scope) => deleteFile(scope, file_id))).rejects.toEqual(code("file_in_use"));
    }
    const unused = await storedInvoice(db.database, org);
    db.at("2026-03-20T12:00:00Z");
    expect(await owner(deleteUnusedFiles)).toEqual({ deleted: 1, more: false });
    expect(await rows("select 1 from file where id = $1", unused)).toEqual([]);
    expect(await rows("select 1 from file where kind = 'invoice'")).toHaveLength(2);
  });

  test("that was accepted can be refused until it is in a bank file", async () => {
    const id = await send();
    await accept(id);
    expect(await refuse(id)).toBe(true);
    await expect(pay([payoutId!])).rejects.toEqual(code("payout_invoice_needed"));
    const next = await send();
    await accept(next);
    await owner((scope) => makeBankFile(scope, runId));
    await expect(refuse(next)).rejects.toEqual(code("invoice_in_bank_file"));
    expect(await pay()).toMatchObject({ paid: 2 });
  });

  test("may be entered by a member, as such, and by nobody for another affiliate or organization", async () => {
    const fileId = await storedInvoice(db.database, org);
    const invoice = { payoutId: payoutId!, fileId, facts: invoiceFacts, isRead: true };
    await owner((scope) => submitInvoice(scope, invoice));
    await db.runJobs();
    expect((await shown())!.invoices).toMatchObject([{ isByStaff: true, enteredBy: org.owner.name, isRead: true }]);
    expect((await own((scope) => readInvoices(scope, payoutId)))!.invoices).toMatchObject([
      { isByStaff: true, enteredBy: null },
    ]);
    expect(await rows("select 1 from notification where type = 'invoice_submitted'")).toEqual([]);
    await expect(own((scope) => submitInvoice(scope, invoice), ada)).rejects.toEqual(code("not_found"));
    expect(await own((scope) => readInvoices(scope, payoutId), ada)).toBeNull();
    const other = await createOrg(db.database);
    const foreign = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, other, use);
    const decision = { payoutId: payoutId!, invoiceId: (await shown())!.invoices[0]!.id };
    expect(await foreign((scope) => readInvoices(scope, payoutId))).toBeNull();
    const uses: ((scope: Scope) => Promise<unknown>)[] = [
      (scope) => submitInvoice(scope, invoice),
      (scope) => acceptInvoice(scope, decision),
      (scope) => refuseInvoice(scope, { ...decision, reason: "No" }),
    ];
    for (const use of uses) await expect(foreign(use)).rejects.toEqual(code("not_found"));
    await expect(own((scope) => acceptInvoice(scope, decision))).rejects.toEqual(code("forbidden"));
    const viewing = { kind: "affiliate", userId: ida.userId, affiliateId: ida.affiliateId, viewedBy: org.owner.userId };
    const view = db.database.withOrg(org.orgId, viewing as never, (scope) => submitInvoice(scope, invoice));
    await expect(view).rejects.toEqual(code("forbidden"));
  });

  test("is not taken for a payout that needs none, and not without end", async () => {
    await expect(own((scope) => requireInvoiceSlot(scope, adasId), ada)).rejects.toEqual(code("invoice_not_needed"));
    await expect(own((scope) => requireInvoiceSlot(scope, "x"))).rejects.toEqual(code("not_found"));
    const fileId = await storedInvoice(db.database, org);
    const invoice = { payoutId: payoutId!, fileId, facts: invoiceFacts, isRead: false };
    for (let sent = 0; sent < MAX_INVOICES; sent++) await own((scope) => submitInvoice(scope, invoice));
    await expect(own((scope) => submitInvoice(scope, invoice))).rejects.toMatchObject({
      code: "invoice_limit",
      params: { max: MAX_INVOICES },
    });
  });
});

describe("[PAY-17] taking a run back", () => {
  test("ends its invoices, also an accepted one; the next run needs another", async () => {
    const id = await send();
    await accept(id);
    await takeBack();
    expect(await shown()).toMatchObject({ status: null, invoices: [{ state: "void" }] });
    await expect(accept(id)).rejects.toEqual(code("invoice_not_needed"));
    await expect(send()).rejects.toEqual(code("invoice_not_needed"));
  });

  test("an open payout that is canceled ends an invoice that waits", async () => {
    await send();
    await owner((scope) => cancelPayout(scope, { payoutId: payoutId!, reason: "Left" }));
    expect(await shown()).toMatchObject({ status: null, invoices: [{ state: "void" }] });
  });
});

/** Runs both at the same time and returns their results, or the codes of their errors. */
const both = async (...of: Promise<unknown>[]) =>
  (await Promise.allSettled(of)).map((one) => (one.status === "fulfilled" ? one.value : one.reason.code));

describe("[PAY-17] at the same time", () => {
  test.each(["accepting", "sending", "refusing"])("%s beside taking back leaves no invoice in force", async (what) => {
    const id = await send();
    const act = { accepting: () => accept(id), sending: () => send({ number: "RE-8" }), refusing: () => refuse(id) };
    const [first] = await both(act[what as keyof typeof act](), takeBack());
    expect([true, "invoice_not_needed", expect.any(String)]).toContainEqual(first);
    expect(await rows("select 1 from payout_invoice where state in ('waiting', 'accepted')")).toEqual([]);
    expect(await rows("select 1 from payout where state <> 'void'")).toEqual([]);
  });

  test("taking back waits for an invoice that is being sent, and ends it", async () => {
    const fileId = await storedInvoice(db.database, org);
    const invoice = { payoutId: payoutId!, fileId, facts: invoiceFacts, isRead: false };
    let back: Promise<unknown> | undefined;
    await own(async (scope) => {
      await submitInvoice(scope, invoice);
      back = takeBack();
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await back;
    expect(await states()).toEqual(["void"]);
  });

  test("sending waits for a run that is being taken back, and is rejected", async () => {
    let sent: Promise<unknown> | undefined;
    const fileId = await storedInvoice(db.database, org);
    await owner(async (scope) => {
      await voidRun(scope, { runId, reason: "Wrong" });
      const invoice = { payoutId: payoutId!, fileId, facts: invoiceFacts, isRead: false };
      sent = both(own((other) => submitInvoice(other, invoice)));
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(await sent).toEqual(["invoice_not_needed"]);
    expect(await states()).toEqual([]);
  });

  test("paying beside refusing: either it is paid with its invoice, or neither", async () => {
    const id = await send();
    await accept(id);
    const [paid, refused] = await both(pay([payoutId!]), refuse(id));
    const [{ state }] = await rows("select state from payout where id = $1", payoutId);
    expect([state, refused, await states()]).toEqual(
      state === "paid" ? ["paid", "invoice_not_needed", ["accepted"]] : ["open", true, ["refused"]],
    );
    if (state !== "paid") expect(paid).toBe("payout_invoice_needed");
  });

  test("accepting beside a new invoice: an accepted one is the latest, or it still waits", async () => {
    const id = await send();
    const [accepted, sent] = await both(accept(id), send({ number: "RE-8" }));
    const isAccepted = accepted === true;
    expect(isAccepted ? sent : accepted).toBe(isAccepted ? "invoice_not_needed" : "invoice_changed");
    expect(await states()).toEqual(isAccepted ? ["accepted"] : ["waiting", "replaced"]);
  });

  test("accepting twice and refusing decides once", async () => {
    const id = await send();
    const results = await both(accept(id), accept(id), refuse(id));
    expect(results.filter((one) => one === true).length).toBeGreaterThan(0);
    const [state] = await states();
    expect(await rows("select invoice_state from payout where id = $1", payoutId)).toEqual([
      { invoice_state: state === "accepted" ? "accepted" : "needed" },
    ]);
  });
});
