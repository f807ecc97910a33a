import { beforeEach, expect, test } from "vitest";
import { payerSchema } from "~/domain/payouts/payer.schema";
import { payerVersion, readPayer, readRhythm, savePayer } from "~/domain/payouts/payer.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate } from "../factories/affiliates";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;

beforeEach(async () => {
  org = await createOrg(db.database);
});

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const fields = { legal_name: "Agency GmbH", street: "Am Markt", town: "Bremen", postal_code: "28195", country: "DE" };
const input = (more: Record<string, string> = {}) => payerSchema("EUR", "de").parse({ ...fields, ...more });

test("[PAY-03] an owner says who pays and when, and affiliates read the rhythm", async () => {
  expect(await owner(readRhythm)).toBeNull();
  await owner((scope) => savePayer(scope, input({ cadence: "quarterly", pay_day: "15", minimum_amount: "1.050,50" })));
  const payer = await owner(readPayer);
  expect(payer).toMatchObject({ cadence: "quarterly", payDay: 15, minimumAmount: 105_050 });
  expect(payer.record).toMatchObject({ legalName: "Agency GmbH", town: "Bremen", vatId: null });
  const ada = await activeAffiliate(db.database, org);
  const rhythm = { cadence: "quarterly", payDay: 15, minimumAmount: 105_050 };
  expect(await asAffiliate(db.database, org, ada, readRhythm)).toEqual(rhythm);
  const other = await createOrg(db.database);
  expect(await asOwner(db.database, other, readRhythm)).toBeNull();
});

test("[PAY-03] only owners save it, and nobody overwrites what another owner has saved meanwhile", async () => {
  const member = await addMember(db.database, org);
  await expect(
    db.database.withOrg(org.orgId, member.actor, (scope) => savePayer(scope, input())),
  ).rejects.toMatchObject({ code: "forbidden" });
  const version = payerVersion(await owner(readPayer), "EUR");
  await owner((scope) => savePayer(scope, input({ minimum_amount: "50" })));
  await expect(
    owner((scope) => savePayer(scope, { ...input({ minimum_amount: "70" }), version })),
  ).rejects.toMatchObject({
    code: "changed_meanwhile",
    changed: { minimum_amount: { amount: 50_00, currency: "EUR" } },
  });
  await owner((scope) => savePayer(scope, { ...input({ minimum_amount: "50" }), version }));
  const { rows } = await db.ownerPool.query("select data from audit_log where action = 'payer.save'");
  expect(rows).toEqual([{ data: { fields: "legal_name, street, postal_code, town, country, minimum_amount" } }]);
});

test.each([
  [{ pay_day: "29" }, "pay_day: pay_day_invalid"],
  [{ pay_day: "0" }, "pay_day: pay_day_invalid"],
  [{ pay_day: "1.5" }, "pay_day: pay_day_invalid"],
  [{ pay_day: "soon" }, "pay_day: pay_day_invalid"],
  [{ cadence: "weekly" }, "cadence: payout_cadence_invalid"],
  [{ minimum_amount: "-5" }, "minimum_amount: amount_positive"],
  [{ vat_id: "DE1" }, "vat_id: vat_id_invalid"],
])("[PAY-03] rejects %j", (wrong, problem) => {
  const { error } = payerSchema("EUR", "de").safeParse({ ...fields, ...wrong });
  expect(error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([problem]);
});
