import { DomainError } from "~/domain/shared/errors";
import type { Scope } from "~/domain/shared/scope";
import type { Database } from "~/platform/db/database.server";
import type { Affiliate } from "../factories/affiliates";
import { asOwner, type Org } from "../factories/organizations";
import type { TestDatabase } from "../support/database";
import { compareWithModel } from "./money-compare";
import type { Chance } from "./money-chance";

import { MoneyModel } from "./money-model";

/** App and model side by side, with the helpers of a walk's steps. */
export class Walker {
  protected readonly model = new MoneyModel("2026-01-31", 3);
  protected org!: Org;
  protected affiliates: Affiliate[] = [];
  protected paymentIds = new Map<string, string>();
  protected batches: { id: string; day: string }[] = [];

  protected constructor(
    protected readonly db: TestDatabase,
    protected readonly database: Database,
    protected readonly chance: Chance,
  ) {}

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

  /** Lifts the guard on paid commissions (money-model.test.ts) for undoing and reversing only. */
  protected async reopening<T>(use: (scope: Scope) => Promise<T>): Promise<T | string> {
    await this.db.ownerPool.query("insert into reopening values ($1)", [this.org.orgId]);
    const answer = await this.answer(use);
    await this.db.ownerPool.query("delete from reopening where org_id = $1", [this.org.orgId]);
    return answer;
  }

  protected async batchOf(kind: "deal" | "payment", id: string): Promise<string | null> {
    const table = kind === "deal" ? "deal" : "commission_payment";
    const { rows } = await this.db.ownerPool.query(`select batch_id from ${table} where id = $1`, [id]);
    return (rows[0] as { batch_id: string | null }).batch_id;
  }

  protected async paymentId(payment: { deal: string; period: string }): Promise<string> {
    const key = `${payment.deal} ${payment.period}`;
    const sql = "select id from commission_payment where deal_id = $1 and period_start = $2";
    const known = this.paymentIds.get(key);
    const id = known ?? (await this.db.ownerPool.query(sql, [payment.deal, payment.period])).rows[0].id;
    this.paymentIds.set(key, id);
    return id;
  }

  /** Pending months may have been created again. */
  protected clearPaymentIds() {
    this.paymentIds.clear();
  }

  /** Compares rows and totals of the app with the model. */
  protected compare(when: string): Promise<void> {
    return compareWithModel(this.db.ownerPool, this.org.orgId, (use) => this.as(use), this.model, when);
  }
}
