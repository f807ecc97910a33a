import { expect } from "vitest";
import { markDealPaid, markPaymentPaid } from "~/domain/commissions/pay-commissions.server";
import { recordCustomerPayments, removeCustomerPayments } from "~/domain/commissions/record-customer-payments.server";
import { reversePayment } from "~/domain/commissions/reverse-payment.server";
import { endReasons } from "~/domain/deals/deal-end";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { endDeal } from "~/domain/deals/end-deal.server";
import { resumeDeal } from "~/domain/deals/resume-deal.server";
import { acceptAgreement, withdrawAgreement } from "~/domain/payouts/agreement.server";
import { LATEST_AGREEMENT } from "~/domain/payouts/agreement";
import { savePayee } from "~/domain/payouts/save-payee.server";
import { day } from "~/domain/shared/dates";
import { asAffiliate, withTerms } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { enter, IBANS, payeeInput, withPayer } from "../factories/payees";
import { daysAfter } from "./money-days";
import type { ModelLine } from "./payout-model";
import { PayoutWalker } from "./payout-walker";

const patterns = ["AB-{YEAR}-{NUMBER}", "AB-{YEAR}-{NUMBER}", "{AFFILIATE}-AB-{NUMBER}", "X{NUMBER}"];

/** Steps beside runs: deals, customers' payments, quick payments, profiles and settings. */
export class PayoutDealWalker extends PayoutWalker {
  private readonly deals: { id: string; recurring: boolean; start: string }[] = [];

  async win() {
    const affiliate = this.chance.of(this.affiliates);
    const recurring = this.chance.below(2) === 1;
    const start = daysAfter(this.today, this.chance.below(120) - 100);
    const currency = this.chance.of(["EUR", "EUR", "EUR", "CHF"]);
    const amount = String(1 + this.chance.below(5_000));
    const deal = recurring
      ? await recurringDeal(this.database, this.org, affiliate, {
          currency,
          mrr: amount,
          contract_duration_months: String(1 + this.chance.below(5)),
          contract_start_date: start,
        })
      : await oneTimeDeal(this.database, this.org, affiliate, { currency, amount, close_date: start });
    this.deals.push({ id: deal.id, recurring, start });
  }

  async changeTerms() {
    const tenths = this.chance.below(300);
    await withTerms(this.database, this.org, this.chance.of(this.affiliates), {
      rev_share_percent: `${Math.floor(tenths / 10)},${tenths % 10}`,
      due_when: this.chance.below(3) ? "period" : "customer_paid",
      holding_days: this.chance.of(["0", "0", "7", "30"]),
    });
  }

  /** Changes a deal in the app; a deal whose lines are in an approved payout is refused. */
  private async change(what: string, dealId: string, use: Parameters<typeof this.answer>[0]) {
    const before = (await this.facts()).lines.filter(({ deal }) => deal === dealId);
    const open = this.heldIn("open", "returned");
    const answer = await this.answer(use);
    const held = before.some(({ id }) => open.has(id));
    if (held && typeof answer !== "string") expect([what, answer]).toEqual([what, "changed nothing"]);
    if (answer === "deal_in_payout") expect(held).toBe(true);
    if (typeof answer === "string") return this.did(`${what} ${answer}`);
    this.did(what);
    return answer;
  }

  /** What left drafts is what the app has released, which may only be lines of the deal. */
  private async released(dealId: string, isChanged: boolean) {
    if (!isChanged) return;
    const draft = [...this.heldIn("draft").keys()];
    const { lines } = await this.facts();
    const others = new Set(lines.filter(({ deal }) => deal !== dealId).map(({ id }) => id));
    this.releaseFromDrafts(draft.filter((id) => !others.has(id)));
  }

  async edit() {
    const deal = this.chance.of(this.deals);
    if (!deal) return;
    const before = await this.stored(deal.id);
    const input = editDealSchema.parse({
      deal_id: deal.id,
      title: "Deal",
      deal_type: deal.recurring ? "recurring" : "one-time",
      currency: before.currency,
      amount: String(1 + this.chance.below(5_000)),
      close_date: deal.start,
      mrr: String(1 + this.chance.below(5_000)),
      contract_duration_months: String(1 + this.chance.below(5)),
      contract_start_date: deal.start,
    });
    const answer = await this.change("edit", deal.id, (scope) => editDeal(scope, input));
    const after = await this.stored(deal.id);
    await this.released(deal.id, answer !== undefined && JSON.stringify(before) !== JSON.stringify(after));
  }

  private async stored(id: string) {
    const { rows } = await this.db.ownerPool.query(
      `select d.amount, d.mrr, d.currency, d.commission_amount, d.contract_duration_months,
         (select json_agg(json_build_array(id, amount) order by id) from commission_payment p
          where p.org_id = d.org_id and p.deal_id = d.id) as payments
       from deal d where id = $1`,
      [id],
    );
    return rows[0] as { currency: string };
  }

  async end() {
    const deal = this.chance.of(this.deals);
    if (!deal) return;
    const on = this.chance.of([deal.start, daysAfter(deal.start, this.chance.below(60)), this.today]);
    const input = endDealSchema.parse({ deal_id: deal.id, day: on, reason: this.chance.of(endReasons) });
    const answer = await this.change("end", deal.id, (scope) => endDeal(scope, input));
    await this.released(deal.id, answer !== undefined && answer !== null);
  }

