import { generateSync } from "otplib";
import { beforeAll, describe, expect, test } from "vitest";
import { proofs, type AuditAction, type ProvenAction } from "~/domain/shared/proofs";
import { hashPassword } from "~/platform/passwords.server";
import { texts } from "../e2e/support/texts";
import { activeAffiliate, type Affiliate } from "../factories/affiliates";
import { submittedLead } from "../factories/deals";
import { deletedField } from "../factories/fields";
import { addMember, createOrg, type Member, type Org } from "../factories/organizations";
import { accountEnteredBy, IBANS } from "../factories/payees";
import { signIn } from "../factories/people";
import { withAuthenticator } from "../factories/second-factor";
import { withWebhook } from "../factories/webhooks";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { payoutCases } from "../support/payout-proofs";
import { useSite, type Form } from "../support/site";
import { snapshotTables } from "../support/snapshot-tables";
import { openVisitor, type Visitor } from "../support/visitor";

// A stolen session of an owner: every action that gives power or data requires re-authentication, whichever form sends
// it. The type makes the table of cases complete: an action that requires re-authentication and has no case here does
// not compile.

const db = useDatabase();
// Browsers make passkeys under https only.
const site = useSite(db, { APP_URL: "https://finderlohn.test" });
const PASSWORD = "correct horse battery staple";
let passwordHash: string;
let waiting: string;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

interface World {
  org: Org;
  /** Another owner, who reads German. */
  other: Member;
  max: Member;
  affiliate: Affiliate;
  leadId: string;
  /** The proof of the acting user. */
  shown: Record<string, string>;
}

interface Case {
  path: (world: World) => string;
  form?: (world: World) => Record<string, string>;
  /** The acting user, if not the owner. */
  by?: "max";
  prepare?: (world: World) => Promise<unknown>;
  /** A button instead of a form: a user who must re-authenticate is redirected to a page for that. */
  isLed?: true;
  /** The beginning of the notification of the other owner. */
  tells?: string;
  /** All members get one email instead. */
  emailsAll?: true;
  /** The actor in the notification, where it does not follow from the name of the action. */
  says?: "self";
}

/** Gives the owner an authenticator app; their session has used its code some time ago. */
async function withApp(world: World): Promise<void> {
  const secret = await withAuthenticator(db, world.org.owner.userId);
  world.shown = { proof: "code", code: generateSync({ secret }) };
}

const members = "/settings/members";
const payerAccount = "/settings/payouts/account";

