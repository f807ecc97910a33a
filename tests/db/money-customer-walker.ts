import { expect } from "vitest";
import { recordCustomerPayments, removeCustomerPayments } from "~/domain/commissions/record-customer-payments.server";
import { day } from "~/domain/shared/dates";
import { EndingWalker } from "./money-ending-walker";
import { daysAfter } from "./money-days";
import type { ModelDeal, ModelPayment } from "./money-model";

/** Steps that record customers' payments and remove them again. */
export class CustomerWalker extends EndingWalker {
  async customerPays() {
    const item = this.commission();
    if (!item) return;
    const paidOn = day(daysAfter(this.model.today, this.chance.of([0, 0, -3, -20, 1])));
    const payment = { paidOn, amount: null, invoiceNumber: null, invoicedOn: null };
    const ids = await this.idsOf(item);
    const answer = await this.answer((scope) => recordCustomerPayments(scope, ids, payment));
    if (paidOn > this.model.today) return expect(answer).toBe("customer_paid_in_future");
    if ("id" in item && item.recurring) return expect(answer).toBe("deal_not_one_time");
    const isOpen = item.paidOn === null;
    expect(answer).toMatchObject({ recorded: isOpen ? 1 : 0, before: isOpen ? 0 : 1 });
    if (isOpen) item.customerPaid = paidOn;
  }

  async customerHasNotPaid() {
    const item = this.commission();
    if (!item) return;
    const ids = await this.idsOf(item);
    const answer = await this.answer((scope) => removeCustomerPayments(scope, ids));
    if ("id" in item && item.recurring) return expect(answer).toBe("deal_not_one_time");
    const isPaidOut = item.paidOn !== null;
    expect(answer).toBe(item.customerPaid === null ? 0 : isPaidOut ? "commission_paid_out" : 1);
    if (!isPaidOut) item.customerPaid = null;
  }

  private commission(): ModelDeal | ModelPayment | undefined {
    return this.chance.of<ModelDeal | ModelPayment>(this.chance.below(2) ? this.model.deals : this.model.payments);
  }

  private async idsOf(item: ModelDeal | ModelPayment) {
    if ("id" in item) return { deals: [item.id], payments: [] };
    return { deals: [], payments: [await this.paymentId(item)] };
  }
}
