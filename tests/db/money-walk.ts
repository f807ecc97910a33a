import { expect } from "vitest";
import { generatePayments } from "~/domain/commissions/generate-payments.server";
import { totalPayments } from "~/domain/commissions/list-payments.server";
import { markPaymentPaid } from "~/domain/commissions/mark-payment-paid.server";
import { editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { markDealPaid } from "~/domain/deals/mark-deal-paid.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import { DomainError } from "~/domain/shared/errors";
import type { Scope } from "~/domain/shared/scope";
import { totalTransactions } from "~/domain/transactions/list-transactions.server";
import { setReceipt } from "~/domain/transactions/set-receipt.server";
import { openDatabase, type Database } from "~/platform/db/database.server";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { TEST_SECRET, type TestDatabase } from "../support/database";
import { Chance, daysAfter, MoneyModel, plain, type ModelDeal } from "./money-model";

const CHECK_EVERY = 100;

/** One organisation's walk: each step is done to the program and to the model, and both must say the same. */
export class Walk {
  private readonly model = new MoneyModel("2026-01-31", 3);
  private org!: Org;
  private affiliates: Affiliate[] = [];
  private paymentIds = new Map<string, string>();

  private constructor(
    private readonly db: TestDatabase,
    private readonly database: Database,
    private readonly chance: Chance,
  ) {}

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
    [12, "payDeal"],
    [16, "payMonth"],
    [8, "attachReceipt"],
    [4, "waitSomeDays"],
  ];

  private async step(): Promise<string> {
    let ticket = this.chance.below(this.steps.reduce((sum, [weight]) => sum + weight, 0));
    const [, name] = this.steps.find(([weight]) => (ticket -= weight) < 0)!;
    await (this[name] as () => Promise<void>).call(this);
    return name;
  }

  private as<T>(use: (scope: Scope) => Promise<T>): Promise<T> {
    return asOwner(this.database, this.org, use);
  }

  /** What the program answered, errors of the domain by their code. */
  private async answer<T>(use: (scope: Scope) => Promise<T>): Promise<T | string> {
    return this.as(use).catch((error: unknown) => {
      if (error instanceof DomainError) return error.code;
      throw error;
    });
  }

  async submit() {
    const affiliate = this.chance.below(3);
    const id = await submittedLead(this.database, this.org, this.affiliates[affiliate]!);
    this.model.leads.push({ id, affiliate, status: "new" });
  }

  private async move(to: "qualified" | "lost", from: string[]) {
    const lead = this.chance.of(this.model.leads);
    if (!lead) return;
    const allowed = from.includes(lead.status);
    const answer = await this.answer((scope) => moveLead(scope, { leadId: lead.id, to }));
    expect(answer).toBe(allowed ? undefined : "lead_not_open");
    if (allowed) lead.status = to;
  }

  qualify = () => this.move("qualified", ["new"]);
  lose = () => this.move("lost", ["new", "qualified"]);

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
    const worth = { amount: amountInAll, currency, year: start.slice(0, 4) };
    const priced = this.model.price(lead.affiliate, minor, worth);
    expect(deal.commission.result).toEqual({ amount: Number(priced.commission), currency: priced.currency });
    const added: ModelDeal = {
      id: deal.id,
      affiliate: lead.affiliate,
      recurring: recurring ? { start, months } : null,
      ...{ base: minor, worth, terms: this.model.terms[lead.affiliate] ?? null },
      ...priced,
      paidOn: null,
      receipt: null,
    };
    this.model.deals.push(added);
    expect(deal.paymentsGenerated).toBe(paymentsWork || priced.commission === 0n);
    if (deal.paymentsGenerated) this.model.generate(added);
  }

  async edit() {
    const deal = this.chance.of(this.model.deals);
    if (!deal) return;
    const { minor, currency, amount } = this.chance.money(
      this.chance.below(3) ? deal.worth.currency : undefined,
    );
    const months = 1 + this.chance.below(8);
    const start = daysAfter(deal.recurring?.start ?? this.model.today, this.chance.below(90) - 45);
    const input = editDealSchema.parse({
      ...{ deal_id: deal.id, title: "Deal", deal_type: deal.recurring ? "recurring" : "one-time", currency },
      ...{ amount, close_date: start, mrr: amount },
      ...{ contract_duration_months: String(months), contract_start_date: start },
    });
    const worth = {
      amount: deal.recurring ? minor * BigInt(months) : minor,
      currency,
      year: start.slice(0, 4),
    };
    const recurring = deal.recurring && { start, months };
    const refused = this.model.edit(deal, { base: minor, worth, recurring });
    const answer = await this.answer((scope) => editDeal(scope, input));
    if (refused) expect(answer).toBe(refused);
    else expect(answer).toMatchObject({ commission: { result: { amount: Number(deal.commission) } } });
    // Pending months may have come anew.
    for (const key of this.paymentIds.keys()) if (key.startsWith(deal.id)) this.paymentIds.delete(key);
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
    const rows = tiers.flatMap(([from, bp], index) => [
      [`tier_from_${index + 1}`, `${from / 100n},${String(from % 100n).padStart(2, "0")}`],
      [`tier_rate_${index + 1}`, `${Math.floor(bp / 100)}.${(bp % 100) / 10}`],
    ]);
    await withTerms(this.database, this.org, this.affiliates[affiliate]!, {
      model,
      rev_share_percent: `${Math.floor(tenths / 10)},${tenths % 10}`,
      fixed_amount: `${fixed / 100n}.${String(fixed % 100n).padStart(2, "0")}`,
      currency,
      ...(Object.fromEntries(rows) as Record<string, string>),
    });
    this.model.terms[affiliate] = {
      version: (this.model.terms[affiliate]?.version ?? 0) + 1,
      revShareBp: model === "rev_share" || model === "both" ? tenths * 10 : null,
      fixed: model === "fixed" || model === "both" ? fixed : null,
      tiers: model === "tiered" ? tiers : null,
      currency,
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
    expect(answer).toBe(deal.recurring ? "deal_not_one_time" : deal.paidOn === null);
    if (answer === true) deal.paidOn = this.model.today;
  }

  async payMonth() {
    const payment = this.chance.of(this.model.payments);
    if (!payment) return;
    const id = await this.paymentId(payment);
    const answer = await this.answer((scope) => markPaymentPaid(scope, id));
    const due = payment.period <= this.model.today;
    expect(answer).toBe(payment.paidOn !== null ? false : due ? true : "payment_not_due");
    if (answer === true) payment.paidOn = this.model.today;
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

  private async paymentId(payment: { deal: string; period: string }): Promise<string> {
    const key = `${payment.deal} ${payment.period}`;
    const sql = "select id from commission_payment where deal_id = $1 and period_start = $2";
    const known = this.paymentIds.get(key);
    const id = known ?? (await this.db.ownerPool.query(sql, [payment.deal, payment.period])).rows[0].id;
    this.paymentIds.set(key, id);
    return id;
  }

  /** Rows and totals of the program are those of the model. */
  private async compare(when: string): Promise<void> {
    const rows = async (sql: string) =>
      (await this.db.ownerPool.query(sql, [this.org.orgId])).rows as object[];
    const byText = (list: object[]) => list.map((one) => JSON.stringify(one)).sort();
    const text = (value: bigint) => value.toString();
    expect(byText(await rows("select id, status from lead where org_id = $1")), when).toEqual(
      byText(this.model.leads.map(({ id, status }) => ({ id, status }))),
    );
    expect(
      byText(
        await rows(`select id, commission_amount as commission, commission_currency as currency,
                      payment_date::text as "paidOn", receipt_url as receipt from deal where org_id = $1`),
      ),
      when,
    ).toEqual(
      byText(
        this.model.deals.map(({ id, commission, currency, paidOn, receipt }) => ({
          ...{ id, commission: text(commission), currency, paidOn, receipt },
        })),
      ),
    );
    expect(
      byText(
        await rows(`select deal_id as deal, period_start::text as period, amount, currency,
                      paid_date::text as "paidOn", receipt_url as receipt
                    from commission_payment where org_id = $1`),
      ),
      when,
    ).toEqual(byText(this.model.payments.map((one) => ({ ...one, amount: text(one.amount) }))));
    const [payments, transactions] = await this.as(async (scope) => [
      await totalPayments(scope),
      await totalTransactions(scope),
    ]);
    expect(plain(payments), when).toEqual(this.model.paymentTotals());
    expect(plain(transactions), when).toEqual(this.model.transactionTotals());
  }
}
