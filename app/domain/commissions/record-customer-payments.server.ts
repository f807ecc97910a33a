import type { AuditAction } from "../shared/proofs";
import {
  actorName,
  recordAction,
  recordAuditEntries,
  recordBatch,
  type AuditEvent,
} from "../audit/record-audit.server";
import type { AuditEntity } from "../audit/audit-details";
import { releaseCommissions } from "../deals/release-from-drafts.server";
import type { Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { toDatabase } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { isTooLate, undoable } from "../shared/undo";
import { entityOf, lockCommissions, type LockedCommission } from "./lock-commissions.server";
import { MAX_AT_ONCE } from "./commission";

interface Ids {
  /** Ids of monthly payments. */
  payments: readonly string[];
  /** Ids of one-time deals. */
  deals: readonly string[];
}

/** A customer's payment for one month or one deal. */
export interface CustomerPayment {
  paidOn: Day;
  /** Minor units of the deal's currency; null for what the deal or the month costs. */
  amount: number | null;
  invoiceNumber: string | null;
  invoicedOn: Day | null;
}

export interface RecordedPayments {
  /** Number of commissions whose customer's payment was recorded. */
  recorded: number;
  /** Number of commissions that were paid out before; they stay unchanged. */
  before: number;
  /** Id for {@link undoCustomerPayments}; null if nothing was recorded. */
  batchId: string | null;
}

/**
 * Records that customers have paid (PAY-18). A commission that waited for it becomes due on that day, or at the start
 * of its month if that is later, plus its holding days. Recording again replaces the payment. Commissions that are paid
 * out stay unchanged. Throws `not_found`, for several commissions `payments_not_found`, `customer_paid_in_future`,
 * `deal_not_one_time`, `too_many_payments`, `forbidden`.
 */
export async function recordCustomerPayments(
  scope: Scope,
  ids: Ids,
  { paidOn, amount, invoiceNumber, invoicedOn }: CustomerPayment,
): Promise<RecordedPayments> {
  requireStaff(scope);
  if (paidOn > (await scope.today())) throw new DomainError("customer_paid_in_future", {}, "paid_on");
  const found = await lockAll(scope, ids);
  const open = found.filter(({ paid }) => !paid);
  const before = found.length - open.length;
  if (open.length === 0) return { recorded: 0, before, batchId: null };
  const payment = { paidOn, amount, invoiceNumber, invoicedOn };
  const entries = open.map((commission) => ({ commission, payment }));
  const batchId = await recordSteps(scope, open, {
    one: recordActions,
    several: "commissions.record_customer_payments",
    data: (one) => recordedData({ commission: one, payment }),
  });
  await storePayments(scope, entries);
  return { recorded: open.length, before, batchId };
}

/** A locked commission and the payment of its customer. */
interface Entry {
  commission: LockedCommission;
  payment: CustomerPayment;
}

const recordActions = {
  deal: "deal.record_customer_payment",
  commission: "commission.record_customer_payment",
} as const;

const recordedData = ({ commission, payment }: Entry) => ({
  ...customerAmount(commission, payment.amount),
  paid_on: payment.paidOn,
  invoice_number: payment.invoiceNumber,
});

/** Writes payments to their commissions, which are locked and not paid out. */
async function storePayments(scope: Scope, entries: readonly Entry[]): Promise<void> {
  const rows = entries.map(({ commission, payment }) => ({
    id: commission.id,
    paid_on: payment.paidOn,
    amount: toDatabase(payment.amount ?? commission.sold.amount).toString(),
    invoice_number: payment.invoiceNumber,
    invoiced_on: payment.invoicedOn,
  }));
  const given = JSON.stringify(rows);
  await scope.db.$executeRaw`
    update deal set customer_paid_on = one.paid_on, customer_paid_amount = one.amount,
      invoice_number = one.invoice_number, invoiced_on = one.invoiced_on
    from jsonb_to_recordset(${given}::jsonb)
      one (id uuid, paid_on date, amount bigint, invoice_number text, invoiced_on date)
    where deal.org_id = ${scope.orgId}::uuid and deal.id = one.id and deal.deal_type = 'one-time'
      and not deal.commission_paid`;
  await scope.db.$executeRaw`
    update commission_payment set customer_paid_on = one.paid_on, customer_paid_amount = one.amount,
      invoice_number = one.invoice_number, invoiced_on = one.invoiced_on
    from jsonb_to_recordset(${given}::jsonb)
      one (id uuid, paid_on date, amount bigint, invoice_number text, invoiced_on date)
    where commission_payment.org_id = ${scope.orgId}::uuid and commission_payment.id = one.id
      and commission_payment.status = 'pending'`;
}

/**
 * Records the payments of an import, as steps of its action. Commissions that are unknown, paid out or have a payment
 * are left alone. Returns the ids of the others, whose payments were recorded. Throws `too_many_payments`, `forbidden`.
 */
export async function importCustomerPayments(
  scope: Scope,
  payments: readonly { commissionId: string; payment: CustomerPayment }[],
  importId: string,
): Promise<Set<string>> {
  requireStaff(scope);
  if (payments.length > MAX_AT_ONCE) throw new DomainError("too_many_payments", { max: MAX_AT_ONCE });
  const paymentOf = new Map(payments.map(({ commissionId, payment }) => [commissionId, payment]));
  const open = (await lockEither(scope, [...paymentOf.keys()])).filter(
    ({ paid, customerPaidOn }) => !paid && customerPaidOn === null,
  );
  const entries = open.map((commission) => ({ commission, payment: paymentOf.get(commission.id)! }));
  await recordAuditEntries(
    scope,
    entries.map((entry) => stepOf(entry.commission, recordActions, recordedData(entry))),
    importId,
  );
  await storePayments(scope, entries);
  return new Set(open.map(({ id }) => id));
}

/**
 * Removes the payments that an import has recorded for these commissions, if nobody has recorded or removed one since
 * and the commission is not paid out. Returns the ids of the others, whose payments were removed. Throws `forbidden`.
 */
export async function removeImportedPayments(
  scope: Scope,
  ids: readonly string[],
  importId: string,
): Promise<string[]> {
  requireStaff(scope);
  const locked = await lockEither(scope, ids);
  const removable = new Set(await findRemovable(scope, ids, importId));
  const found = locked.filter(({ id }) => removable.has(id));
  await remove(scope, found, importId);
  return found.map(({ id }) => id);
}

/** Returns those commissions whose payment {@link removeImportedPayments} would remove. Throws `forbidden`. */
export async function findRemovable(scope: Scope, ids: readonly string[], importId: string): Promise<string[]> {
  requireStaff(scope);
  const rows = await scope.db.$queryRaw<{ id: string }[]>`
    select id from (
      select org_id, id from deal
      where org_id = ${scope.orgId}::uuid and id = any(${[...ids]}::uuid[]) and customer_paid_on is not null
        and not commission_paid
      union all
      select org_id, id from commission_payment
      where org_id = ${scope.orgId}::uuid and id = any(${[...ids]}::uuid[]) and customer_paid_on is not null
        and status = 'pending'
    ) open
    where ${importId}::uuid = (
      select batch_id from audit_log
      where audit_log.org_id = ${scope.orgId}::uuid and entity_id = open.id and action = any(${CUSTOMER_STEPS}::text[])
      order by created_at desc, audit_log.id desc limit 1)`;
  return rows.map(({ id }) => id);
}

/** The actions of one commission that record or remove its customer's payment. */
const CUSTOMER_STEPS = [
  "deal.record_customer_payment",
  "commission.record_customer_payment",
  "deal.remove_customer_payment",
  "commission.remove_customer_payment",
];

/** Locks commissions by ids of which it is unknown whether they are deals or months. Recurring deals are left out. */
const lockEither = async (scope: Scope, ids: readonly string[]) =>
  (await lockCommissions(scope, { payments: ids, deals: ids })).filter(({ oneOff, period }) => oneOff || period);

/**
 * Removes the customers' payments of commissions that are not paid out, which wait again then. Returns their number.
 * Throws what {@link recordCustomerPayments} throws, `commission_paid_out`, and `commission_in_payout`.
 */
export async function removeCustomerPayments(scope: Scope, ids: Ids): Promise<number> {
  requireStaff(scope);
  const found = (await lockAll(scope, ids)).filter(({ customerPaidOn }) => customerPaidOn !== null);
  return remove(scope, found, null);
}

/**
 * Undoes a recent recording by the acting user. Returns the number of customers' payments that were removed; 0 if it
 * was undone before. Throws `not_found` (unknown action, or one of another user), `undo_too_late`,
 * `commission_paid_out`, `forbidden`.
 */
export async function undoCustomerPayments(scope: Scope, batchId: string): Promise<number> {
  requireStaff(scope);
  const kind = { action: { in: [...undoable.customer] } };
  const own = { id: batchId, ...kind, actor: actorName(scope.actor) };
  const action = await scope.db.auditEntry.findFirst({ where: own });
  if (!action) throw new DomainError("not_found");
  const steps = await scope.db.auditEntry.findMany({ where: { batchId, ...kind } });
  const changed = (entity: AuditEntity) =>
    [action, ...steps].filter((one) => one.entity === entity).map(({ entityId }) => entityId);
  const found = await lockCommissions(scope, { payments: changed("commission_payment"), deals: changed("deal") });
  const still = found.filter(({ customerPaidOn }) => customerPaidOn !== null);
  if (still.length === 0) return 0;
  if (isTooLate(action.createdAt, scope.now)) throw new DomainError("undo_too_late");
  return remove(scope, still, batchId);
}

async function remove(scope: Scope, found: LockedCommission[], undoes: string | null): Promise<number> {
  if (found.some(({ paid }) => paid)) throw new DomainError("commission_paid_out");
  if (found.length === 0) return 0;
  await releaseCommissions(scope, { deals: idsOf(found, true), payments: idsOf(found, false) });
  await recordSteps(scope, found, {
    one: { deal: "deal.remove_customer_payment", commission: "commission.remove_customer_payment" },
    several: "commissions.remove_customer_payments",
    data: () => ({}),
    undoes,
  });
  const none = { customerPaidOn: null, customerPaidAmount: null, invoiceNumber: null, invoicedOn: null };
  await scope.db.deal.updateMany({ where: { id: { in: idsOf(found, true) }, commissionPaid: false }, data: none });
  await scope.db.commissionPayment.updateMany({
    where: { id: { in: idsOf(found, false) }, status: "pending" },
    data: none,
  });
  return found.length;
}

async function lockAll(scope: Scope, ids: Ids): Promise<LockedCommission[]> {
  const wanted = { payments: [...new Set(ids.payments)], deals: [...new Set(ids.deals)] };
  const count = wanted.payments.length + wanted.deals.length;
  if (count > MAX_AT_ONCE) throw new DomainError("too_many_payments", { max: MAX_AT_ONCE });
  const found = await lockCommissions(scope, wanted);
  if (found.length < count) throw new DomainError(count > 1 ? "payments_not_found" : "not_found");
  if (found.some(({ oneOff, period }) => !oneOff && period === null)) throw new DomainError("deal_not_one_time");
  return found;
}

const idsOf = (some: readonly LockedCommission[], oneOff: boolean) =>
  some.filter((one) => one.oneOff === oneOff).map(({ id }) => id);

const customerAmount = ({ sold }: LockedCommission, amount: number | null) => ({
  amount: amount ?? sold.amount,
  currency: sold.currency,
});

interface Steps {
  one: Readonly<Record<"deal" | "commission", AuditAction>>;
  several: AuditAction;
  data: (one: LockedCommission) => Record<string, string | number | null>;
  /** The action that this one undoes. */
  undoes?: string | null;
}

/** Records one entry; for several commissions, one step each in addition. Returns the id of the action. */
async function recordSteps(scope: Scope, commissions: LockedCommission[], { one, several, data, undoes }: Steps) {
  const undone: { undoes?: string } = undoes ? { undoes } : {};
  const steps = commissions.map((commission) => stepOf(commission, one, { ...data(commission), ...undone }));
  const [only] = steps;
  if (only && steps.length === 1) return recordAction(scope, only);
  return recordBatch(scope, { action: several, data: undone, steps });
}

/** The audit entry of one commission. */
const stepOf = (
  commission: LockedCommission,
  actions: Steps["one"],
  data: Record<string, string | number | null>,
): AuditEvent => ({
  action: commission.oneOff ? actions.deal : actions.commission,
  ...entityOf(commission),
  data: { ...data, ...(commission.period && { period: commission.period }) },
});