const cases: Record<ProvenAction, Case> = {
  "member.invite": {
    path: () => `${members}/invite`,
    form: () => ({ email: "thief@evil.example", role: "owner" }),
    tells: "member_invited",
  },
  "member.change_role": {
    path: ({ max }) => `${members}/${max.userId}/role`,
    form: () => ({ role: "owner" }),
    tells: "member_promoted",
  },
  "member.hand_over": {
    path: () => `${members}/hand-over`,
    form: ({ max }) => ({ member: max.userId }),
    tells: "member_handed_over",
  },
  "member.remove": { path: ({ max }) => `${members}/${max.userId}/remove`, tells: "member_removed" },
  "member.leave": { path: ({ max }) => `${members}/${max.userId}/remove`, by: "max", tells: "member_left" },
  "member.erase": {
    path: ({ max }) => `${members}/${max.userId}/erase`,
    form: ({ max }) => ({ name: max.name }),
    tells: "member_removed",
  },
  "api_key.create": {
    path: () => "/settings/api/new",
    form: () => ({ name: "Thief", access: "read", lifetime: "never" }),
    tells: "api_key_made",
  },
  "webhook.save": {
    path: () => "/settings/webhook",
    form: () => ({ intent: "save", webhook_url: "https://webhook.site/thief", webhook_events: "deal.created" }),
    tells: "webhook_changed",
  },
  "webhook.change_secret": {
    path: () => "/settings/webhook/secret",
    prepare: ({ org }) => withWebhook(db.database, org),
    tells: "webhook_secret",
  },
  "organization.release_factor": {
    path: () => members,
    form: () => ({ intent: "release" }),
    prepare: async (world) => {
      await withApp(world);
      await db.ownerPool.query("update organization set requires_factor = true where org_id = $1", [world.org.orgId]);
    },
    isLed: true,
    tells: "factor_released",
  },
  "organization.set_reply_to": {
    path: () => "/settings/general/replies",
    form: () => ({ reply_to: "thief@evil.example" }),
    tells: "reply_to_changed",
  },
  "field.purge": {
    path: ({ org }) => `/settings/fields/${org.orgId}/purge`,
    form: () => ({ intent: "purge" }),
    prepare: ({ org }) => deletedField(db.ownerPool, org, org.orgId),
    isLed: true,
  },
  "organization.archive": { path: () => "/settings/archive.zip", isLed: true, tells: "archive_taken" },
  "organization.close": {
    path: () => "/settings/data/delete",
    form: (of) => ({ name: of.org.name, without_archive: "on" }),
    emailsAll: true,
  },
  "affiliate.erase": {
    path: ({ affiliate }) => `/affiliates/${affiliate.affiliateId}/erase`,
    form: ({ affiliate }) => ({ name: affiliate.name }),
  },
  "payer.set_account": { path: () => payerAccount, form: () => ({ iban: IBANS[0] }), tells: "payer_account_changed" },
  "payee.confirm_account": {
    path: ({ affiliate }) => `/affiliates/${affiliate.affiliateId}/payout`,
    form: () => ({ intent: "confirm", id: waiting, note: "Ada, by phone" }),
    prepare: async ({ org, max, affiliate }) => (waiting = await accountEnteredBy(db.database, org, max, affiliate)),
  },
  ...payoutCases(db),
  "lead.erase": { path: ({ leadId }) => `/leads/${leadId}/erase`, form: () => ({ name: "Nora Neumann" }) },
  "account.set_up_app": { path: () => "/second-factor/app", form: () => ({ intent: "begin" }) },
  "account.add_passkey": { path: () => "/second-factor/passkey", form: () => ({ intent: "begin" }) },
  "account.remove_factor": { path: () => "/second-factor/remove", prepare: withApp, tells: "factor_off" },
  "account.change_password": {
    path: () => "/second-factor/password",
    form: () => ({ new_password: "seven grey herons" }),
    tells: "password_changed",
  },
  "account.change_email": { path: () => "/second-factor/email", form: () => ({ email: "thief@evil.example" }) },
  "account.delete": {
    path: () => "/second-factor/delete",
    form: ({ org }) => ({ name: org.owner.name }),
    tells: "member_left",
    says: "self",
  },
  "account.make_codes": { path: () => "/second-factor/codes", prepare: withApp },
  "subscription.portal": {
    path: () => "/settings/subscription",
    form: ({ org }) => ({ intent: "portal", organization: org.orgId }),
    isLed: true,
  },
};

async function newWorld({ by, prepare }: Case): Promise<{ world: World; visitor: Visitor }> {
  const org = await createOrg(db.database);
  const other = await addMember(db.database, org, { role: "owner" });
  const max = await addMember(db.database, org);
  const affiliate = await activeAffiliate(db.database, org);
  const leadId = await submittedLead(db.database, org, affiliate, { contact_person: "Nora Neumann" });
  await db.runJobs();
  const actor = by === "max" ? max : org.owner;
  await db.ownerPool.query("update app_user set password_hash = $1 where id = $2", [passwordHash, actor.userId]);
  await db.ownerPool.query("update app_user set language_preference = 'de' where id = $1", [other.userId]);
  const session = await signIn(db.database, actor, { isProven: false });
  const world = { org, other, max, affiliate, leadId, shown: { proof: "password", password: PASSWORD } };
  await prepare?.(world);
  await db.runJobs();
  db.mails.length = 0;
  return { world, visitor: await openVisitor(site, { language: "en", session }) };
}

/** Returns how often an organization's audit log contains an action. */
const recorded = async ({ org }: World, action: string) =>
  (await db.ownerPool.query("select 1 from audit_log where org_id = $1 and action = $2", [org.orgId, action]))
    .rowCount!;

const isLedTo = (location: string | undefined) =>
  /^\/(second-factor\/prove|settings\/data\/archive)/.test(location ?? "");

