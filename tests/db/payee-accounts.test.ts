import { beforeEach, describe, expect, test } from "vitest";
import { editAffiliate } from "~/domain/affiliates/edit-affiliate.server";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { readAffiliate } from "~/domain/affiliates/read-affiliate.server";
import {
  accountOfLink,
  confirmAccount,
  confirmByLink,
  readAccounts,
  withdrawAccount,
} from "~/domain/payouts/payee-account.server";
import { readMissing, readPayee } from "~/domain/payouts/read-payee.server";
import { savePayee } from "~/domain/payouts/save-payee.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, addMember, createOrg, type Member, type Org } from "../factories/organizations";
import { enter, IBANS, payeeInput } from "../factories/payees";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
const [FIRST, SECOND, THIRD] = IBANS;
let org: Org;
let ada: Affiliate;
let max: Member;

beforeEach(async () => {
  db.at("2026-03-10T12:00:00Z");
  org = await createOrg(db.database);
  max = await addMember(db.database, org);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  await db.runJobs();
  db.mails.length = 0;
});

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const own = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, ada, use);
const paidTo = async () => (await owner((scope) => readAccounts(scope, ada.affiliateId))).current?.end ?? null;
const waiting = async () => (await owner((scope) => readAccounts(scope, ada.affiliateId))).pending;
const later = (days: number, minutes = 1) =>
  db.at(new Date(Date.parse("2026-03-10T12:00:00Z") + days * 86_400_000 + minutes * 60_000).toISOString());

/** Runs the queued emails, and returns the link in the one that asks to confirm an account. */
async function emailedSecret(): Promise<string> {
  await db.runJobs();
  const mail = db.mails.findLast(({ text }) => text.includes("/confirm/"));
  return /payout-details\/confirm\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}
const mailed = () => db.mails.map(({ to, subject }) => `${to.address}: ${subject}`).sort();

