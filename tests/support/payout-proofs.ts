import { approvedRun, simpleRun, versionOfRun } from "../factories/payouts";
import type { Org } from "../factories/organizations";
import type { TestDatabase } from "./database";

/** Cases of the test that every action which gives power or data requires re-authentication. */
export function payoutCases(db: TestDatabase) {
  let run = { id: "", version: "" };
  return {
    "payout.approve": {
      path: () => `/payouts/runs/${run.id}/approve`,
      form: () => ({ version: run.version }),
      prepare: async ({ org }: { org: Org }) => {
        const id = await simpleRun(db.database, org);
        run = { id, version: await versionOfRun(db.database, org, id) };
      },
    },
    "payout.void": {
      path: () => `/payouts/runs/${run.id}/void`,
      prepare: async ({ org }: { org: Org }) => {
        run = { id: await simpleRun(db.database, org), version: "" };
        await approvedRun(db.database, org, run.id);
      },
    },
  };
}