describe("[AUTH-14] an action that gives power or data requires re-authentication", () => {
  test.each(Object.entries(cases))("[AUTH-14] [OPS-06] %s", async (name, one) => {
    const t = await texts("en");
    const { world, visitor } = await newWorld(one);
    const path = one.path(world);
    const send = (form: Form = {}) => (path.endsWith(".zip") ? visitor.get(path) : visitor.post(path, form));
    const form = one.form?.(world) ?? {};
    const action = name as ProvenAction;

    // With the cookie alone nothing happens, and the input is kept for another submission.
    const before = await snapshotTables(db.ownerPool);
    const empty = { proof: world.shown["proof"]!, password: "", code: "" };
    const refused = await send({ ...form, ...empty });
    if (one.isLed) expect(isLedTo(refused.headers.location)).toBe(true);
    else {
      expect(refused.status).toBe(403);
      expect(textIn(refused.text)).toContain(t("errors:proof_required"));
      for (const typed of ["thief@evil.example", "https://webhook.site/thief"])
        if (Object.values(form).includes(typed)) expect(refused.text).toContain(`value="${typed}"`);
      // The page requests it from the start.
      expect((await visitor.open(path)).text).toMatch(/name="(password|code)"/);
      // A wrong proof is rejected.
      const wrong = await send({ ...form, ...world.shown, password: "wrong password", code: "000000" });
      expect([401, 422]).toContain(wrong.status);
      expect(wrong.text).not.toContain("wrong password");
    }
    expect(await snapshotTables(db.ownerPool)).toEqual(before);

    if (one.isLed) {
      const asks = await visitor.open(refused.headers.location!);
      expect(asks.text).toMatch(/name="(password|code)"/);
      const proven = await visitor.post(refused.headers.location!, world.shown);
      expect(proven.status).toBe(302);
      const done = await send(form);
      expect([200, 302]).toContain(done.status);
      expect(isLedTo(done.headers.location)).toBe(false);
    } else {
      expect([200, 302]).toContain((await send({ ...form, ...world.shown })).status);
    }
    const isAudited = !/^(account|subscription)\./.test(action);
    expect(await recorded(world, action)).toBe(isAudited ? 1 : 0);

    await db.runJobs();
    const toOther = db.mails.filter(({ to }) => to.address === world.other.email);
    if (!one.tells) return expect(toOther).toHaveLength(one.emailsAll ? 1 : 0);
    const de = await texts("de");
    const what = de(`notices:security.${one.tells}`, { subject: "" }).trim();
    expect(toOther.map(({ subject }) => subject)).toEqual([expect.stringContaining(what)]);
    // The notification names the actor, who is not notified themselves unless it is their own account.
    const actor = one.by === "max" ? world.max : world.org.owner;
    const who = one.says ?? (isAudited ? (one.by ? "self" : "by") : "account");
    expect(toOther[0]!.text).toContain(de(`notices:security.${who}`, { by: actor.name }));
    expect(db.mails.map(({ to }) => to.address).includes(actor.email)).toBe(!isAudited);
  });

  test("[AUTH-14] the table has the notification of each action that notifies a user, and a case for each reason", () => {
    const told = (Object.keys(cases) as ProvenAction[]).filter((action) => "tells" in proofs[action]);
    expect(told.filter((action) => !cases[action].tells)).toEqual([]);
    expect(told satisfies string[] as AuditAction[]).toContain("member.invite");
  });

  test("[AUTH-14] a proof lasts ten minutes, and only in its own session", async () => {
    const { world, visitor } = await newWorld({ path: () => "" });
    const invite = (one: Visitor, email: string, more: Record<string, string> = {}) =>
      one.post(`${members}/invite`, { email, role: "member", ...more });
    expect((await invite(visitor, "one@new.example", world.shown)).status).toBe(302);
    expect((await invite(visitor, "two@new.example")).status).toBe(302);
    const elsewhere = await signIn(db.database, world.org.owner);
    await db.ownerPool.query(
      "update session set proven_at = null where created_at = (select max(created_at) from session)",
    );
    const stolen = await openVisitor(site, { language: "en", session: elsewhere });
    expect((await invite(stolen, "three@new.example")).status).toBe(403);
    await db.ownerPool.query("update session set proven_at = proven_at - interval '11 minutes'");
    expect((await invite(visitor, "four@new.example")).status).toBe(403);
  });

  test("[AUTH-14] [ORG-05] notifies a member who is removed or no longer an owner", async () => {
    const { world, visitor } = await newWorld({ path: () => "" });
    const { other, shown } = world;
    await visitor.post(`${members}/${other.userId}/role`, { role: "member", ...shown });
    await db.runJobs();
    const de = await texts("de");
    expect(db.mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      [other.email, expect.stringContaining(de("notices:security.member_demoted", { subject: "" }).trim())],
    ]);
    db.mails.length = 0;
    expect((await visitor.post(`${members}/${other.userId}/remove`, {})).status).toBe(302);
    await db.runJobs();
    expect(db.mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      [other.email, de("mail:member_removed.subject", { agency: world.org.name })],
    ]);
  });

  test("[AUTH-14] shows a user without a password how to get one", async () => {
    const { world, visitor } = await newWorld({ path: () => "" });
    await db.ownerPool.query("update app_user set password_hash = null where id = $1", [world.org.owner.userId]);
    const page = await visitor.open(`${members}/invite`);
    expect(textIn(page.text)).toContain((await texts("en"))("factor:no_password"));
    expect(page.text).toContain('href="/auth/forgot"');
  });
});