describe("[PAY-02] the account of an affiliate", () => {
  test("the first one is paid to at once while nothing is due, and affiliate and owners are told", async () => {
    expect(await own((scope) => enter(scope, ada.affiliateId, FIRST))).toBe("effective");
    expect(await paidTo()).toBe("3000");
    await db.runJobs();
    expect(mailed()).toEqual(
      [
        `${ada.email}: ${org.name} pays you to another bank account`,
        `${org.owner.email}: ${org.name}: New bank account of an affiliate: Ada`,
      ].sort(),
    );
  });

  test("the first one waits while money is due, and so does every other one", async () => {
    await withTerms(db.database, org, ada);
    await oneTimeDeal(db.database, org, ada, { close_date: "2026-03-10" });
    expect(await own((scope) => enter(scope, ada.affiliateId, FIRST))).toBe("link");
    expect([await paidTo(), (await waiting())?.waits]).toEqual([null, "link"]);
    expect(await own((scope) => enter(scope, ada.affiliateId, SECOND))).toBe("link");
    expect((await waiting())?.end).toBe("2051");
  });

  test("an affiliate confirms by link, and three days later the account is paid to", async () => {
    await own((scope) => enter(scope, ada.affiliateId, FIRST));
    await db.runJobs();
    db.mails.length = 0;
    expect(await own((scope) => enter(scope, ada.affiliateId, SECOND))).toBe("link");
    const secret = await emailedSecret();
    // The mail server of a company opens links; looking changes nothing.
    expect((await own((scope) => accountOfLink(scope, secret))).end).toBe("2051");
    expect((await waiting())?.waits).toBe("link");
    later(4);
    // Not even days later, because the link was not used.
    expect(await paidTo()).toBe("3000");
    expect((await waiting())?.waits).toBe("expired");
    await expect(own((scope) => confirmByLink(scope, secret, "en"))).rejects.toMatchObject({
      code: "account_link_gone",
    });

    db.at("2026-03-10T12:00:00Z");
    await own((scope) => confirmByLink(scope, secret, "en"));
    await own((scope) => confirmByLink(scope, secret, "en"));
    expect([await paidTo(), (await waiting())?.effectiveAt]).toEqual(["3000", "2026-03-13T12:00:00.000Z"]);
    db.mails.length = 0;
    await db.runJobs();
    expect(mailed()).toEqual(
      [
        `${ada.email}: ${org.name} pays you to another bank account`,
        `${org.owner.email}: ${org.name}: New bank account of an affiliate: Ada`,
      ].sort(),
    );
    expect(db.mails.every(({ text }) => !text.includes(SECOND))).toBe(true);
    later(3, -2);
    expect(await paidTo()).toBe("3000");
    later(3);
    expect([await paidTo(), await waiting()]).toEqual(["2051", null]);
  });

  test("a stolen session cannot use the link of another affiliate, nor guess one", async () => {
    const eve = await activeAffiliate(db.database, org, { name: "Eve" });
    await own((scope) => enter(scope, ada.affiliateId, FIRST));
    await own((scope) => enter(scope, ada.affiliateId, SECOND));
    const secret = await emailedSecret();
    const asEve = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, eve, use);
    for (const use of [
      () => asEve((scope) => confirmByLink(scope, secret, "en")),
      () => asEve((scope) => accountOfLink(scope, secret)),
      () => own((scope) => confirmByLink(scope, "", "en")),
      () => own((scope) => confirmByLink(scope, `${secret}x`, "en")),
    ])
      await expect(use()).rejects.toMatchObject({ code: "account_link_gone" });
    await expect(owner((scope) => confirmByLink(scope, secret, "en"))).rejects.toMatchObject({ code: "forbidden" });
    await expect(asEve((scope) => enter(scope, ada.affiliateId, THIRD))).rejects.toMatchObject({ code: "forbidden" });
    await expect(asEve((scope) => readAccounts(scope, ada.affiliateId))).rejects.toMatchObject({ code: "forbidden" });
    const other = await createOrg(db.database);
    await expect(asOwner(db.database, other, (scope) => enter(scope, ada.affiliateId, THIRD))).rejects.toMatchObject({
      code: "not_found",
    });
    expect([await paidTo(), (await waiting())?.end]).toEqual(["3000", "2051"]);
  });

  test("entering the account that is paid to already withdraws the one that waits, also in a second tab", async () => {
    await own((scope) => enter(scope, ada.affiliateId, FIRST));
    await own((scope) => enter(scope, ada.affiliateId, SECOND));
    const secret = await emailedSecret();
    expect(await own((scope) => enter(scope, ada.affiliateId, FIRST))).toBe("same");
    await expect(own((scope) => confirmByLink(scope, secret, "en"))).rejects.toMatchObject({
      code: "account_link_gone",
    });
    // Changed back before the days are over: the earlier one never counts.
    await own((scope) => enter(scope, ada.affiliateId, SECOND));
    const next = await emailedSecret();
    await own((scope) => confirmByLink(scope, next, "en"));
    await own((scope) => enter(scope, ada.affiliateId, THIRD));
    later(10);
    expect([await paidTo(), (await waiting())?.end]).toEqual(["3000", "2606"]);
  });

  test("a member confirms an account once its link was used, after re-authentication, and says with whom", async () => {
    await own((scope) => enter(scope, ada.affiliateId, FIRST));
    await own((scope) => enter(scope, ada.affiliateId, SECOND));
    const { id } = (await waiting())!;
    const confirm = () => owner((scope) => confirmAccount(scope, ada.affiliateId, { id, note: "Ada, by phone" }));
    await expect(confirm()).rejects.toMatchObject({ code: "account_not_waiting" });
    const secret = await emailedSecret();
    await own((scope) => confirmByLink(scope, secret, "en"));
    await expect(own((scope) => confirmAccount(scope, ada.affiliateId, { id, note: "I" }))).rejects.toMatchObject({
      code: "forbidden",
    });
    await confirm();
    expect(await paidTo()).toBe("2051");
    await expect(confirm()).rejects.toMatchObject({ code: "account_not_waiting" });
    const { rows } = await db.ownerPool.query(
      "select actor, data from audit_log where action = 'payee.confirm_account'",
    );
    expect(rows).toEqual([{ actor: `member:${org.owner.userId}`, data: { note: "Ada, by phone" } }]);
  });

  test("an insider cannot replace an account alone at once: days pass, or another member confirms", async () => {
    await own((scope) => enter(scope, ada.affiliateId, FIRST));
    await db.runJobs();
    db.mails.length = 0;
    const asMax = <T>(use: (scope: Scope) => Promise<T>) => db.database.withOrg(org.orgId, max.actor, use);
    expect(await asMax((scope) => enter(scope, ada.affiliateId, SECOND))).toBe("days");
    await db.runJobs();
    expect(mailed()).toContain(`${ada.email}: ${org.name} pays you to another bank account`);
    const { id } = (await waiting())!;
    const note = "Ada, by phone";
    await expect(asMax((scope) => confirmAccount(scope, ada.affiliateId, { id, note }))).rejects.toMatchObject({
      code: "account_own_entry",
    });
    expect(await paidTo()).toBe("3000");
    await owner((scope) => confirmAccount(scope, ada.affiliateId, { id, note }));
    expect(await paidTo()).toBe("2051");
  });

  test("whoever had the portal before is told at their address", async () => {
    const affiliate = (await owner((scope) => readAffiliate(scope, ada.affiliateId)))!;
    await owner((scope) => editAffiliate(scope, ada.affiliateId, { ...affiliate, email: "taken-over@example.com" }));
    db.mails.length = 0;
    await owner((scope) => enter(scope, ada.affiliateId, FIRST));
    await db.runJobs();
    const told = mailed().filter((line) => line.includes("pays you"));
    expect(told.map((line) => line.split(":")[0])).toEqual([ada.email, "taken-over@example.com"].sort());
  });

  test("an account of two affiliates is named to staff, and nobody else sees it", async () => {
    const eve = await activeAffiliate(db.database, org, { name: "Eve" });
    await own((scope) => enter(scope, ada.affiliateId, FIRST));
    await owner((scope) => enter(scope, eve.affiliateId, FIRST, "Eve"));
    expect((await owner((scope) => readAccounts(scope, ada.affiliateId))).sharedWith).toEqual(["Eve"]);
    expect((await own((scope) => readAccounts(scope, ada.affiliateId))).sharedWith).toEqual([]);
  });

  test("neither the database nor log, audit and queue contain the number", async () => {
    await own((scope) => enter(scope, ada.affiliateId, FIRST));
    await own((scope) => enter(scope, ada.affiliateId, SECOND));
    const tables = await db.ownerPool.query<{ name: string }>(`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'app', 'graphile_worker') and table_type = 'BASE TABLE'`);
    for (const { name } of tables.rows) {
      const { rows } = await db.ownerPool.query<{ text: string }>(`select t::text as text from ${name} t`);
      const text = rows.map((row) => row.text).join("\n");
      for (const iban of IBANS) expect(text.includes(iban.slice(4)), name).toBe(false);
    }
    const { rows } = await db.ownerPool.query<{ sealed: string; key: string }>(
      "select iban_sealed as sealed, key_id as key from payee_account",
    );
    const opened = await owner(async (scope) => rows.map(({ sealed, key }) => scope.bankData.open(sealed, key)));
    expect(opened.sort()).toEqual([FIRST, SECOND].sort());
  });
});

