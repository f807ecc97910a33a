import { expect } from "vitest";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import { approveRun } from "~/domain/payouts/approve-run.server";
import { createRun, previewRun } from "~/domain/payouts/create-run.server";
import { makeBankFile } from "~/domain/payouts/make-bank-file.server";
import { payPayouts } from "~/domain/payouts/pay-payouts.server";
import { readRun } from "~/domain/payouts/read-run.server";
import { discardRun, leaveOut, markSent, voidRun } from "~/domain/payouts/take-back-run.server";
import { day } from "~/domain/shared/dates";
import { Chance } from "./money-chance";
import { daysAfter } from "./money-days";
import type { TestDatabase } from "../support/database";
import { comparePayouts } from "./payout-compare";
import { PayoutReturnWalker } from "./payout-return-walker";
import type { ModelPayout } from "./payout-model";

const CHECK_EVERY = 25;

/** The walk of one organization: each step runs in the app and the model, and both must give the same result. */
export class PayoutWalk extends PayoutReturnWalker {
  /** Returns how often each step had which result. */
  static async run(db: TestDatabase, seed: number, steps: number): Promise<Map<string, number>> {
    const database = PayoutReturnWalker.open(db, () => walk.now);
    const walk: PayoutWalk = new PayoutWalk(db, new Chance(seed), database);
    try {
      await walk.begin();
      for (let step = 1; step <= steps; step++) {
        const name = walk.next();
        const when = () => `seed ${seed}, step ${step}, ${name}`;
        try {
          await (walk[name] as () => Promise<void>).call(walk);
        } catch (error) {
          throw new Error(when(), { cause: error });
        }
        await walk.checkLines(when());
        if (step % CHECK_EVERY === 0 || step === steps)
          await comparePayouts(walk.db.ownerPool, walk.org, walk.affiliates, walk.database, walk.runs, when());
      }
      return walk.counts;
    } finally {
      await database.close();
    }
  }

  private readonly steps: [number, keyof PayoutWalk & string][] = [
    [16, "win"],
    [3, "changeTerms"],
    [5, "edit"],
    [6, "end"],
    [4, "resume"],
    [6, "customerPays"],
    [2, "customerHasNotPaid"],
    [4, "payQuickly"],
    [4, "reverse"],
    [6, "saveProfile"],
    [4, "enterAccount"],
    [8, "agree"],
    [1, "changePayer"],
    [8, "waitSomeDays"],
    [14, "create"],
    [3, "leaveOut"],
    [2, "discard"],
    [12, "approve"],
    [3, "takeBack"],
    [2, "send"],
    [6, "makeFile"],
    [10, "payRun"],
    [5, "returnOne"],
    [4, "payAgain"],
    [3, "cancelOne"],
    [5, "undo"],
  ];

  private next(): keyof PayoutWalk & string {
    let ticket = this.chance.below(this.steps.reduce((sum, [weight]) => sum + weight, 0));
    const [, name] = this.steps.find(([weight]) => (ticket -= weight) < 0)!;
    return name;
  }

