import { beforeEach, describe, expect, test } from "vitest";
import { affiliateCodes } from "~/domain/payouts/affiliate-code.server";
import { usualPatterns, usualVatRates } from "~/domain/payouts/payer-settings";
import { payerAccountSchema, payerSchema } from "~/domain/payouts/payer.schema";
import {
  payerVersion,
  readPayer,
  readPayerAccount,
  readPayerProfile,
  requireSecondApprover,
  savePayer,
} from "~/domain/payouts/payer.server";
import { payerAccountVersion, setPayerAccount } from "~/domain/payouts/set-payer-account.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate } from "../factories/affiliates";
import { addMember, asOwner, createOrg, type Member, type Org } from "../factories/organizations";
import { IBANS } from "../factories/payees";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let max: Member;

beforeEach(async () => {
  org = await createOrg(db.database);
  max = await addMember(db.database, org);
});

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const member = <T>(use: (scope: Scope) => Promise<T>) => db.database.withOrg(org.orgId, max.actor, use);
const unproven = <T>(use: (scope: Scope) => Promise<T>) =>
  db.database.withOrg(org.orgId, { ...org.owner.actor, isProven: false }, use);
const fields = { legal_name: "Agency GmbH", street: "Am Markt", town: "Bremen", postal_code: "28195", country: "DE" };
const input = (more: Record<string, string> = {}) => payerSchema("EUR", "de").parse({ ...fields, ...more });
const account = (iban: string, more: Record<string, string> = {}) => payerAccountSchema.parse({ iban, ...more });
const audited = async () =>
  (await db.ownerPool.query<{ action: string; data: object }>("select action, data from audit_log order by id")).rows;

