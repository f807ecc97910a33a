import { beforeEach, expect, test } from "vitest";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { reversePayment } from "~/domain/commissions/reverse-payment.server";
import type { Language } from "~/i18n/languages";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { TEST_APP_URL, useDatabase } from "../support/database";

const db = useDatabase({ each: true });
const NBSP = "\u00a0";
let org: Org;
let affiliate: Affiliate;
let deal: string;
let payment: string;

/** A month of 12.35 EUR and a one-off commission of 100.00 EUR, paid together and emailed. */
beforeEach(async () => {
  db.at("2026-01-10T12:00:00Z");
  org = await createOrg(db.database, { name: "Nordlicht & Söhne" });
  affiliate = await activeAffiliate(db.database, org, { name: "Ada Lovelace" });
  await withTerms(db.database, org, affiliate);
  await recurringDeal(db.database, org, affiliate, { mrr: "123,45", title: "Hosting <1>" });
  deal = (await oneTimeDeal(db.database, org, affiliate, { title: "Licence" })).id;
  const { rows } = await db.ownerPool.query<{ id: string }>(
    "select id from commission_payment order by period_start limit 1",
  );
  payment = rows[0]!.id;
  db.at("2026-01-20T12:00:00Z");
  await asOwner(db.database, org, (scope) =>
    payCommissions(scope, { payments: [payment], deals: [deal], receiptUrl: null }),
  );
  await db.runJobs();
  db.mails.splice(0);
});

const words: Record<Language, { month: string; once: string; body: string; reason: string }> = {
  en: {
    month: "Correction: commission for January 2026 not paid",
    once: "Correction: commission of €100.00 not paid",
    body: "Nordlicht & Söhne had marked your commission of €12.35 for January 2026 as paid by mistake: it has not been paid.",
    reason: "Reason: IBAN <wrong>",
  },
  de: {
    month: "Korrektur: Provision für Januar 2026 nicht bezahlt",
    once: `Korrektur: Provision von 100,00${NBSP}€ nicht bezahlt`,
    body: `Nordlicht & Söhne hatte Ihre Provision von 12,35${NBSP}€ für Januar 2026 irrtümlich als bezahlt markiert`,
    reason: "Grund: IBAN <wrong>",
  },
  fr: {
    month: `Correction${NBSP}: commission non payée (janvier 2026)`,
    once: `Correction${NBSP}: commission de 100,00${NBSP}€ non payée`,
    body: "Nordlicht & Söhne avait marqué par erreur comme payée votre commission",
    reason: `Motif${NBSP}: IBAN <wrong>`,
  },
  es: {
    month: "Corrección: comisión de enero de 2026 no pagada",
    once: `Corrección: comisión de 100,00${NBSP}€ no pagada`,
    body: "Nordlicht & Söhne había marcado por error como pagada su comisión",
    reason: "Motivo: IBAN <wrong>",
  },
};

test.each(Object.keys(words) as Language[])(
  "[NOT-01] a reversed payment is emailed with its reason, as text and HTML, in %s",
  async (language) => {
    await db.ownerPool.query("update app_user set language_preference = $2 where id = $1", [
      affiliate.userId,
      language,
    ]);
    const { rows } = await db.ownerPool.query<{ batch_id: string }>("select batch_id from deal where id = $1", [deal]);
    const batchId = rows[0]!.batch_id;
    for (const one of [
      { kind: "payment", id: payment },
      { kind: "deal", id: deal },
    ] as const)
      await asOwner(db.database, org, (scope) => reversePayment(scope, { ...one, batchId, reason: "IBAN <wrong>" }));
    await db.runJobs();
    await db.runJobs();
    const { month, once, body, reason } = words[language];
    expect(db.mails.map(({ subject }) => subject).sort()).toEqual([month, once].sort());
    const mail = db.mails.find(({ subject }) => subject === month)!;
    expect(mail.to).toEqual({ name: "Ada Lovelace", address: affiliate.email });
    for (const part of [body, reason, "Hosting <1>"]) {
      expect(mail.text).toContain(part);
      expect(mail.html).toContain(part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
    }
    expect(mail.text).toContain(`${TEST_APP_URL}/in/${org.orgId}/affiliate/leads`);
    for (const { subject, text, html } of db.mails)
      for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|\}\}|undefined|null|reversed/);
  },
);
