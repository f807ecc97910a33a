import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { openVatCheck, queueVatCheck, readVatCheck, recordVatCheck } from "~/domain/payouts/check-vat.server";
import { savePayee } from "~/domain/payouts/save-payee.server";
import type { Scope } from "~/domain/shared/scope";
import { openVies } from "~/platform/vies.server";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { payeeInput, payerIn } from "../factories/payees";
import { useDatabase } from "../support/database";
import { startReceiver, type Receiver } from "./receiver";

// A German organization pays a French affiliate. VIES is a server of this machine. The clock is ahead of the one of the
// queue, so a job that waits does not run by itself.

const db = useDatabase({ each: true });
const FRENCH = "FR61954506077";
const OTHER = "FR83404833048";
let org: Org;
let ada: Affiliate;
let vies: Receiver;

beforeEach(async () => {
  db.at("2030-03-20T12:00:00Z");
  vies = await startReceiver();
  vies.answer = 200;
  answers({
    isValid: true,
    userError: "VALID",
    requestIdentifier: "WAPIAAAAZ1",
    name: "ADA SARL",
    address: "1 RUE\nPARIS",
  });
  db.context.vies = openVies({ origin: vies.origin });
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  await payerIn(db.database, org, { country: "DE", vat_id: "DE136695976" });
});
afterEach(() => vies.close());

const answers = (body: object) => void (vies.answerBody = JSON.stringify(body));
const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const own = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, ada, use);
const queue = (use = owner) => use((scope) => queueVatCheck(scope, ada.affiliateId));
/** The affiliate saves a VAT id, as the form does. */
const save = (vat_id: string) =>
  own(async (scope) => {
    await savePayee(scope, ada.affiliateId, payeeInput({ vat_id }));
    await queueVatCheck(scope, ada.affiliateId);
  });
const waiting = async () => (await db.jobs("vat.check")).length;
const stored = async () =>
  (
    await db.ownerPool.query<{ text: string }>(
      `select concat_ws(' | ', vat_id, requester_vat_id, outcome, request_id, name, address, problem, attempt,
         to_char(again_at at time zone 'UTC', 'DD HH24:MI')) as text from vat_check order by checked_at, id`,
    )
  ).rows.map(({ text }) => text);
const shown = async (use = owner) => (await use((scope) => readVatCheck(scope, ada.affiliateId)))?.last ?? null;
/** Makes the next attempt due. */
const makeDue = () => db.ownerPool.query("update graphile_worker._private_jobs set run_at = now()");

describe("[PAY-01] VIES is asked about the VAT id of an affiliate in another EU country", () => {
  test("when it is saved; the answer is kept as evidence, and both sides see it", async () => {
    await save(FRENCH);
    expect([await waiting(), await shown()]).toEqual([1, null]);
    await db.runJobs();
    const [request, ...others] = vies.requests;
    expect(request!.path).toBe(
      "/taxation_customs/vies/rest-api/ms/FR/vat/61954506077?requesterMemberStateCode=DE&requesterNumber=136695976",
    );
    expect(others).toEqual([]);
    expect(await stored()).toEqual([`${FRENCH} | DE136695976 | valid | WAPIAAAAZ1 | ADA SARL | 1 RUE PARIS | 0`]);
    const answer = {
      outcome: "valid",
      checkedAt: "2030-03-20T12:00:00.000Z",
      requestId: "WAPIAAAAZ1",
      name: "ADA SARL",
      address: "1 RUE PARIS",
      againAt: null,
    };
    expect([await shown(), await shown(own)]).toEqual([answer, answer]);
    // Nobody else reads or writes it.
    const bob = await activeAffiliate(db.database, org, { name: "Bob" });
    const peek = asAffiliate(db.database, org, bob, (scope) => readVatCheck(scope, ada.affiliateId));
    await expect(peek).rejects.toMatchObject({ code: "forbidden" });
    const foreign = await createOrg(db.database);
    expect(await asOwner(db.database, foreign, (scope) => readVatCheck(scope, ada.affiliateId))).toBeNull();
    const asked = { vatId: FRENCH, requesterVatId: null, affiliateId: ada.affiliateId, attempt: 0 };
    const forged = own((scope) =>
      recordVatCheck(
        scope,
        { ...asked, openedAt: new Date("2030-03-21T12:00:00Z") },
        { outcome: "valid", requestId: null, name: null, address: null, problem: null },
      ),
    );
    await expect(forged).rejects.toThrow(/row-level security/);
  });

  test("again when a page is looked at after 90 days, and at most once", async () => {
    await save(FRENCH);
    await db.runJobs();
    await queue();
    expect(await waiting()).toBe(0);
    db.at("2030-06-19T12:00:00Z");
    for (const use of [owner, own, owner]) await queue(use);
    expect(await waiting()).toBe(1);
    answers({ isValid: false, userError: "INVALID", name: "---" });
    await db.runJobs();
    await queue();
    expect([await waiting(), (await shown())?.outcome]).toEqual([0, "invalid"]);
    // Each answer is a row of its own, and the program cannot change one.
    expect((await stored()).map((line) => line.split(" | ")[2])).toEqual(["valid", "invalid"]);
    const change = owner((scope) => scope.db.vatCheck.updateMany({ data: { outcome: "valid" } }));
    await expect(change).rejects.toThrow(/permission denied/);
  });

  test("later if VIES is unavailable: four times at growing intervals, then at the next look on another day", async () => {
    answers({ isValid: false, userError: "MS_UNAVAILABLE" });
    await save(FRENCH);
    const times = ["20T12:00", "20T12:10", "20T13:10", "20T17:10", "21T05:10"];
    for (const [attempt, time] of times.entries()) {
      db.at(`2030-03-${time}:00Z`);
      await makeDue();
      await db.runJobs();
      expect(vies.requests).toHaveLength(attempt + 1);
      await queue();
    }
    expect((await stored()).map((line) => line.split(" | ").slice(2))).toEqual([
      ["unavailable", "MS_UNAVAILABLE", "0", "20 12:10"],
      ["unavailable", "MS_UNAVAILABLE", "1", "20 13:10"],
      ["unavailable", "MS_UNAVAILABLE", "2", "20 17:10"],
      ["unavailable", "MS_UNAVAILABLE", "3", "21 05:10"],
      ["unavailable", "MS_UNAVAILABLE", "4"],
    ]);
    expect([await waiting(), await shown()]).toMatchObject([0, { outcome: "unavailable", againAt: null }]);
    db.at("2030-03-22T06:00:00Z");
    await queue(own);
    answers({ isValid: true });
    await db.runJobs();
    expect([await waiting(), (await shown())?.outcome]).toEqual([0, "valid"]);
  });

  test("without storing an answer about an id that has changed meanwhile", async () => {
    await save(FRENCH);
    const opened = (await owner((scope) => openVatCheck(scope, ada.affiliateId, 0)))!;
    await save(OTHER);
    const answer = { outcome: "valid", requestId: null, name: null, address: null, problem: null } as const;
    await owner((scope) => recordVatCheck(scope, opened, answer));
    expect([await stored(), await waiting()]).toEqual([[], 1]);
    await db.runJobs();
    expect((await stored()).map((line) => line.split(" | ")[0])).toEqual([OTHER]);
    // The earlier id has its own answers.
    await save(FRENCH);
    expect(await shown()).toBeNull();
  });

  test("not about German ids, not without one, and not while it is switched off", async () => {
    await save("DE129273398");
    expect([await waiting(), await owner((scope) => readVatCheck(scope, ada.affiliateId))]).toEqual([0, null]);
    await own((scope) => savePayee(scope, ada.affiliateId, payeeInput({ vat_id: "" })));
    await queue();
    expect(await waiting()).toBe(0);
    await save(FRENCH);
    db.context.vies = null;
    await db.runJobs();
    expect([await waiting(), vies.requests.length, await stored()]).toEqual([0, 0, []]);
  });

  test("and its answers go with the affiliate", async () => {
    await save(FRENCH);
    await db.runJobs();
    expect(await stored()).toHaveLength(1);
    await owner((scope) => eraseAffiliate(scope, ada.affiliateId, { name: "Ada", nobody: "Nobody" }));
    expect(await stored()).toEqual([]);
  });
});

