import { recordAuditEntries } from "../audit/record-audit.server";
import { notifyAffiliate } from "../notifications/notify-affiliate.server";
import { dateFromDay, day, type Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { MOST_AT_ONCE } from "./payment";

export interface PaidPayments {
  /** Payments this call has paid. */
  paid: number;
  /** What they add up to, per currency. */
  amounts: Money[];
  /** Payments that had been paid before; they stay as they were. */
  before: number;
}

/**
 * Marks due monthly payments paid today, all or none, with one receipt if there is one, and notifies each affiliate once
 * (COM-06). Those paid before are left alone: a second click or a lost race changes nothing. Throws `not_found`,
 * `payment_not_due` (its month has not begun), of several payments `payments_not_found`, `payments_not_due`,
 * `too_many_payments`; `forbidden`.
 */
export async function payPayments(
  scope: Scope,
  { paymentIds, receiptUrl }: { paymentIds: readonly string[]; receiptUrl: string | null },
): Promise<PaidPayments> {
  requireStaff(scope);
  const ids = [...new Set(paymentIds)];
  const several = ids.length > 1;
  if (ids.length > MOST_AT_ONCE) throw new DomainError("too_many_payments", { max: MOST_AT_ONCE });
  const today = await scope.today();
  const found = await lockPayments(scope, ids);
  if (found.length < ids.length) throw new DomainError(several ? "payments_not_found" : "not_found");
  const open = found.filter((payment) => payment.status === "pending");
  if (open.some(({ period }) => period > today))
    throw new DomainError(several ? "payments_not_due" : "payment_not_due");
  const before = found.length - open.length;
  if (open.length === 0) return { paid: 0, amounts: [], before };

  const { count } = await scope.db.commissionPayment.updateMany({
    where: {
      id: { in: open.map(({ id }) => id) },
      status: "pending",
      periodStart: { lte: dateFromDay(today) },
    },
    data: { status: "paid", paidDate: dateFromDay(today), ...(receiptUrl && { receiptUrl }) },
  });
  if (count !== open.length) throw new Error("payments that were locked have changed");
  const entries = (action: string, dataOf: (payment: Payment) => Record<string, string | number>) =>
    open.map((payment) => ({
      ...{ action, entity: "commission_payment", entityId: payment.id },
      data: dataOf(payment),
    }));
  await recordAuditEntries(scope, [
    ...entries("commission.pay", ({ commission }) => ({ ...commission })),
    ...(receiptUrl ? entries("receipt.set", () => ({ receiptUrl })) : []),
  ]);
  await notifyEachAffiliate(scope, open);
  return { paid: count, amounts: sumByCurrency(open.map(({ commission }) => commission)), before };
}

interface Payment {
  id: string;
  status: string;
  period: Day;
  commission: Money;
  affiliateId: string;
  company: string;
  deal: string;
}

/** All calls lock their payments in one order: in two orders they would wait for each other for ever. */
async function lockPayments(scope: Scope, ids: string[]): Promise<Payment[]> {
  const rows = await scope.db.$queryRaw<
    {
      id: string;
      status: string;
      period: string;
      amount: bigint;
      currency: string;
      affiliate_id: string;
      company: string;
      deal: string;
    }[]
  >`
    select p.id, p.status, p.period_start::text as period, p.amount, p.currency, p.affiliate_id,
           l.company_name as company, d.title as deal
    from commission_payment p
    join deal d on d.org_id = p.org_id and d.id = p.deal_id
    join lead l on l.org_id = d.org_id and l.id = d.lead_id
    where p.org_id = ${scope.orgId}::uuid and p.id = any(${ids}::uuid[])
    order by p.id for update of p`;
  return rows.map(({ id, status, company, deal, ...row }) => ({
    ...{ id, status, company, deal },
    period: day(row.period),
    commission: { amount: fromDatabase(row.amount), currency: row.currency },
    affiliateId: row.affiliate_id,
  }));
}

/** One notice and one mail for each affiliate, however many of their payments were paid. */
async function notifyEachAffiliate(scope: Scope, payments: Payment[]): Promise<void> {
  for (const affiliateId of new Set(payments.map((payment) => payment.affiliateId))) {
    const own = payments.filter((payment) => payment.affiliateId === affiliateId);
    const { company, deal, commission, period } = own[0]!;
    await scope.attempt("notifying the affiliate of paid commissions", () =>
      notifyAffiliate(scope, {
        ...{ affiliateId, type: "commission_paid" },
        ...(own.length === 1
          ? { company, deal, commission, monthly: true, period }
          : { payments: own.length, amounts: sumByCurrency(own.map((payment) => payment.commission)) }),
      }),
    );
  }
}
