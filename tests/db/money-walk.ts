import { markPaymentPaid, markDealPaid, payCommissions } from "~/domain/commissions/pay-commissions.server";
import { expect } from "vitest";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import { generatePayments } from "~/domain/deals/generate-payments.server";
import { reversePayment } from "~/domain/commissions/reverse-payment.server";
import { editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { setReceipt } from "~/domain/commissions/set-receipt.server";
import { openDatabase } from "~/platform/db/database.server";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { createOrg } from "../factories/organizations";
import { TEST_SECRET, type TestDatabase } from "../support/database";
import { Chance } from "./money-chance";
import { daysAfter } from "./money-days";
import type { ModelDeal, ModelPayment, MoneyModel } from "./money-model";
import { CustomerWalker } from "./money-customer-walker";

const CHECK_EVERY = 100;

/** The walk of one organization: each step runs in the app and the model, and both must give the same result. */
export class Walk extends CustomerWalker {
  static async run(db: TestDatabase, seed: number, steps: number): Promise<MoneyModel> {
    const database = openDatabase({
      url: db.appUrl,
      secret: TEST_SECRET,
      connections: 2,
      now: () => new Date(`${walk.model.today}T12:00:00Z`),
    });
    const walk = new Walk(db, database, new Chance(seed));
    try {
      walk.org = await createOrg(database);
      for (let index = 0; index < 3; index++) walk.affiliates.push(await activeAffiliate(database, walk.org));
      for (let step = 1; step <= steps; step++) {
        const name = await walk.step();
        if (step % CHECK_EVERY === 0 || step === steps) await walk.compare(`step ${step}, after ${name}`);
      }
      return walk.model;
    } finally {
      await database.close();
    }
  }

  private readonly steps: [number, keyof Walk & string][] = [
    [16, "submit"],
    [10, "qualify"],
    [5, "lose"],
    [18, "win"],
    [3, "winWithoutPayments"],
    [7, "changeTerms"],
    [3, "generate"],
    [9, "edit"],
    [16, "payDeal"],
    [20, "payMonth"],
    [6, "payTogether"],
    [5, "undo"],
    [3, "reverse"],
    [14, "attachReceipt"],
    [10, "customerPays"],
    [3, "customerHasNotPaid"],
    [6, "end"],
    [4, "resume"],
    [2, "loseCanceled"],
    [4, "waitSomeDays"],
  ];

  private async step(): Promise<string> {
    let ticket = this.chance.below(this.steps.reduce((sum, [weight]) => sum + weight, 0));
    const [, name] = this.steps.find(([weight]) => (ticket -= weight) < 0)!;
    await (this[name] as () => Promise<void>).call(this);
    return name;
  }

  async win(paymentsWork = true) {
    const lead = this.chance.of(this.model.leads);
    if (!lead) return;
    const { minor, currency, amount } = this.chance.money();
    const months = 1 + this.chance.below(8);
    const start = daysAfter(this.model.today, this.chance.below(200) - 120);
    const recurring = !paymentsWork || this.chance.below(2) === 1;
    const open = lead.status === "new" || lead.status === "qualified";
    const affiliate = this.affiliates[lead.affiliate]!;
    const fields: Record<string, string> = recurring
      ? { mrr: amount, contract_duration_months: String(months), contract_start_date: start }
      : { amount, close_date: start };
    const create = recurring ? recurringDeal : oneTimeDeal;
    const deal = await create(this.database, this.org, affiliate, {
      ...fields,
      lead_id: lead.id,
      currency,
    }).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "lead_not_open" });
      return null;
    });
    expect(deal !== null).toBe(open);
    if (!deal) return;
    lead.status = "converted";
    const amountInAll = recurring ? minor * BigInt(months) : minor;
    const worth = { amount: amountInAll, currency, closed: start, year: start.slice(0, 4) };
    const priced = this.model.price(lead.affiliate, minor, worth);
    expect(deal.commission.result).toEqual({ amount: Number(priced.commission), currency: priced.currency });
    const added: ModelDeal = {
      id: deal.id,
      lead: lead.id,
      affiliate: lead.affiliate,
      recurring: recurring ? { start, months } : null,
      base: minor,
      worth,
      terms: this.model.terms[lead.affiliate] ?? null,
      ...priced,
      paidOn: null,
      receipt: null,
      batch: null,
      customerPaid: null,
      end: null,
    };
    this.model.deals.push(added);
    expect(deal.paymentsGenerated).toBe(paymentsWork || priced.commission === 0n);
    if (deal.paymentsGenerated) this.model.generate(added);
  }

  async edit() {
    const deal = this.chance.of(this.model.deals);
    if (!deal) return;
    const { minor, currency, amount } = this.chance.money(this.chance.below(3) ? deal.worth.currency : undefined);
    const months = 1 + this.chance.below(8);
    const start = daysAfter(deal.recurring?.start ?? this.model.today, this.chance.below(90) - 45);
    const input = editDealSchema.parse({
      deal_id: deal.id,
      title: "Deal",
      deal_type: deal.recurring ? "recurring" : "one-time",
      currency,
      amount,
      close_date: start,
      mrr: amount,
      contract_duration_months: String(months),
      contract_start_date: start,
    });
    const worth = {
      amount: deal.recurring ? minor * BigInt(months) : minor,
      currency,
      closed: start,
      year: start.slice(0, 4),
    };
    const recurring = deal.recurring && { start, months };
    const refused = this.model.edit(deal, { base: minor, worth, recurring });
    const answer = await this.answer((scope) => editDeal(scope, input));
    if (refused) expect(answer).toBe(refused);
    else expect(answer).toMatchObject({ commission: { result: { amount: Number(deal.commission) } } });
    this.clearPaymentIds();
  }

  async winWithoutPayments() {
    await this.db.ownerPool.query("insert into broken values ($1)", [this.org.orgId]);
    await this.win(false);
    await this.db.ownerPool.query("delete from broken where org_id = $1", [this.org.orgId]);
  }

  async changeTerms() {
    const affiliate = this.chance.below(3);
    const model = this.chance.of(["rev_share", "fixed", "both", "tiered", "tiered"]);
    const tenths = this.chance.below(1_001);
    const fixed = 1n + BigInt(this.chance.below(50_000));
    const currency = this.chance.of(["EUR", "USD", "CHF"]);
    const tiers = this.chance.tiers();
    const [waits, days] = [this.chance.below(3) === 0, this.chance.of([0, 0, 14, 90])];
    const rows = tiers.flatMap(([from, bp], index) => [
      [`tier_from_${index + 1}`, `${from / 100n},${String(from % 100n).padStart(2, "0")}`],
      [`tier_rate_${index + 1}`, `${Math.floor(bp / 100)}.${(bp % 100) / 10}`],
    ]);
    await withTerms(this.database, this.org, this.affiliates[affiliate]!, {
      model,
      rev_share_percent: `${Math.floor(tenths / 10)},${tenths % 10}`,
      fixed_amount: `${fixed / 100n}.${String(fixed % 100n).padStart(2, "0")}`,
      currency,
      due_when: waits ? "customer_paid" : "period",
      holding_days: String(days),
      ...(Object.fromEntries(rows) as Record<string, string>),
    });
    this.model.terms[affiliate] = {
      version: (this.model.terms[affiliate]?.version ?? 0) + 1,
      revShareBp: model === "rev_share" || model === "both" ? tenths * 10 : null,
      fixed: model === "fixed" || model === "both" ? fixed : null,
      tiers: model === "tiered" ? tiers : null,
      currency,
      waits,
      days,
    };
  }

  async generate() {
    const { created, deals } = await this.as((scope) => generatePayments(scope));
    expect(created).toBe(this.model.generate());
    expect(deals).toBe(this.model.deals.filter((deal) => deal.recurring).length);
  }

  async payDeal() {
    const deal = this.chance.of(this.model.deals);
    if (!deal) return;
    const answer = await this.answer((scope) => markDealPaid(scope, deal.id));
    const nothing = deal.paidOn === null && deal.commission === 0n;
    const ended = deal.paidOn === null && deal.end !== null && deal.end.reason !== "our_fault";
    const waits = deal.paidOn === null && this.model.dueOf(deal) === null;
    const open = ended ? "deal_ended" : waits ? "customer_has_not_paid" : deal.paidOn === null;
    expect(answer).toBe(deal.recurring ? "deal_not_one_time" : nothing ? "not_found" : open);
    if (answer === true) deal.paidOn = this.model.today;
  }

  async payMonth() {
    const payment = this.chance.of(this.model.payments);
    if (!payment) return;
    const id = await this.paymentId(payment);
    const answer = await this.answer((scope) => markPaymentPaid(scope, id));
    const due = this.model.dueOf(payment);
    const planned = payment.period > this.model.today || (due !== null && due > this.model.today);
    const open = planned ? "payment_not_due" : due === null ? "customer_has_not_paid" : true;
    expect(answer).toBe(payment.paidOn !== null ? false : open);
    if (answer === true) payment.paidOn = this.model.today;
  }

  /** Pays some commissions of both kinds in one action, with or without a receipt. */
  async payTogether() {
    const isDue = (day: string | null) => day !== null && day <= this.model.today;
    const due = this.model.payments.filter((one) => one.paidOn !== null || isDue(this.model.dueOf(one)));
    const some = <T>(list: T[]) => [...new Set(list.length ? [1, 2, 3].map(() => this.chance.of(list)) : [])];
    const months = some(due);
    const owed = (deal: ModelDeal) => {
      const { recurring, paidOn, commission, end } = deal;
      if (recurring || paidOn !== null) return !recurring;
      return commission > 0n && this.model.dueOf(deal) !== null && (!end || end.reason === "our_fault");
    };
    const deals = some(this.model.deals.filter(owed));
    if (months.length + deals.length === 0) return;
    const payments = await Promise.all(months.map((one) => this.paymentId(one)));
    const receiptUrl = this.chance.of([null, `https://example.com/${this.chance.below(1e6)}`]);
    const wanted = { payments, deals: deals.map(({ id }) => id), receiptUrl };
    const done = await this.as((scope) => payCommissions(scope, wanted));
    const open = [...deals, ...months].filter((one) => one.paidOn === null);
    expect(done).toMatchObject({ paid: open.length, before: deals.length + months.length - open.length });
    for (const one of open) Object.assign(one, { paidOn: this.model.today, receipt: receiptUrl, batch: done.batchId });
    if (done.batchId) this.batches.push({ id: done.batchId, day: this.model.today });
  }

  /** Undoes the latest or an earlier action that paid several. The clock stands still within a day. */
  async undo() {
    const batch = this.chance.below(4) ? this.batches.at(-1) : this.chance.of(this.batches);
    if (!batch) return;
    const paid = [...this.model.deals, ...this.model.payments].filter((one) => one.batch === batch.id);
    const late = paid.length > 0 && batch.day !== this.model.today;
    expect(await this.reopening((scope) => undoPayment(scope, batch.id))).toBe(late ? "undo_too_late" : paid.length);
    if (!late) this.model.reopen(paid);
    this.clearPaymentIds();
  }

  async reverse() {
    const kind = this.chance.of(["deal", "payment"] as const);
    const item = this.chance.of<ModelDeal | ModelPayment>(
      kind === "deal" ? this.model.deals.filter((deal) => !deal.recurring) : this.model.payments,
    );
    if (!item) return;
    const id = "id" in item ? item.id : await this.paymentId(item);
    const wanted = { kind, id, reason: "Model", batchId: await this.batchOf(kind, id) };
    const answer = await this.reopening((scope) => reversePayment(scope, wanted));
    expect(answer).toBe(item.paidOn !== null);
    if (item.paidOn !== null) this.model.reopen([item]);
    this.clearPaymentIds();
  }

  async attachReceipt() {
    const kind = this.chance.of(["deal", "payment"] as const);
    const item = this.chance.of<ModelDeal | (typeof this.model.payments)[0]>(
      kind === "deal" ? this.model.deals : this.model.payments,
    );
    if (!item) return;
    const id = "id" in item ? item.id : await this.paymentId(item);
    const receiptUrl = `https://example.com/${this.chance.below(1e6)}`;
    const answer = await this.answer((scope) => setReceipt(scope, { kind, id, receiptUrl }));
    expect(answer).toBe(item.paidOn === null ? "receipt_needs_payment" : undefined);
    if (item.paidOn !== null) item.receipt = receiptUrl;
  }

  async waitSomeDays() {
    this.model.today = daysAfter(this.model.today, 1 + this.chance.below(10));
  }
}