describe("[PAY-01] what VIES responds", () => {
  const ask = (requesterVatId: string | null = null, timeLimitMs = 600) =>
    openVies({ origin: vies.origin, timeLimitMs }).ask({ vatId: FRENCH, requesterVatId });

  test.each([
    [{ isValid: true, userError: "VALID", name: "---", address: "---", requestIdentifier: "" }, "valid", null],
    [{ valid: true, requestIdentifier: null }, "valid", null],
    [{ isValid: false, userError: "INVALID" }, "invalid", null],
    [{ isValid: false, userError: "INVALID_INPUT" }, "invalid", null],
    [{ isValid: false, userError: "MS_MAX_CONCURRENT_REQ" }, "unavailable", "MS_MAX_CONCURRENT_REQ"],
    [{ actionSucceed: false, errorWrappers: [{ error: "SERVICE_UNAVAILABLE" }] }, "unavailable", "SERVICE_UNAVAILABLE"],
    [{ isValid: "yes" }, "unavailable", "status 200"],
    [[], "unavailable", "status 200"],
    [{}, "unavailable", "no answer in the response"],
  ])("%j is %s", async (body, outcome, problem) => {
    answers(body);
    expect(await ask()).toEqual({ outcome, problem, requestId: null, name: null, address: null });
  });

  test("no JSON, another status, a redirect, a long body and silence are unavailable", async () => {
    vies.answerBody = "<html>";
    expect(await ask()).toMatchObject({ outcome: "unavailable", problem: "status 200" });
    answers({ isValid: true });
    for (const status of [302, 404, 503]) {
      vies.answer = status;
      expect(await ask()).toMatchObject({ outcome: "unavailable", problem: `status ${status}` });
    }
    vies.answer = 200;
    answers({ isValid: true, name: "x".repeat(200_000) });
    expect(await ask()).toMatchObject({ outcome: "unavailable" });
    vies.answer = "never";
    expect(await ask()).toMatchObject({ outcome: "unavailable", problem: "no whole answer within 0.6 s" });
    await vies.close();
    expect(await ask()).toMatchObject({ outcome: "unavailable", problem: expect.stringContaining("ECONNREFUSED") });
  });

  test("a rejected VAT id of the organization does not count against the affiliate", async () => {
    vies.answer = ({ path }) => {
      answers(
        path.includes("requesterNumber")
          ? { isValid: false, userError: "INVALID_REQUESTER_INFO" }
          : { isValid: true, name: "ADA" },
      );
      return 200;
    };
    expect(await ask("DE136695976")).toMatchObject({ outcome: "valid", name: "ADA", requestId: null });
    expect(vies.requests).toHaveLength(2);
  });
});
