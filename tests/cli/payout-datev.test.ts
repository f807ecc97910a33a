import { expect, test } from "vitest";
import { datevSettingsSchema } from "~/domain/documents/datev.schema";
import { numberCreditors } from "~/domain/payouts/creditors.server";
import { saveDatevSettings } from "~/domain/payouts/datev-settings.server";
import { asOwner, createOrg } from "../factories/organizations";
import { approvedRun, simpleRun } from "../factories/payouts";
import { TEST_SECRET, useDatabase } from "../support/database";
import { run } from "./program";

const db = useDatabase();

test("[PAY-14] [PAY-15] payouts datev writes the bookings of a period, or says what stops it", async () => {
  const org = await createOrg(db.database);
  await approvedRun(db.database, org, await simpleRun(db.database, org));
  const today = await asOwner(db.database, org, (scope) => scope.today());
  const datev = (...args: string[]) =>
    run(["payouts", "datev", "--org", org.orgId, "--from", today, "--to", today, ...args], {
      DATABASE_URL: db.ownerUrl,
      DATABASE_APP_URL: db.appUrl,
      SESSION_SECRET: TEST_SECRET,
    });
  for (const [args, said] of [
    [["--kind", "documents"], "--kind"],
    [["--to", "31.10.2026"], "--to"],
    [["--to", "2020-01-01"], "--to"],
    [[], "datev_settings_missing"],
  ] as const) {
    const wrong = await datev(...args);
    expect([wrong.code, wrong.stdout]).toEqual([said === "datev_settings_missing" ? 1 : 2, ""]);
    expect(wrong.stderr).toContain(said);
  }
  const shown = await datev("--dry-run", "--json");
  expect(JSON.parse(shown.stdout)).toMatchObject([{ amount: "119.00", key: "9", not_booked: null }]);
  expect(shown.stderr).toContain("Note: ");
  const form = { adviser: "29098", client: "55003", fiscal_month: "1", account_length: "4", chart: "03" };
  await asOwner(db.database, org, (scope) => saveDatevSettings(scope, datevSettingsSchema.parse(form)));
  await asOwner(db.database, org, numberCreditors);
  const { code, stdout, stderr } = await datev();
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.startsWith('"EXTF";700;21;')).toBe(true);
  expect((await datev("--kind", "creditors")).stdout).toContain(";16;");
});
