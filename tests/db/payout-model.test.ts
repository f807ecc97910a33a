import { expect, test } from "vitest";
import { useDatabase } from "../support/database";
import { isNightly } from "../support/nightly";
import { PayoutWalk } from "./payout-walk";

// MODEL_STEPS=20000 walks further, MODEL_SEED=2 elsewhere. By default every run walks the same steps: a failure must be
// repeatable, and a random find must not stop an unrelated change.
const STEPS = Number(process.env["MODEL_STEPS"] ?? (isNightly ? 20_000 : 240));
const SEED = Number(process.env["MODEL_SEED"] ?? 1);
/** Steps of an organization. Later ones would take longer, because everything is compared. */
const EACH = 250;
const AT_ONCE = 2;

const db = useDatabase();

test(
  `[PAY-05] [PAY-06] [PAY-12] [PAY-13] ${STEPS} random steps of payout runs give the same in the app and in a model of it (MODEL_SEED=${SEED})`,
  { timeout: 60_000 + STEPS * 200 },
  async () => {
    const counts = new Map<string, number>();
    const walks = Array.from({ length: Math.ceil(STEPS / EACH) }, (_, index) => SEED + index);
    const walkOn = async () => {
      for (let seed = walks.shift(); seed !== undefined; seed = walks.shift())
        for (const [what, count] of await PayoutWalk.run(db, seed, Math.min(STEPS, EACH)))
          counts.set(what, (counts.get(what) ?? 0) + count);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, walkOn));
    if (process.env["MODEL_STEPS"]) console.info(Object.fromEntries([...counts].sort()));
    // A long walk in which nothing is paid would prove nothing.
    if (STEPS < 2_000) return;
    for (const what of ["approve 1", "pay true", "file ", "take back true", "return paid true", "undo true"])
      expect(counts.get(what) ?? 0, what).toBeGreaterThan(0);
  },
);
