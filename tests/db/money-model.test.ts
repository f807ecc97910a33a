import { describe, expect, test } from "vitest";
import { useDatabase } from "../support/database";
import { isNightly } from "../support/nightly";
import { Walk } from "./money-walk";

// MODEL_STEPS=10000 walks further, MODEL_SEED=2 elsewhere. By default every run walks the same steps: a failure must be
// repeatable, and a random find must not stop an unrelated change.
const STEPS = Number(process.env["MODEL_STEPS"] ?? (isNightly ? 10_000 : 1_000));
const SEED = Number(process.env["MODEL_SEED"] ?? 1);
const WALKERS = 4;

const db = useDatabase();

describe(`M6: ${STEPS} random steps in ${WALKERS} organizations (MODEL_SEED=${SEED})`, () => {
  test("give the same results, rows and totals in the app and in a model of it", { timeout: STEPS * 100 }, async () => {
    // Between two comparisons no paid commission may change or disappear.
    await db.ownerPool.query(`
      create table broken (org_id uuid);
      create table reopening (org_id uuid);
      create function refuse() returns trigger language plpgsql security definer as $$
      begin
        if tg_op <> 'INSERT' and exists (select 1 from public.reopening r where r.org_id = old.org_id) then
          return case tg_op when 'DELETE' then old else new end;
        end if;
        if tg_op <> 'INSERT' then raise exception 'money that was settled has changed'; end if;
        if exists (select 1 from public.broken b where b.org_id = new.org_id) then raise exception 'out of order'; end if;
        return new;
      end $$;
      create trigger broken before insert on commission_payment for each row execute function refuse();
      create trigger settled before update on commission_payment for each row
        when (old.status = 'paid' and (new.amount, new.currency, new.status, new.paid_date, new.period_start)
              is distinct from (old.amount, old.currency, old.status, old.paid_date, old.period_start))
        execute function refuse();
      create trigger removed before delete on commission_payment for each row
        when (old.status = 'paid') execute function refuse();
      create trigger settled before update on deal for each row
        when (old.commission_paid
              and (new.amount, new.currency, new.commission_amount, new.commission_currency, new.payment_date)
              is distinct from
              (old.amount, old.currency, old.commission_amount, old.commission_currency, old.payment_date))
        execute function refuse()`);
    const steps = Math.ceil(STEPS / WALKERS);
    const models = await Promise.all(Array.from({ length: WALKERS }, (_, index) => Walk.run(db, SEED + index, steps)));
    // A walk without events would prove nothing.
    if (STEPS >= 1_000) {
      const counts = (totals: (model: (typeof models)[0]) => Record<string, { count: number }>) =>
        models.map((model) => Object.values(totals(model)).map(({ count }) => count));
      for (const all of [counts((one) => one.paymentTotals()), counts((one) => one.transactionTotals())])
        for (const index of all[0]!.keys()) expect(all.reduce((sum, own) => sum + own[index]!, 0)).toBeGreaterThan(0);
      for (const model of models) expect(model.transactionTotals().all.sums.length).toBeGreaterThan(1);
    }
  });
});
