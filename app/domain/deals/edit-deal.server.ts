import type { Deal } from "#prisma";
import { recordAudit } from "../audit/record-audit.server";
import { noOwnData, ownFormValues, type OwnData } from "../fields/own-value";
import { changedOwn, changeOwnValues, checkOwnValues, labelsOf, readOwnData } from "../fields/own-values.server";
import { fingerprint, rejectConflicts } from "../shared/edit-conflict.server";
import { DomainError } from "../shared/errors";
import { fromDatabase } from "../shared/money";
import { releaseDeal } from "./release-from-drafts.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { termsOf } from "../terms/active-terms.server";
import { applyPaymentPlan } from "./apply-payment-plan.server";
import {
  changesOf,
  contractChanges,
  contractValues,
  dealColumns,
  pricedDeal,
  samePrice,
  storedContract,
} from "./deal-contract";
import type { DealContract, DealEdit } from "./deal.schema";
import { endOf } from "./deal-end.server";
import { lockDeal } from "./lock-deal.server";
import { paymentsOfDeal } from "./payments-of-deal.server";
import { planPayments, type ExistingPayment, type PaymentPlan } from "./plan-payments";
import { priceDeal } from "./price-deal.server";
import type { CommissionTrace } from "../terms/pricing";
import { requireResolvedCurrency } from "./settle-currency";
import { traceOfDeal } from "./stored-trace";

export interface EditedDeal {
  commission: CommissionTrace;
  /** Changes to the payments of a recurring deal. */
  plan: PaymentPlan | null;
}

/**
 * Changes a deal (LEAD-10) and recalculates its commission by the terms under which it was won; paid commissions stay.
 * Pending months of a recurring deal are added, changed and removed so that every month of the contract is paid once.
 * Locks the deal and its payments until the transaction ends, so concurrent paying or generating runs before or after.
 * Throws `not_found`, `changed_meanwhile` (see {@link dealVersion}), `deal_type_fixed`, `deal_commission_paid` (amount
 * or currency of a paid one-time deal), `deal_currency_fixed` (currency of a recurring deal with paid months),
 * `deal_ended` (only title and own fields of an ended deal can change), `own_field_gone` (at its field), `forbidden`,
 * and what {@link requireResolvedCurrency} throws.
 */
export async function editDeal(scope: Scope, sent: DealEdit): Promise<EditedDeal> {
  requireStaff(scope);
  const deal = await lockDeal(scope, sent.dealId);
  const contract = storedContract(deal);
  // An unchanged currency is not checked again, so the title of a deal that was won with "$" can be changed.
  const input =
    sent.currency === contract.currency
      ? sent
      : requireResolvedCurrency(sent, (await scope.organization()).defaultCurrency);
  const data = await readOwnData(scope, "deal", deal.id);
  const own = input.own ?? {};
  checkOwnValues(data.fields, own);
  const wanted = ownFormValues({ ...data, values: { ...data.values, ...own } });
  const stored = { ...contractValues(contract), ...ownFormValues(data) };
  rejectConflicts(input.version, stored, { ...contractValues(input), ...wanted });
  refuseToChangeEnded(deal, contract, input);
  const payments = await paymentsOfDeal(scope, deal.id, { locked: true });
  refuseToChangePaid(deal, contract, payments, input);

  const commission = await reprice(scope, deal, contract, input);
  const plan =
    input.recurring &&
    planPayments(payments, {
      ...input.recurring,
      commission: deal.affiliateId === null ? null : commission.result,
      ended: endOf(deal),
    });
  const changes = {
    ...contractChanges(contract, input),
    ...changesOf(
      { commission: fromDatabase(deal.commissionAmount), commission_currency: deal.commissionCurrency },
      { commission: commission.result.amount, commission_currency: commission.result.currency },
    ),
  };
  const steps = plan && {
    payments_added: plan.added.length,
    payments_changed: plan.changed.length,
    payments_removed: plan.removed.length,
  };
  const changedMonths = Object.values(steps ?? {}).some((count) => count > 0);
  const keys = changedOwn(data, own);
  if (Object.keys(changes).length === 0 && !changedMonths && keys.length === 0) return { commission, plan };
  if (changedMonths || Object.keys(changes).some((field) => field !== "title")) await releaseDeal(scope, deal.id);

  const { commissionTrace, ...columns } = dealColumns(input, commission);
  // Keep an unreadable trace; a newer version of the app may read it.
  const readable = commission.rule !== "unknown" && { commissionTrace };
  await scope.db.deal.updateMany({
    where: { id: deal.id },
    data: { ...columns, ...readable, updatedAt: scope.now },
  });
  if (plan) await applyPaymentPlan(scope, deal, plan, commission.result);
  const values = Object.fromEntries(keys.map((key) => [key, own[key] ?? null]));
  if (keys.length > 0) await changeOwnValues(scope, "deal", deal, { fields: data.fields, own: values });
  // Of own fields only the names, because the audit log outlives erased personal data.
  const names = keys.length > 0 && { own_fields: labelsOf(data.fields, keys) };
  const details = { ...changes, ...names, ...steps, ...(plan && { payments_paid: plan.paid }) };
  await recordAudit(scope, { action: "deal.edit", entity: "deal", entityId: deal.id, data: details });
  return { commission, plan };
}

/** Returns the `version` of a form that is filled with this contract. */
export const dealVersion = (contract: DealContract, own: OwnData = noOwnData): string =>
  fingerprint({ ...contractValues(contract), ...ownFormValues(own) });

/** The contract determines what ended and what is owed back, so it is fixed afterwards. */
function refuseToChangeEnded(deal: Deal, contract: DealContract, input: DealEdit): void {
  const changed = Object.keys(contractChanges(contract, { ...input, title: contract.title }));
  if (endOf(deal) && changed.length > 0) throw new DomainError("deal_ended");
}

function refuseToChangePaid(
  deal: Deal,
  contract: DealContract,
  payments: readonly ExistingPayment[],
  input: DealEdit,
): void {
  if ((contract.recurring === null) !== (input.recurring === null)) throw new DomainError("deal_type_fixed");
  const sameCurrency = contract.currency === input.currency;
  if (deal.commissionPaid && !(sameCurrency && contract.amount === input.amount)) {
    throw new DomainError("deal_commission_paid");
  }
  if (!sameCurrency && payments.some((payment) => payment.paid)) throw new DomainError("deal_currency_fixed");
}

async function reprice(scope: Scope, deal: Deal, contract: DealContract, input: DealEdit): Promise<CommissionTrace> {
  if (deal.commissionPaid || samePrice(contract, input)) return traceOfDeal(deal, scope.log);
  return priceDeal(scope, {
    affiliateId: deal.affiliateId,
    ...pricedDeal(input),
    except: deal.id,
    terms: await termsOf(scope, deal.termId),
  });
}