  async resume() {
    const { rows } = await this.db.ownerPool.query("select id from deal where org_id = $1 and ended_on is not null", [
      this.org.orgId,
    ]);
    const deal = this.chance.of(rows as { id: string }[]);
    if (!deal) return;
    const answer = await this.change("resume", deal.id, (scope) => resumeDeal(scope, deal.id));
    await this.released(deal.id, answer === true);
  }

  private async commission(wanted: (line: ModelLine) => boolean): Promise<ModelLine | undefined> {
    return this.chance.of((await this.facts()).lines.filter((line) => line.kind !== "claim" && wanted(line)));
  }

  private readonly idsOf = ({ kind, id }: ModelLine) =>
    kind === "deal" ? { deals: [id], payments: [] } : { deals: [], payments: [id] };

  async customerPays() {
    const line = await this.commission(({ due }) => due === null);
    if (!line) return;
    const paidOn = day(daysAfter(this.today, -this.chance.below(30)));
    const payment = { paidOn, amount: null, invoiceNumber: null, invoicedOn: null };
    const answer = await this.answer((scope) => recordCustomerPayments(scope, this.idsOf(line), payment));
    expect(answer).toMatchObject({ recorded: 1 });
  }

  async customerHasNotPaid() {
    const line = await this.commission(({ isOpen }) => isOpen);
    if (!line) return;
    const held = this.heldIn("open", "returned").has(line.id);
    const answer = await this.answer((scope) => removeCustomerPayments(scope, this.idsOf(line)));
    expect(held ? [0, "commission_in_payout"] : [0, 1]).toContain(answer);
    if (answer === 1) this.releaseFromDrafts([line.id]);
  }

  /** Pays a commission beside the runs. */
  async payQuickly() {
    const line = await this.commission(({ isOpen, due }) => isOpen && due !== null && due <= this.today);
    if (!line) return;
    const held = this.heldIn("draft", "open", "returned").has(line.id);
    const pay = line.kind === "deal" ? markDealPaid : markPaymentPaid;
    const answer = await this.answer((scope) => pay(scope, line.id));
    // A month can be due before it begins only if the customer paid, so it is never.
    expect(answer).toBe(held ? "commission_in_payout" : true);
    if (answer === true) this.pay(line, line.amount);
    this.did(`quick ${answer}`);
  }

  async reverse() {
    const line = await this.commission(({ isPaid }) => isPaid);
    if (!line) return;
    const kind = line.kind === "deal" ? "deal" : "payment";
    const table = kind === "deal" ? "deal" : "commission_payment";
    const { rows } = await this.db.ownerPool.query(`select batch_id from ${table} where id = $1`, [line.id]);
    const wanted = { kind, id: line.id, reason: "Model", batchId: rows[0].batch_id } as const;
    const claims = (await this.facts()).lines.filter((one) => {
      return one.kind === "claim" && one.deal === line.deal && one.period === line.period;
    });
    const isDeducted = claims.some(({ id }) => this.heldIn("open", "paid", "returned").has(id));
    const answer = await this.answer((scope) => reversePayment(scope, wanted));
    const expected = this.heldIn("paid").has(line.id) ? "commission_in_payout" : isDeducted ? "claim_deducted" : true;
    if (expected === "commission_in_payout") expect(["commission_in_payout", "claim_deducted"]).toContain(answer);
    else expect(answer).toBe(expected);
    this.did(`reverse ${answer}`);
    if (answer !== true) return;
    this.pay(line, -line.amount);
    this.releaseFromDrafts(claims.map(({ id }) => id));
    // The contract may have changed since it was paid.
    await this.leftDrafts();
  }

  /** Forgets lines that no longer exist. */
  protected async leftDrafts() {
    const { payoutOf } = await this.facts();
    this.releaseFromDrafts([...this.heldIn("draft").keys()].filter((id) => !payoutOf.has(id)));
  }

  async saveProfile() {
    const { affiliateId } = this.chance.of(this.affiliates);
    const status = this.chance.of([
      "regular",
      "regular",
      "small_business",
      "eu_business",
      "foreign_business",
      "private",
    ]);
    const input = payeeInput({
      tax_status: status,
      tax_status_from: daysAfter(this.today, this.chance.below(150) - 120),
      town: this.chance.below(20) ? "Hamburg" : "",
      tax_number: this.chance.below(20) ? "12/345/67890" : "",
      ...(status === "eu_business" && this.chance.below(3) && { vat_id: "ATU13585627", country: "AT" }),
    });
    await this.as((scope) => savePayee(scope, affiliateId, input));
  }

  async enterAccount() {
    const { affiliateId } = this.chance.of(this.affiliates);
    await this.as((scope) => enter(scope, affiliateId, this.chance.of(IBANS)));
  }

  async agree() {
    const affiliate = this.chance.of(this.affiliates);
    const given = this.chance.below(8) > 0;
    await asAffiliate(this.database, this.org, affiliate, async (scope) => {
      if (given) await acceptAgreement(scope, { version: LATEST_AGREEMENT, language: "en" }).catch(() => undefined);
      else await withdrawAgreement(scope);
    });
  }

  async changePayer() {
    this.pattern = this.chance.of(patterns);
    this.payer.minimum = BigInt(this.chance.of([0, 0, 5_000, 20_000]));
    await withPayer(this.database, this.org, {
      statement_numbers: this.pattern,
      ...(this.payer.minimum > 0n && { minimum_amount: String(this.payer.minimum / 100n) }),
    });
  }

  async waitSomeDays() {
    this.today = daysAfter(this.today, 1 + this.chance.below(12));
  }
}