describe("[PAY-03] numbers, VAT and booking", () => {
  test("an organization begins with the usual ones, and keeps what it enters", async () => {
    const before = await owner(readPayer);
    expect(before).toMatchObject({ numbers: usualPatterns, vatRates: [], batchBooking: true, secondApprover: false });
    await owner((scope) => savePayer(scope, input()));
    expect((await owner(readPayer)).vatRates).toEqual(usualVatRates("DE"));
    await owner((scope) =>
      savePayer(
        scope,
        input({
          statement_numbers: "X{AFFILIATE}-{NUMBER}",
          booking: "each",
          vat_from_1: "01.01.2021",
          vat_rate_1: "7,5 %",
          vat_from_3: "2020-01-01",
          vat_rate_3: "5",
        }),
      ),
    );
    expect(await owner(readPayer)).toMatchObject({
      numbers: { statement: "X{AFFILIATE}-{NUMBER}" },
      batchBooking: false,
      vatRates: [
        { from: "2020-01-01", rateBp: 500 },
        { from: "2021-01-01", rateBp: 750 },
      ],
    });
    expect((await audited()).at(-1)).toEqual({
      action: "payer.save",
      data: { fields: "statement_numbers, vat_rates, booking" },
    });
    // Each version stays.
    const { rows } = await db.ownerPool.query("select 1 from payer_profile union all select 1 from payer_setting");
    expect(rows).toHaveLength(2);
  });

  test("rates that are those of the country follow it, and emptied ones become them again", async () => {
    await owner((scope) => savePayer(scope, input({ country: "AT" })));
    expect((await owner(readPayer)).vatRates).toEqual([]);
    const own = { vat_from_1: "2026-01-01", vat_rate_1: "20" };
    await owner((scope) => savePayer(scope, input({ country: "AT", ...own })));
    await owner((scope) => savePayer(scope, input(own)));
    expect((await owner(readPayer)).vatRates).toEqual([{ from: "2026-01-01", rateBp: 2000 }]);
    await owner((scope) => savePayer(scope, input()));
    expect((await owner(readPayer)).vatRates).toEqual(usualVatRates("DE"));
    // The form shows the German rates, and is saved with another country.
    const german = Object.fromEntries(
      usualVatRates("DE").flatMap(({ from, rateBp }, index) => [
        [`vat_from_${index + 1}`, from],
        [`vat_rate_${index + 1}`, String(rateBp / 100)],
      ]),
    ) as Record<string, string>;
    await owner((scope) => savePayer(scope, input({ ...german, country: "AT" })));
    expect((await owner(readPayer)).vatRates).toEqual([]);
  });

  test("names what another owner has saved in the meantime", async () => {
    await owner((scope) => savePayer(scope, input()));
    const version = payerVersion(await owner(readPayer), "EUR");
    await owner((scope) => savePayer(scope, input({ booking: "each", vat_from_1: "2026-01-01", vat_rate_1: "8" })));
    await expect(
      owner((scope) => savePayer(scope, { ...input({ statement_numbers: "Y{NUMBER}" }), version })),
    ).rejects.toMatchObject({
      code: "changed_meanwhile",
      changed: { booking: "each", vat_rates: "2026-01-01 800" },
    });
  });

  test("of two owners at the same moment the later one is compared with the first", async () => {
    const version = payerVersion(await owner(readPayer), "EUR");
    const save = (town: string) => owner((scope) => savePayer(scope, { ...input({ town }), version }));
    const results = await Promise.allSettled(["Kiel", "Jena", "Gera"].map(save));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    // A row that was written later is read, even if its transaction began earlier.
    await owner((scope) => savePayer(scope, input({ town: "Ulm" })));
    db.at("2020-01-01T00:00:00Z");
    await owner((scope) => savePayer(scope, input({ town: "Hof" })));
    expect((await owner(readPayer)).record.town).toBe("Hof");
  });

  test.each([
    [{ statement_numbers: "AB" }, "statement_numbers: number_pattern_number"],
    [{ booking: "some" }, "booking: booking_invalid"],
    [{ vat_from_1: "2026-01-01" }, "vat_rate_1: vat_rate_required"],
    [{ vat_rate_2: "19" }, "vat_from_2: vat_from_required"],
    [{ vat_from_1: "soon", vat_rate_1: "19" }, "vat_from_1: date_invalid"],
    [{ vat_from_1: "2026-01-01", vat_rate_1: "-1" }, "vat_rate_1: vat_rate_invalid"],
    [{ vat_from_1: "2026-01-01", vat_rate_1: "100,01" }, "vat_rate_1: vat_rate_invalid"],
    [
      { vat_from_1: "2026-01-01", vat_rate_1: "1", vat_from_2: "1.1.2026", vat_rate_2: "2" },
      "vat_from_2: vat_from_twice",
    ],
  ])("rejects %j", (wrong, problem) => {
    const { error } = payerSchema("EUR", "de").safeParse({ ...fields, ...wrong });
    expect(error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([problem]);
  });
});

describe("[PAY-03] the account from which an organization pays", () => {
  test("an owner enters it after re-authentication, the other owners are told, and only its end is shown", async () => {
    const other = await addMember(db.database, org, { role: "owner" });
    expect(await owner(readPayerAccount)).toBeNull();
    await owner((scope) => savePayer(scope, input()));
    await expect(unproven((scope) => setPayerAccount(scope, account(IBANS[0])))).rejects.toMatchObject({
      code: "proof_required",
    });
    await expect(member((scope) => setPayerAccount(scope, account(IBANS[0])))).rejects.toMatchObject({
      code: "forbidden",
    });
    expect((await owner(readPayer)).account).toBeNull();
    await owner((scope) => setPayerAccount(scope, account(IBANS[0])));
    expect((await member(readPayer)).account).toEqual({ holder: null, country: "DE", end: "3000" });
    expect(await member(readPayerAccount)).toEqual({ holder: "Agency GmbH", iban: IBANS[0], bic: null });
    await db.runJobs();
    const told = db.mails.filter(({ subject }) => subject.includes("Account for payouts changed: DE •••• 3000"));
    expect(told.map(({ to }) => to.address)).toEqual([other.email]);

    // The same once more is no change; another holder is.
    await owner((scope) => setPayerAccount(scope, account(IBANS[0])));
    await owner((scope) => setPayerAccount(scope, account(IBANS[0], { holder: "Agency Holding" })));
    await owner((scope) => setPayerAccount(scope, account("CH9300762011623852957", { bic: "POFICHBEXXX" })));
    expect(await owner(readPayerAccount)).toEqual({
      holder: "Agency GmbH",
      iban: "CH9300762011623852957",
      bic: "POFICHBEXXX",
    });
    const entries = (await audited()).filter(({ action }) => action === "payer.set_account");
    expect(entries.map(({ data }) => data)).toEqual([
      { account: "DE •••• 3000" },
      { account: "DE •••• 3000" },
      { account: "CH •••• 2957" },
    ]);
  });

  test("neither the database nor log, audit, emails and queue contain the number", async () => {
    await addMember(db.database, org, { role: "owner" });
    await owner((scope) => setPayerAccount(scope, account(IBANS[0])));
    const tables = await db.ownerPool.query<{ name: string }>(`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'app', 'graphile_worker') and table_type = 'BASE TABLE'`);
    for (const { name } of tables.rows) {
      const { rows } = await db.ownerPool.query<{ text: string }>(`select t::text as text from ${name} t`);
      expect(
        rows.some(({ text }) => text.includes(IBANS[0].slice(4))),
        name,
      ).toBe(false);
    }
    await db.runJobs();
    expect(db.mails.some(({ text }) => text.includes(IBANS[0].slice(4)))).toBe(false);
  });

  test("a conflict names the account of the other owner", async () => {
    const version = payerAccountVersion(null);
    await owner((scope) => setPayerAccount(scope, account(IBANS[0])));
    await expect(owner((scope) => setPayerAccount(scope, { ...account(IBANS[1]), version }))).rejects.toMatchObject({
      code: "changed_meanwhile",
      changed: { iban: "DE •••• 3000" },
    });
  });

  test.each([
    [{ iban: "" }, "iban: iban_required"],
    [{ iban: "DE00 1234" }, "iban: iban_invalid"],
    [{ iban: "CH9300762011623852957" }, "bic: bic_required"],
    [{ iban: IBANS[0], bic: "X" }, "bic: bic_invalid"],
  ])("rejects %j", (wrong, problem) => {
    const { error } = payerAccountSchema.safeParse(wrong);
    expect(error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([problem]);
  });
});

test("[PAY-03] anybody but an affiliate reads the settings, and nobody but an owner writes them", async () => {
  const ada = await activeAffiliate(db.database, org);
  await owner((scope) => savePayer(scope, input()));
  await owner((scope) => setPayerAccount(scope, account(IBANS[0])));
  const own = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, ada, use);
  expect((await own(readPayerProfile)).record.legalName).toBe("Agency GmbH");
  const forbidden = { code: "forbidden" };
  await expect(own(readPayer)).rejects.toMatchObject(forbidden);
  await expect(own(readPayerAccount)).rejects.toMatchObject(forbidden);
  // Nor does the database give them to a portal.
  expect(await own((scope) => scope.db.payerAccount.findMany())).toEqual([]);
  expect(await own((scope) => scope.db.payerSetting.findMany())).toEqual([]);
  for (const act of [own, member]) {
    await expect(act((scope) => savePayer(scope, input({ town: "Ulm" })))).rejects.toMatchObject(forbidden);
    await expect(act((scope) => requireSecondApprover(scope, true))).rejects.toMatchObject(forbidden);
  }
});

test("[PAY-03] a second approver is required at once, and released after re-authentication only", async () => {
  const other = await addMember(db.database, org, { role: "owner" });
  await owner((scope) =>
    savePayer(scope, input({ statement_numbers: "X{NUMBER}", vat_from_1: "2026-01-01", vat_rate_1: "8" })),
  );
  await unproven((scope) => requireSecondApprover(scope, true));
  await unproven((scope) => requireSecondApprover(scope, true));
  expect(await owner(readPayer)).toMatchObject({
    secondApprover: true,
    numbers: { statement: "X{NUMBER}" },
    vatRates: [{ rateBp: 800 }],
  });
  // Saving the form leaves it as it is.
  await owner((scope) => savePayer(scope, input({ booking: "each" })));
  await expect(unproven((scope) => requireSecondApprover(scope, false))).rejects.toMatchObject({
    code: "proof_required",
  });
  expect((await owner(readPayer)).secondApprover).toBe(true);
  await owner((scope) => requireSecondApprover(scope, false));
  expect((await owner(readPayer)).secondApprover).toBe(false);
  await db.runJobs();
  const told = db.mails.filter(({ subject }) => subject.includes("Payouts no longer need a second member"));
  expect(told.map(({ to }) => to.address)).toEqual([other.email]);
  const actions = (await audited()).map(({ action }) => action).filter((action) => action.endsWith("_approver"));
  expect(actions).toEqual(["payer.require_approver", "payer.release_approver"]);
});

test("[PAY-03] affiliates get codes once, in the order in which they were added, also concurrently", async () => {
  const ids: string[] = [];
  for (const name of ["Ada", "Bob", "Eve"]) ids.push((await activeAffiliate(db.database, org, { name })).affiliateId);
  const [ada, bob, eve] = ids as [string, string, string];
  expect(await owner((scope) => affiliateCodes(scope, [bob]))).toEqual(new Map([[bob, "1"]]));
  const both = await Promise.all([
    owner((scope) => affiliateCodes(scope, ids)),
    owner((scope) => affiliateCodes(scope, [...ids].reverse())),
  ]);
  const wanted = new Map([
    [ada, "2"],
    [bob, "1"],
    [eve, "3"],
  ]);
  for (const codes of both) expect(codes).toEqual(wanted);
  const other = await createOrg(db.database);
  const zoe = await activeAffiliate(db.database, other);
  expect(await asOwner(db.database, other, (scope) => affiliateCodes(scope, [zoe.affiliateId, ada]))).toEqual(
    new Map([[zoe.affiliateId, "1"]]),
  );
});