  async create() {
    const currency = this.chance.of(["EUR", "EUR", "EUR", "CHF"]);
    const until = daysAfter(this.today, -this.chance.of([0, 0, 0, 20]));
    const wanted = { currency, until: day(until) };
    const { proposals, version } = await this.as((scope) => previewRun(scope, wanted));
    const plans = await this.plan(currency, until);
    for (const { affiliateId, net, vatTotal, gross, reason, payable, lines } of proposals) {
      const plan = plans.get(affiliateId)!;
      expect({ net, vatTotal, gross, reason, payable, lines: lines.map(({ id }) => id).sort() }).toEqual({
        net: Number(plan.net),
        vatTotal: Number(plan.vat),
        gross: Number(plan.net + plan.vat),
        reason: plan.reason,
        payable: plan.payable,
        lines: plan.lines.map(({ id }) => id).sort(),
      });
    }
    const shown = new Set(proposals.map(({ affiliateId }) => affiliateId));
    for (const [id, plan] of plans) if (plan.reason !== "nothing_due") expect(shown.has(id)).toBe(true);
    const proposed = proposals.filter(({ reason }) => reason === null);
    const payable = proposals.filter((one) => one.payable);
    const chosen = this.chance.below(10) ? this.chance.of([proposed, payable]) : proposals;
    const affiliateIds = chosen.filter(() => this.chance.below(5)).map(({ affiliateId }) => affiliateId);
    const answer = await this.answer((scope) => createRun(scope, { ...wanted, affiliateIds, note: null, version }));
    this.did(`create ${answer.length === 36 ? "" : answer}`);
    if (affiliateIds.length === 0) return expect(answer).toBe("run_empty");
    if (affiliateIds.some((id) => !plans.get(id)!.payable)) return expect(answer).toBe("run_not_ready");
    const payouts = affiliateIds.map((affiliate): ModelPayout => ({
      affiliate,
      state: "draft",
      lines: new Set(plans.get(affiliate)!.lines.map(({ id }) => id)),
      number: null,
      net: 0n,
      vat: 0n,
      account: null,
      isInFile: false,
      waits: false,
      batch: null,
    }));
    expect(answer).toMatch(/^[\da-f-]{36}$/);
    this.runs.push({
      id: answer,
      currency,
      until,
      state: "draft",
      wasSent: false,
      approvedOn: null,
      payouts,
      files: new Map(),
    });
  }

  async leaveOut() {
    const run = this.someRun("draft");
    if (!run) return;
    const affiliateId = this.chance.of(this.affiliates).affiliateId;
    const answer = await this.answer((scope) => leaveOut(scope, { runId: run.id, affiliateId }));
    const payout = run.payouts.find(({ affiliate }) => affiliate === affiliateId);
    expect(answer).toBe(run.state === "draft" ? payout !== undefined : "run_state");
    if (answer === true) run.payouts.splice(run.payouts.indexOf(payout!), 1);
  }

  async discard() {
    const run = this.someRun("draft");
    if (!run) return;
    const answer = await this.answer((scope) => discardRun(scope, run.id));
    expect(answer).toBe(run.state === "draft" ? true : run.state === "void" ? false : "run_state");
    if (answer !== true) return;
    run.state = "void";
    run.payouts = [];
  }

  async approve() {
    const run = this.someRun("draft");
    if (!run) return;
    const version = (await this.as((scope) => readRun(scope, run.id)))!.version;
    const plans = run.state === "draft" ? await this.plan(run.currency, run.until, run) : new Map();
    const payees = await this.readPayees();
    const answer = await this.answer((scope) => approveRun(scope, { runId: run.id, version }));
    this.did(`approve ${answer}`);
    if (run.state !== "draft") return expect(answer).toBe(run.state === "void" ? "run_state" : 0);
    const left = run.payouts.filter(({ affiliate }) => plans.get(affiliate)!.lines.length > 0);
    if (left.length === 0) return expect(answer).toBe("run_empty");
    if (left.some(({ affiliate }) => !plans.get(affiliate)!.payable)) return expect(answer).toBe("run_not_ready");
    expect(answer).toBe(left.length);
    Object.assign(run, { state: "approved", approvedOn: this.today, payouts: left });
    for (const payout of left) {
      const { lines, net, vat } = plans.get(payout.affiliate)!;
      const held = new Set((lines as { id: string }[]).map(({ id }) => id));
      const account = payees.get(payout.affiliate)!.account;
      Object.assign(payout, { state: "open", lines: held, net, vat, account });
    }
    const { rows } = await this.db.ownerPool.query(
      "select affiliate_id, number, statement ->> 'basis' = 'own_invoice' as waits from payout where run_id = $1",
      [run.id],
    );
    for (const payout of left) {
      const { number, waits } = rows.find(({ affiliate_id }) => affiliate_id === payout.affiliate)!;
      Object.assign(payout, { number, waits });
    }
  }

  async takeBack() {
    const run = this.someRun("approved", "sent");
    if (!run) return;
    const reason = this.chance.of([null, "Model"]);
    const answer = await this.answer((scope) => voidRun(scope, { runId: run.id, reason }));
    this.did(`take back ${answer}`);
    if (run.state === "void") return expect(answer).toBe(false);
    const isFixed = run.state === "draft" || run.payouts.some(({ state }) => state === "paid");
    expect(answer).toBe(isFixed ? "run_state" : run.wasSent && !reason ? "run_void_reason" : true);
    if (answer !== true) return;
    run.state = "void";
    for (const payout of run.payouts)
      if (payout.state === "open" || payout.state === "returned")
        Object.assign(payout, { state: "void", lines: new Set() });
  }

