import { beforeEach, expect, test } from "vitest";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import type { Language } from "~/i18n/languages";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { TEST_APP_URL, useDatabase } from "../support/database";

const db = useDatabase({ each: true });
const NBSP = "\u00a0";
let org: Org;
let affiliate: Affiliate;

/** Two contracts, 12.35 EUR and 20.00 USD a month, three months of each due. */
beforeEach(async () => {
  db.at("2026-01-10T12:00:00Z");
  org = await createOrg(db.database, { name: "Nordlicht & Söhne" });
  affiliate = await activeAffiliate(db.database, org, { name: "Ada Lovelace" });
  await withTerms(db.database, org, affiliate);
  await recurringDeal(db.database, org, affiliate, { mrr: "123,45" });
  await recurringDeal(db.database, org, affiliate, { mrr: "200", currency: "USD" });
  await db.runJobs();
  db.mails.splice(0);
  db.at("2026-03-20T12:00:00Z");
});

const words: Record<Language, { subject: string; body: string }> = {
  en: {
    subject: "6 commissions paid: €37.05 and $60.00",
    body: "Nordlicht & Söhne has marked 6 of your monthly commissions as paid, €37.05 and $60.00 in total.",
  },
  de: {
    subject: `6 Provisionen bezahlt: 37,05${NBSP}€ und 60,00${NBSP}$`,
    body: `Nordlicht & Söhne hat 6 Ihrer monatlichen Provisionen als bezahlt markiert, zusammen 37,05${NBSP}€ und`,
  },
  fr: {
    subject: `6 commissions payées${NBSP}: 37,05${NBSP}€ et 60,00${NBSP}$US`,
    body: "Nordlicht & Söhne a marqué 6 de vos commissions mensuelles comme payées",
  },
  es: {
    subject: `6 comisiones pagadas: 37,05${NBSP}€ y 60,00${NBSP}US$`,
    body: "Nordlicht & Söhne ha marcado como pagadas 6 de sus comisiones mensuales",
  },
};

test.each(Object.keys(words) as Language[])(
  "[NOT-01] [COM-06] six payments paid in one batch cause one email, exact per currency, in %s",
  async (language) => {
    await db.ownerPool.query("update app_user set language_preference = $2 where id = $1", [
      affiliate.userId,
      language,
    ]);
    const { rows } = await db.ownerPool.query<{ id: string }>(
      "select id from commission_payment where period_start <= '2026-03-20'",
    );
    await asOwner(db.database, org, (scope) =>
      payCommissions(scope, { payments: rows.map(({ id }) => id), receiptUrl: null }),
    );
    await db.runJobs();
    await db.runJobs();
    expect(db.mails).toHaveLength(1);
    const [{ to, subject, text, html }] = db.mails as [(typeof db.mails)[0]];
    expect(to).toEqual({ name: "Ada Lovelace", address: affiliate.email });
    expect(subject).toBe(words[language].subject);
    expect(text).toContain(words[language].body);
    expect(text).toContain(`${TEST_APP_URL}/in/${org.orgId}/affiliate/leads?tab=deals`);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|\}\}|undefined|null|commission_paid/);
  },
);
