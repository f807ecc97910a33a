import { expect } from "vitest";
import { DomainError } from "~/domain/shared/errors";
import type { Scope } from "~/domain/shared/scope";
import { openDatabase, type Database } from "~/platform/db/database.server";
import type { Affiliate } from "../factories/affiliates";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { withPayer } from "../factories/payees";
import { payableAffiliate, withPayerAccount } from "../factories/payouts";
import { TEST_SECRET, type TestDatabase } from "../support/database";
import type { Chance } from "./money-chance";
import { germanRates, readFacts, readPayees } from "./payout-facts";
import { planOf, type ModelLine, type ModelPayer, type ModelPayout, type ModelRun, type Plan } from "./payout-model";

/** An organization in app and model, with the helpers of a walk's steps. */
export class PayoutWalker {
  today = "2026-01-31";
  protected org!: Org;
  protected affiliates: Affiliate[] = [];
  protected runs: ModelRun[] = [];
  protected payer: ModelPayer = { minimum: 0n, vatRates: germanRates };
  protected pattern = "AB-{YEAR}-{NUMBER}";
  /** What has left the organization's account for its affiliates, by affiliate and currency, without VAT. */
  protected readonly sent = new Map<string, bigint>();
  protected batches: { id: string; day: string; payouts: ModelPayout[]; run: ModelRun | null }[] = [];
  readonly counts = new Map<string, number>();

  protected constructor(
    protected readonly db: TestDatabase,
    protected readonly chance: Chance,
    protected readonly database: Database,
  ) {}

  protected static open(db: TestDatabase, now: () => string): Database {
    const clock = () => new Date(now());
    return openDatabase({ url: db.appUrl, secret: TEST_SECRET, connections: 2, now: clock });
  }

  protected get now(): string {
    return `${this.today}T12:00:00Z`;
  }

  protected async begin(): Promise<void> {
    this.org = await createOrg(this.database);
    await withPayer(this.database, this.org);
    await withPayerAccount(this.database, this.org);
    for (let index = 0; index < 4; index++)
      this.affiliates.push(await payableAffiliate(this.database, this.org, `Affiliate ${index}`));
  }

  protected as<T>(use: (scope: Scope) => Promise<T>): Promise<T> {
    return asOwner(this.database, this.org, use);
  }

  /** Returns the app's result; domain errors as their code. */
  protected async answer<T>(use: (scope: Scope) => Promise<T>): Promise<T | string> {
    return this.as(use).catch((error: unknown) => {
      if (error instanceof DomainError) return error.code;
      throw error;
    });
  }

  protected did(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  protected readonly facts = () => readFacts(this.db.ownerPool, this.org.orgId, this.today);

  protected readonly readPayees = () => readPayees(this.db.ownerPool, this.org.orgId, this.now);

  /** Ids of lines in payouts of these states. */
  protected heldIn(...states: ModelPayout["state"][]): Map<string, ModelPayout> {
    const held = this.runs.flatMap(({ payouts }) => payouts).filter(({ state }) => states.includes(state));
    return new Map(held.flatMap((payout) => [...payout.lines].map((id) => [id, payout] as const)));
  }

  protected pay(line: Pick<ModelLine, "affiliate" | "currency">, amount: bigint): void {
    const key = `${line.affiliate} ${line.currency}`;
    this.sent.set(key, (this.sent.get(key) ?? 0n) + amount);
  }

  /** Plans a new run, or a draft again, by affiliate. */
  protected async plan(currency: string, until: string, run?: ModelRun): Promise<Map<string, Plan>> {
    const { lines, waiting } = await readFacts(this.db.ownerPool, this.org.orgId, until);
    const payees = await this.readPayees();
    const held = this.heldIn("draft", "open", "paid", "returned");
    const ids = run ? run.payouts.map(({ affiliate }) => affiliate) : this.affiliates.map((one) => one.affiliateId);
    return new Map(
      ids.map((id) => {
        const payout = run?.payouts.find(({ affiliate }) => affiliate === id);
        const own = lines.filter((line) => {
          return line.affiliate === id && (run ? payout!.lines.has(line.id) : !held.has(line.id));
        });
        const waits = run ? 0n : (waiting.get(`${id} ${currency}`) ?? 0n);
        const payer = { ...this.payer, minimum: currency === "EUR" ? this.payer.minimum : 0n };
        const terms = { until, payer, currency };
        return [id, planOf(payees.get(id)!, own, waits, terms)];
      }),
    );
  }

  /** Lines of a deal leave drafts when its contract changes. */
  protected releaseFromDrafts(ids: readonly string[]): void {
    for (const [id, payout] of this.heldIn("draft")) if (ids.includes(id)) payout.lines.delete(id);
  }

  /** Every commission is in at most one live payout, as in the model, and what was sent is what is paid. */
  protected async checkLines(when: string): Promise<void> {
    const { lines, payoutOf } = await this.facts();
    const held = this.heldIn("draft", "open", "paid", "returned");
    const stored = [...payoutOf].filter(([, payout]) => payout !== null).map(([id]) => id);
    expect(stored.sort(), when).toEqual([...held.keys()].sort());
    const payouts = this.runs.flatMap((run) => run.payouts);
    expect(
      payouts
        .filter(({ state }) => ["draft", "open", "paid", "returned"].includes(state))
        .reduce((sum, one) => sum + one.lines.size, 0),
      when,
    ).toBe(held.size);
    const sums = new Map<string, bigint>();
    for (const line of lines) {
      const key = `${line.affiliate} ${line.currency}`;
      if (line.isPaid) sums.set(key, (sums.get(key) ?? 0n) + line.amount);
      const payout = held.get(line.id);
      if (payout) expect([line.affiliate, line.isPaid], when).toEqual([payout.affiliate, payout.state === "paid"]);
    }
    const nonzero = (map: Map<string, bigint>) => [...map].filter(([, amount]) => amount !== 0n).sort();
    expect(nonzero(sums), when).toEqual(nonzero(this.sent));
  }
}
