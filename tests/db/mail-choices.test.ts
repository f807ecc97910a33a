import { beforeEach, describe, expect, test } from "vitest";
import { muteTopic, readMailChoices, saveMailChoices } from "~/domain/notifications/mail-choices.server";
import type { Scope } from "~/domain/shared/scope";
import { createSigner } from "~/platform/signer.server";
import { action as unsubscribe, loader as unsubscribePage } from "~/routes/_site.unsubscribe.$token";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { TEST_APP_URL, TEST_SECRET, useDatabase } from "../support/database";
import { call, useRoutes } from "../support/web";

const db = useDatabase();
useRoutes(db);
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  await db.runJobs();
  db.mails.splice(0);
});

const inPortal = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, affiliate, use);
const choices = async () => Object.fromEntries((await inPortal(readMailChoices)).map(({ topic, on }) => [topic, on]));
/** Wins a deal of the affiliate and returns the resulting emails. */
async function won() {
  await oneTimeDeal(db.database, org, affiliate);
  await db.runJobs();
  return db.mails.splice(0);
}

describe("[NOT-02] muted emails", () => {
  test("are not sent, while the notification is, and can be enabled again", async () => {
    expect(await choices()).toEqual({
      deal_created: true,
      commission_paid: true,
      lead_lost: true,
      message_received: true,
    });
    await inPortal((scope) => saveMailChoices(scope, ["commission_paid"]));
    expect(await choices()).toEqual({
      deal_created: false,
      commission_paid: true,
      lead_lost: false,
      message_received: false,
    });
    expect(await won()).toEqual([]);
    expect(await inPortal((scope) => scope.db.notification.count())).toBe(1);
    await inPortal((scope) => saveMailChoices(scope, ["deal_created"]));
    expect(await won()).toHaveLength(1);
  });

  test("of others cannot be changed by an affiliate, and staff have their own", async () => {
    const other = await activeAffiliate(db.database, org);
    const { userId, affiliateId } = other;
    await expect(
      inPortal((scope) => scope.db.mailChoice.create({ data: { userId, affiliateId, muted: [] } })),
    ).rejects.toThrow();
    await expect(inPortal((scope) => muteTopic(scope, { userId, affiliateId }, "deal_created"))).rejects.toMatchObject({
      code: "forbidden",
    });
    const staff = await asOwner(db.database, org, readMailChoices);
    const topics = [
      "lead_created",
      "message_answered",
      "mentioned",
      "leads_due",
      "affiliate_joined",
      "invoice_submitted",
    ];
    expect(staff.map(({ topic }) => topic)).toEqual(topics);
  });
});

describe("[NOT-02] an email can be muted from within (RFC 8058)", () => {
  /** Returns the link of an email's header, after comparing it with text and HTML. */
  async function link() {
    const [mail] = await won();
    const url = /^<(.*)>$/.exec(mail!.headers!["List-Unsubscribe"]!)![1]!;
    expect(mail!.headers!["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect(url.startsWith(`${TEST_APP_URL}/unsubscribe/`)).toBe(true);
    expect(mail!.text).toContain(url);
    expect(mail!.html).toContain(`href="${url}"`);
    const path = url.slice(TEST_APP_URL.length);
    return { path, params: { token: path.split("/").at(-1)! } };
  }

  test("by one click without a session, while opening the page changes nothing", async () => {
    const { path, params } = await link();
    expect((await call(unsubscribePage, path, { params })).body).toMatchObject({
      topic: "deal_created",
      done: false,
    });
    expect(await choices()).toMatchObject({ deal_created: true });
    for (let time = 0; time < 2; time++) {
      const answer = await call(unsubscribe, path, { params, form: { "List-Unsubscribe": "One-Click" } });
      expect(answer).toMatchObject({ status: 200, to: null });
    }
    expect(await choices()).toEqual({
      deal_created: false,
      commission_paid: true,
      lead_lost: true,
      message_received: true,
    });
    expect(await won()).toEqual([]);
  });

  test("by the button of the page", async () => {
    const { path, params } = await link();
    const answer = await call(unsubscribe, path, { params, form: { from_page: "1" } });
    expect(answer).toMatchObject({ status: 302, to: `${path}?done=1` });
    expect(await choices()).toMatchObject({ deal_created: false });
  });

  test("only with a valid token", async () => {
    const { params } = await link();
    const changed = params.token.slice(0, -2) + (params.token.endsWith("AA") ? "BB" : "AA");
    const sealed = await inPortal(async (one) => one.seal("something else"));
    const signed = createSigner(TEST_SECRET).sign("unsubscribe", Buffer.from("something else"));
    for (const token of ["none", "", changed, sealed, signed]) {
      const post = { params: { token }, form: { from_page: "1" } };
      expect((await call(unsubscribe, `/unsubscribe/${token}`, post)).status).toBe(404);
    }
    expect(await choices()).toMatchObject({ deal_created: true });
  });

  test("unless it is an invitation, which has no such link", async () => {
    await activeAffiliate(db.database, org);
    await db.runJobs();
    expect(db.mails.splice(0).map(({ headers }) => headers)).toEqual([undefined]);
  });
});