  async send() {
    const run = this.someRun("approved");
    if (!run) return;
    const answer = await this.answer((scope) => markSent(scope, run.id));
    const before = run.state === "sent" || run.state === "paid";
    expect(answer).toBe(run.state === "approved" ? true : before ? false : "run_state");
    if (answer === true) Object.assign(run, { state: "sent", wasSent: true });
  }

  async makeFile() {
    const run = this.someRun("approved", "sent");
    if (!run) return;
    const answer = await this.answer((scope) => makeBankFile(scope, run.id));
    this.did(`file ${answer.length === 36 ? "" : answer}`);
    if (run.state !== "approved" && run.state !== "sent") return expect(answer).toBe("run_state");
    const ready = run.payouts.filter(({ state, isInFile, waits }) => state === "open" && !isInFile && !waits);
    if (ready.length === 0 || run.currency !== "EUR") return expect(answer).toBe("bank_file_empty");
    expect(answer).toMatch(/^[\da-f-]{36}$/);
    for (const payout of ready) payout.isInFile = true;
    const euros = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
    run.files.set(
      answer,
      ready.map(({ number, net, vat }) => `${number} ${euros(net + vat)}`),
    );
    Object.assign(run, { state: "sent", wasSent: true });
  }

  async payRun() {
    const run = this.someRun("approved", "sent");
    if (!run) return;
    const all = this.chance.below(2) === 0;
    const chosen = all ? run.payouts : run.payouts.slice(0, 1);
    const { rows } = await this.db.ownerPool.query("select id, affiliate_id from payout where run_id = $1", [run.id]);
    const idOf = (payout: ModelPayout) => rows.find((row) => row.affiliate_id === payout.affiliate)?.id as string;
    const payoutIds = all ? null : chosen.map(idOf);
    const answer = await this.answer((scope) =>
      payPayouts(scope, { runId: run.id, payoutIds, paidOn: day(this.today) }),
    );
    if (run.state === "draft" || run.state === "void") return expect(answer).toBe("run_state");
    const unpaid = chosen.filter(({ state }) => state === "open");
    const open = unpaid.filter(({ waits }) => !waits);
    if (unpaid.length > open.length && (!all || open.length === 0)) return expect(answer).toBe("payout_invoice_needed");
    const gross = Number(open.reduce((sum, { net, vat }) => sum + net + vat, 0n));
    expect(answer).toMatchObject({ paid: open.length, gross });
    this.did(`pay ${open.length > 0}`);
    if (open.length === 0) return;
    const batch = (answer as { batchId: string }).batchId;
    for (const payout of open) {
      Object.assign(payout, { state: "paid", batch });
      this.pay({ affiliate: payout.affiliate, currency: run.currency }, payout.net);
    }
    this.close(run);
    this.batches.push({ id: batch, day: this.today, payouts: open, run });
  }

  async undo() {
    const batch = this.batches.at(-1);
    if (!batch) return;
    const answer = await this.answer((scope) => undoPayment(scope, batch.id));
    const still = batch.payouts.filter((one) => one.state === "paid" && one.batch === batch.id);
    const count = still.reduce((sum, { lines }) => sum + lines.size, 0);
    this.did(`undo ${typeof answer === "number" ? answer > 0 : answer}`);
    if (still.length === 0) return expect(answer).toBe(0);
    // Nor can it if a deal has ended meanwhile, or if a payout has deducted one of the commissions.
    if (answer === "undo_too_late" || answer === "claim_deducted") return;
    expect(batch.day).toBe(this.today);
    expect(answer).toBeLessThanOrEqual(count);
    for (const payout of still) {
      Object.assign(payout, { state: "open", batch: null });
      this.pay({ affiliate: payout.affiliate, currency: batch.run!.currency }, -payout.net);
    }
    if (batch.run!.state === "paid") batch.run!.state = "sent";
  }
}