describe("[PAY-01] what a payout needs", () => {
  test("affiliate and staff see the same list, and it shrinks as the data are entered", async () => {
    const missing = async () => {
      const [mine, theirs] = [
        (await own((scope) => readPayee(scope, ada.affiliateId))).missing,
        (await owner((scope) => readPayee(scope, ada.affiliateId))).missing,
      ];
      expect(mine).toEqual(theirs);
      return mine;
    };
    expect(await missing()).toEqual(["legal_name", "address", "country", "tax_status", "account"]);
    await own((scope) => savePayee(scope, ada.affiliateId, payeeInput({ tax_number: "", town: "" })));
    expect(await missing()).toEqual(["address", "tax_number", "account"]);
    await owner((scope) => savePayee(scope, ada.affiliateId, payeeInput()));
    await own((scope) => enter(scope, ada.affiliateId, FIRST));
    expect(await missing()).toEqual([]);
  });

  test("a list says the same of several affiliates at once", async () => {
    const people = [ada];
    for (const name of ["Bob", "Eve", "Zoe"]) people.push(await activeAffiliate(db.database, org, { name }));
    const [, bob, eve] = people as [Affiliate, Affiliate, Affiliate];
    await owner((scope) => savePayee(scope, ada.affiliateId, payeeInput({ tax_status: "eu_business" })));
    await owner((scope) => savePayee(scope, bob.affiliateId, payeeInput({ tax_status_from: "2026-03-11" })));
    await owner((scope) => savePayee(scope, eve.affiliateId, payeeInput()));
    await owner((scope) => enter(scope, eve.affiliateId, FIRST));
    await owner((scope) => enter(scope, ada.affiliateId, SECOND));
    await owner((scope) => enter(scope, ada.affiliateId, THIRD));
    const ids = people.map(({ affiliateId }) => affiliateId);
    const together = await owner((scope) => readMissing(scope, ids));
    const each: [string, unknown][] = [];
    for (const id of ids) each.push([id, (await owner((scope) => readPayee(scope, id))).missing]);
    expect([...together]).toEqual(each);
    expect(together.get(bob.affiliateId)).toEqual(["tax_status", "account"]);
    expect(together.get(eve.affiliateId)).toEqual([]);
    await expect(own((scope) => readMissing(scope, ids))).rejects.toMatchObject({ code: "forbidden" });
  });

  test("a tax status is kept with its days, and a conflict names what the other side has changed", async () => {
    await own((scope) => savePayee(scope, ada.affiliateId, payeeInput({ tax_status: "small_business" })));
    const { version } = await own((scope) => readPayee(scope, ada.affiliateId));
    const next = payeeInput({ tax_status: "regular", tax_status_from: "2026-07-01" });
    await owner((scope) => savePayee(scope, ada.affiliateId, next));
    await own((scope) => savePayee(scope, ada.affiliateId, payeeInput({ tax_status: "", tax_status_from: "" })));
    const payee = await own((scope) => readPayee(scope, ada.affiliateId));
    expect(payee.taxStatuses).toEqual([
      { status: "regular", beginsOn: "2026-07-01" },
      { status: "small_business", beginsOn: "2025-01-01" },
    ]);
    const outdated = { ...payeeInput({ tax_status: "private" }), version };
    await expect(own((scope) => savePayee(scope, ada.affiliateId, outdated))).rejects.toMatchObject({
      code: "changed_meanwhile",
      changed: { tax_status: "regular", tax_status_from: "2026-07-01" },
    });
  });

  test("[OPS-05] erasing an affiliate removes profile and accounts, and deletion does too", async () => {
    await own((scope) => savePayee(scope, ada.affiliateId, payeeInput()));
    await own((scope) => enter(scope, ada.affiliateId, FIRST));
    await owner((scope) => eraseAffiliate(scope, ada.affiliateId, { name: "Ada", nobody: "Nobody" }));
    const { rows } = await db.ownerPool.query(`
      select (select count(*) from payee_profile)::int + (select count(*) from payee_tax_status)
        + (select count(*) from payee_account) as left`);
    expect(Number(rows[0].left)).toBe(0);
  });

  test("a withdrawn account stays out, whoever withdraws it", async () => {
    await own((scope) => enter(scope, ada.affiliateId, FIRST));
    await own((scope) => enter(scope, ada.affiliateId, SECOND));
    const { id } = (await waiting())!;
    expect(await owner((scope) => withdrawAccount(scope, ada.affiliateId, id))).toBe(true);
    expect(await own((scope) => withdrawAccount(scope, ada.affiliateId, id))).toBe(false);
    expect([await paidTo(), await waiting()]).toEqual(["3000", null]);
  });
});
