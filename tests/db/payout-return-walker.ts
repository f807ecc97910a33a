import { expect } from "vitest";
import { cancelPayout, payAgain, returnPayout } from "~/domain/payouts/return-payout.server";
import { PayoutDealWalker } from "./payout-deal-walker";
import type { ModelPayout, ModelRun } from "./payout-model";

/** Steps after a run was approved: payouts come back, are paid again or canceled. */
export class PayoutReturnWalker extends PayoutDealWalker {
  protected someRun(...states: ModelRun["state"][]): ModelRun | undefined {
    const fitting = this.runs.filter(({ state }) => states.includes(state));
    return this.chance.of(this.chance.below(16) && fitting.length > 0 ? fitting : this.runs);
  }

  protected close(run: ModelRun) {
    if (run.payouts.every(({ state }) => state !== "open")) Object.assign(run, { state: "paid", wasSent: true });
  }

  async returnOne() {
    const run = this.someRun("approved", "sent", "paid");
    const payout = run && this.chance.of(run.payouts);
    if (!payout) return;
    const { rows } = await this.db.ownerPool.query("select id from payout where run_id = $1 and affiliate_id = $2", [
      run.id,
      payout.affiliate,
    ]);
    const { lines } = await this.facts();
    const deducted = this.heldIn("open", "paid", "returned");
    const claims = lines.filter((claim) => {
      if (claim.kind !== "claim" || payout.state !== "paid") return false;
      return lines.some((one) => {
        return (
          payout.lines.has(one.id) && one.kind !== "claim" && one.deal === claim.deal && one.period === claim.period
        );
      });
    });
    const answer = await this.answer((scope) => returnPayout(scope, { payoutId: rows[0].id, reason: "AC04" }));
    this.did(`return ${payout.state} ${answer}`);
    if (payout.state === "returned") return expect(answer).toBe(false);
    if (payout.state !== "open" && payout.state !== "paid") return expect(answer).toBe("payout_state");
    if (claims.some(({ id }) => deducted.has(id))) return expect(answer).toBe("claim_deducted");
    expect(answer).toBe(true);
    if (payout.state === "paid") this.pay({ affiliate: payout.affiliate, currency: run.currency }, -payout.net);
    this.releaseFromDrafts(claims.map(({ id }) => id));
    // What is no longer owed is not paid again.
    if (claims.length > 0) Object.assign(payout, { state: "void", lines: new Set(), batch: null });
    else Object.assign(payout, { state: "returned", batch: null });
    this.close(run);
    await this.leftDrafts();
  }

  private async somePayout(...states: ModelPayout["state"][]) {
    const all = this.runs.flatMap((run) => run.payouts.map((payout) => ({ run, payout })));
    const fitting = all.filter(({ payout }) => states.includes(payout.state));
    const found = this.chance.of(fitting.length > 0 ? fitting : all);
    if (!found) return null;
    const { rows } = await this.db.ownerPool.query("select id from payout where run_id = $1 and affiliate_id = $2", [
      found.run.id,
      found.payout.affiliate,
    ]);
    return { ...found, id: rows[0].id as string };
  }

  async payAgain() {
    const found = await this.somePayout("returned");
    if (!found) return;
    const { run, payout, id } = found;
    const { account } = (await this.readPayees()).get(payout.affiliate)!;
    const answer = await this.answer((scope) => payAgain(scope, id));
    this.did(`pay again ${answer}`);
    if (payout.state === "open") return expect(answer).toBe(false);
    if (payout.state !== "returned") return expect(answer).toBe("payout_state");
    expect(answer).toBe(true);
    Object.assign(payout, { state: "open", account, isInFile: false });
    if (run.state === "paid") run.state = "sent";
  }

  async cancelOne() {
    const found = await this.somePayout("returned", "open");
    if (!found) return;
    const { run, payout, id } = found;
    const answer = await this.answer((scope) => cancelPayout(scope, { payoutId: id, reason: "Model" }));
    this.did(`cancel ${answer}`);
    if (payout.state === "void") return expect(answer).toBe(false);
    if (payout.state !== "returned" && payout.state !== "open") return expect(answer).toBe("payout_state");
    expect(answer).toBe(true);
    Object.assign(payout, { state: "void", lines: new Set() });
    this.close(run);
  }
}
