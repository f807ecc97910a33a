import { randomUUID } from "node:crypto";
import type { AffiliateNotification } from "~/domain/notifications/notice";
import { day } from "~/domain/shared/dates";
import { sampleLine, sampleStatement } from "../support/sample-statement";
import type { Cause, World } from "./mail-causes";

/** Stores a paid payout with its statement, to which the emails link; returns its id. */
async function storedPayout({ db, org, affiliate }: World): Promise<string> {
  const ids = { org: org.orgId, run: randomUUID(), payout: randomUUID() };
  await db.ownerPool.query(
    `insert into payout_run (org_id, id, currency, until, state, approved_at, created_at)
     values ($1, $2, 'EUR', '2026-02-28', 'paid', now(), now())`,
    [ids.org, ids.run],
  );
  await db.ownerPool.query(
    `insert into payout (org_id, id, run_id, affiliate_id, state, number, net, vat, gross, statement, paid_on, created_at)
     values ($1, $2, $3, $4, 'paid', $5, 100, 19, 119, $6, '2026-03-01', now())`,
    [
      ids.org,
      ids.payout,
      ids.run,
      affiliate.affiliateId,
      ids.payout,
      JSON.stringify(sampleStatement([sampleLine(1)], { basis: "agreement" })),
    ],
  );
  return ids.payout;
}

/** Returns the cause of a notification to the affiliate. */
export type ToAffiliate = (
  noticeOf: (world: World) => AffiliateNotification | Promise<AffiliateNotification>,
  shows: (world: World) => string,
) => Cause;

/** Actions that cause the emails about several commissions and about payouts; see mail-causes.ts. */
export function payoutMailCauses(toAffiliate: ToAffiliate) {
  const about = async (world: World) => ({
    affiliateId: world.affiliate.affiliateId,
    payoutId: await storedPayout(world),
    number: "AB-2026-0001",
  });
  const sums = { gross: 119_00, currency: "EUR" };
  const shows = ({ org }: World) => org.name;
  const paid = (vat: number) =>
    toAffiliate(async (world) => ({ type: "payout_paid", ...(await about(world)), ...sums, vat }), shows);
  const paidTogether = (oneOff: boolean) =>
    toAffiliate(
      ({ affiliate: { affiliateId } }) => ({
        affiliateId,
        type: "commission_paid",
        payments: 2,
        oneOff,
        amounts: [{ amount: 10_000, currency: "EUR" }],
      }),
      ({ deal }) => deal.title,
    );
  return {
    commission_paid_many: paidTogether(false),
    commission_paid_mixed: paidTogether(true),
    payout_paid: paid(0),
    payout_paid_vat: paid(19_00),
    payout_returned: toAffiliate(
      async (world) => ({ type: "payout_returned", ...(await about(world)), ...sums, reason: "AC04" }),
      shows,
    ),
    invoice_needed: toAffiliate(async (world) => ({ type: "invoice_needed", ...(await about(world)), ...sums }), shows),
    statement_issued: toAffiliate(
      async (world) => ({ type: "statement_issued", ...(await about(world)), until: day("2026-02-28") }),
      shows,
    ),
  };
}
