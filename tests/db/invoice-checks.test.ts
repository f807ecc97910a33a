import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { saveMailChoices } from "~/domain/notifications/mail-choices.server";
import { affiliateTopics } from "~/domain/notifications/notice";
import { approveRun } from "~/domain/payouts/approve-run.server";
import { acceptInvoice, refuseInvoice } from "~/domain/payouts/decide-invoice.server";
import type { InvoiceFacts } from "~/domain/payouts/own-invoice";
import { readInvoices } from "~/domain/payouts/read-invoices.server";
import { voidRun } from "~/domain/payouts/take-back-run.server";
import { dateFromDay } from "~/domain/shared/dates";
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
import { payableAffiliate } from "../factories/payouts";
import { useDatabase } from "../support/database";

// What is compared of invoices of affiliates, and how they are asked for.

const db = useDatabase({ each: true });
let org: Org;
let ida: Affiliate;
let runId: string;
/** Ida's payout, which waits for an invoice. */
let payoutId: string;

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const own = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, ida, use);
const rows = async (text: string) => (await db.ownerPool.query(text)).rows;
const send = (facts: Partial<InvoiceFacts> = {}) => sentInvoice(db.database, org, ida, payoutId, facts);
const accept = (invoiceId: string) => owner((scope) => acceptInvoice(scope, { payoutId, invoiceId }));
const refuse = (invoiceId: string) =>
  owner((scope) => refuseInvoice(scope, { payoutId, invoiceId, reason: "Wrong number" }));
const shown = () => owner((scope) => readInvoices(scope, payoutId));

beforeEach(async () => {
  db.at("2026-03-10T12:00:00Z");
  org = await createOrg(db.database);
  await withPayer(db.database, org);
  ida = await invoicingAffiliate(db.database, org);
  const ada = await payableAffiliate(db.database, org, "Ada", { iban: IBANS[1] });
  const [idas] = await approvedPayouts(db.database, org, [ida, ada]);
  ({ runId, payoutId } = idas!);
});

describe("[PAY-17] an invoice", () => {
  test("has a number of its own, unless the earlier one with it does not count any more", async () => {
    const [other] = await approvedPayouts(db.database, org, [ida]);
    const sendOther = (number: string) => sentInvoice(db.database, org, ida, other!.payoutId, { number });
    const used = { code: "invoice_number_used", params: { invoice: "re-7", number: (await shown())!.expected.number } };
    const first = await send();
    await expect(sendOther("re-7")).rejects.toMatchObject(used);
    // Another affiliate counts for themselves.
    const eva = await invoicingAffiliate(db.database, org, "Eva", { iban: IBANS[2] });
    const [evas] = await approvedPayouts(db.database, org, [eva]);
    await sentInvoice(db.database, org, eva, evas!.payoutId, { number: "RE-7" });
    await refuse(first);
    const again = await sendOther("re-7");
    await owner((scope) => refuseInvoice(scope, { ...other!, invoiceId: again, reason: "Wrong statement" }));
    await accept(await send());
    await expect(sendOther("re-7")).rejects.toMatchObject(used);
    await owner((scope) => voidRun(scope, { runId, reason: "Wrong" }));
    await sendOther("re-7");
  });

  test("sent twice at the same time with one number is accepted once", async () => {
    const [other] = await approvedPayouts(db.database, org, [ida]);
    const first = await send();
    // As if the second one had been sent before the first was committed.
    const id = randomUUID();
    const { number, currency, net, vat, gross, issuedOn } = invoiceFacts;
    const fileId = await storedInvoice(db.database, org);
    await own(async (scope) => {
      const of = {
        id,
        payoutId: other!.payoutId,
        affiliateId: ida.affiliateId,
        fileId,
        isRead: false,
        number,
        currency,
      };
      const amounts = { net: BigInt(net), vat: BigInt(vat), gross: BigInt(gross) };
      const days = { issuedOn: dateFromDay(issuedOn), createdAt: scope.now };
      await scope.db.payoutInvoice.createMany({ data: [{ ...of, ...amounts, ...days }] });
    });
    await accept(first);
    const accepting = owner((scope) => acceptInvoice(scope, { ...other!, invoiceId: id }));
    await expect(accepting).rejects.toMatchObject({ code: "invoice_number_used" });
  });

  test("says which statement it names, and keeps that", async () => {
    const { number } = (await shown())!.expected;
    await send({ references: ["4711", `Statement ${number}`] });
    expect((await shown())!.invoices[0]).toMatchObject({ statement: number, differences: [] });
    await send({ references: [number.replace(/\d$/, "9")] });
    expect((await shown())!.invoices[0]!.differences).toEqual(["statement"]);
    const change = "update payout_invoice set statement = null";
    await expect(owner((scope) => scope.db.$executeRawUnsafe(change))).rejects.toThrow("does not change");
  });
});

describe("[PAY-17] [NOT-01] the approval of a run", () => {
  const asked = async () =>
    (await rows("select affiliate_id, params from notification where type = 'invoice_needed'")) as {
      affiliate_id: string;
      params: object;
    }[];

  test("asks those for an invoice who are paid against one, once, in their language", async () => {
    const { number } = (await shown())!.expected;
    const params = { payoutId, number, gross: 119_00, currency: "EUR" };
    expect(await asked()).toEqual([{ affiliate_id: ida.affiliateId, params }]);
    expect(await owner((scope) => approveRun(scope, { runId, version: "again" }))).toBe(0);
    await db.ownerPool.query("update app_user set language_preference = 'de' where id = $1", [ida.userId]);
    await db.runJobs();
    const mails = db.mails.filter(({ subject }) => subject.includes(number));
    expect(mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      [ida.email, `Ihre Rechnung zur Abrechnung ${number} wird benötigt`],
    ]);
    expect(mails[0]!.html).toContain(`/affiliate/statements/${payoutId}`);
    await db.runJobs();
    expect(await asked()).toHaveLength(1);
  });

  test("sends no email to those who have switched off emails about payments", async () => {
    const on = affiliateTopics.filter((topic) => topic !== "commission_paid");
    await own((scope) => saveMailChoices(scope, on));
    await db.runJobs();
    expect(db.mails.filter(({ to, subject }) => to.address === ida.email && subject.includes("invoice"))).toEqual([]);
    expect(await asked()).toHaveLength(1);
  });
});
