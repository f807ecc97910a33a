import type { TFunction } from "i18next";
import { payeeNames } from "~/domain/affiliates/namesakes.server";
import { payCommissions, type PaidCommissions } from "~/domain/commissions/pay-commissions.server";
import { formatMoney } from "~/domain/shared/money";
import type { Scope } from "~/domain/shared/scope";
import type { Toast } from "~/browser/toast";

/** Maximum number of payees named in the toast. It travels in a cookie, which holds 4,000 characters. */
const MAX_NAMES = 3;

/** What was paid, and the names of the first payees. */
export interface Paid extends PaidCommissions {
  names: string[];
}

/** Adds the names of the payees. */
export async function withNames(scope: Scope, done: PaidCommissions): Promise<Paid> {
  return { ...done, names: await payeeNames(scope, done.payees.slice(0, MAX_NAMES)) };
}

/** Pays commissions and adds the names of the payees. */
export const payNamed = async (scope: Scope, wanted: Parameters<typeof payCommissions>[1]): Promise<Paid> =>
  withNames(scope, await payCommissions(scope, wanted));

/** Returns the toast of a payment: how many commissions, how much and to whom. */
export function paidToast(done: Paid, t: TFunction, locale: string): Omit<Toast, "id"> {
  const { paid, amounts, before, batchId, names, payees } = done;
  if (paid === 0)
    return { tone: "info", title: t(`commissions:toasts.${before === 1 ? "paid_before" : "all_before"}`) };
  const more = payees.length - names.length;
  const everybody = [...names, ...(more > 0 ? [t("commissions:toasts.more", { count: more })] : [])];
  const money = amounts.map(({ amount, currency }) => formatMoney(amount, currency, locale)).join(" · ");
  const sum = t("commissions:toasts.paid_to", {
    amounts: money,
    names: new Intl.ListFormat(locale, { type: "conjunction" }).format(everybody),
  });
  return {
    tone: "success",
    title: paid === 1 ? t("commissions:toasts.paid") : t("commissions:toasts.paid_many", { count: paid }),
    description: before > 0 ? `${sum}. ${t("commissions:toasts.before", { count: before })}` : sum,
    ...(batchId && { undo: { of: "payment" as const, batchId } }),
  };
}
