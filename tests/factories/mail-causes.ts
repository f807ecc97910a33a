import { randomUUID } from "node:crypto";
import { giveSecurityNotice } from "~/domain/identity/security-notice.server";
import { issueLink } from "~/domain/identity/issue-link.server";
import type { PersonalPurpose } from "~/domain/identity/one-time-link";
import { signUp } from "~/domain/identity/sign-up.server";
import { inviteMember } from "~/domain/members/invite-member.server";
import type { AffiliateNotification, NoticeOf } from "~/domain/notifications/notice";
import { notifyAffiliate } from "~/domain/notifications/notify-affiliate.server";
import { notifyOwners, notifyStaff, type StaffEvent } from "~/domain/notifications/notify-staff.server";
import { day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { RETENTION_DAYS } from "~/domain/subscriptions/subscription";
import { warnOfDeletion } from "~/domain/subscriptions/warn-of-deletion.server";
import type { TermRules } from "~/domain/terms/term";
import type { MailKind } from "~/i18n/mail-kinds";
import type { TestDatabase } from "../support/database";
import type { Affiliate } from "./affiliates";
import { sayFarewell } from "./farewell";
import { asOwner, type Org } from "./organizations";
import { dueCause } from "./lead-work";
import { closingCauses } from "./closing-causes";
import { mergeCauses } from "./merge-causes";
import { conversationCauses } from "./conversation";
import { payoutCauses } from "./payout-causes";
import { payoutMailCauses, type ToAffiliate } from "./payout-mail-causes";
import { refusedForMail, submittedForMail } from "./own-invoices";
import { nextNumber } from "./people";

/** The receiver: any person, a member or an affiliate of the organization. */
export type Audience = "anybody" | "staff" | "affiliate";

export interface World {
  db: TestDatabase;
  org: Org;
  affiliate: Affiliate;
  leadId: string;
  company: string;
  deal: { id: string; title: string };
}

export interface Cause {
  audience: Audience;
  shows: (world: World) => string | null;
  cause: (world: World) => Promise<unknown>;
}

const link = (purpose: PersonalPurpose): Cause => ({
  audience: "anybody",
  shows: () => null,
  cause: ({ db, affiliate, org }) =>
    db.database.withIdentity((scope) =>
      issueLink(scope, {
        purpose,
        userId: affiliate.userId,
        ...(purpose === "invite" && { orgId: org.orgId }),
        ...(purpose.endsWith("-email") && { email: `moved-${nextNumber()}@example.com` }),
      }),
    ),
});

const security = (kind: Parameters<typeof giveSecurityNotice>[2]): Cause => ({
  audience: "staff",
  shows: () => null,
  cause: ({ db, org }) => db.database.withIdentity((scope) => giveSecurityNotice(scope, org.owner.userId, kind, "en")),
});

const toAffiliate: ToAffiliate = (noticeOf, shows) => ({
  audience: "affiliate",
  shows,
  cause: async (world) => {
    const notice = await noticeOf(world);
    await asOwner(world.db.database, world.org, (scope) => notifyAffiliate(scope, notice));
  },
});

const aboutMoney = (type: "deal_created" | "commission_paid" | "commission_reversed", monthly: boolean): Cause =>
  toAffiliate(
    ({ affiliate: { affiliateId }, company, deal: { id, title } }) =>
      ({
        affiliateId,
        type,
        dealId: id,
        company,
        deal: title,
        monthly,
        commission: { amount: 10_000, currency: "EUR" },
        ...(monthly && { period: "2026-01-15" }),
        ...(type === "commission_reversed" && { reason: "Paid to another account" }),
      }) as AffiliateNotification,
    ({ deal }) => deal.title,
  );

const lost = (several: boolean, because: boolean): Cause =>
  toAffiliate(
    ({ affiliate: { affiliateId }, leadId, company }) => ({
      affiliateId,
      type: "lead_lost",
      ...(several ? { companies: [company, "Another"] } : { leadId, company }),
      ...(because && { reason: "No budget" }),
    }),
    ({ company }) => company,
  );

const gone = (several: boolean, because: boolean): Cause =>
  toAffiliate(
    ({ affiliate: { affiliateId }, company }) => ({
      affiliateId,
      type: "lead_deleted",
      ...(several ? { companies: [company, "Another"] } : { company }),
      ...(because && { reason: "A test" }),
    }),
    ({ company }) => company,
  );

const rules: TermRules = {
  cadence: "monthly",
  currency: "EUR",
  dueWhen: "period",
  holdingDays: 0,
  startDate: day("2027-01-01"),
  revShareBp: 1_000,
  fixedAmount: null,
  tiers: null,
};
const terms = (before: TermRules | null): Cause =>
  toAffiliate(
    ({ affiliate: { affiliateId } }) => ({ affiliateId, type: "terms_changed", before, after: rules }),
    ({ org }) => org.name,
  );

const toStaff = (
  type: StaffEvent["type"],
  subjectOf: (world: World) => string | Promise<string>,
  shows: (world: World) => string,
): Cause => ({
  audience: "staff",
  shows,
  cause: async (world) => {
    const subjectId = await subjectOf(world);
    await asOwner(world.db.database, world.org, (scope) => notifyStaff(scope, { type, subjectId }));
  },
});

const toOwners = (notice: Parameters<typeof notifyOwners>[1]): Cause => ({
  audience: "staff",
  shows: ({ org }) => org.name,
  cause: ({ db, org }) => asOwner(db.database, org, (scope) => notifyOwners(scope, notice, randomUUID())),
});

const billing = (about: NoticeOf<"billing">["about"]) => toOwners({ type: "billing", about, date: day("2026-11-20") });
const webhook = (because: "gone" | "failing") => toOwners({ type: "webhook_disabled", host: "hooks.example", because });

const invitation = async ({ db, org }: World, email: string): Promise<string> =>
  asOwner(db.database, org, (scope) => inviteMember(scope, { email, role: "member" }, "en"));

export const DAY_MS = 24 * 60 * 60 * 1000;
export const setTrial = (db: TestDatabase, org: Org, until: Date) =>
  db.ownerPool.query("update organization set subscription_status = null, trial_ends_at = $2 where org_id = $1", [
    org.orgId,
    until,
  ]);

/** Actions that cause each email. A new kind does not compile until it is listed here. */
export const causes = {
  confirm: {
    audience: "anybody",
    shows: () => null,
    cause: ({ db }) =>
      db.database.withIdentity((scope) =>
        signUp(scope, {
          email: `visitor-${nextNumber()}@example.com`,
          name: "Visitor",
          passwordHash: "hash",
          language: "en",
          browser: null,
        }),
      ),
  },
  invite: link("invite"),
  member_invitation: {
    audience: "anybody",
    shows: ({ org }) => org.name,
    cause: async (world) => void (await invitation(world, `invited-${nextNumber()}@example.com`)),
  },
  "sign-in": link("sign-in"),
  reset: link("reset"),
  "new-email": link("new-email"),
  "keep-email": link("keep-email"),
  factor_on: security("factor_on"),
  factor_changed: security("factor_changed"),
  factor_off: security("factor_off"),
  factor_failed: security("factor_failed"),
  password_changed: security("password_changed"),
  email_changed: security("email_changed"),
  name_changed: security("name_changed"),
  member_removed: {
    audience: "staff",
    shows: () => null,
    cause: ({ db, org: { orgId, owner } }) =>
      db.database.withOrg(orgId, { kind: "job", name: "test" }, (scope) =>
        scope.enqueue("mail.security", {
          notice_id: randomUUID(),
          removed: { user_id: owner.userId, org_id: orgId },
        }),
      ),
  },
  account_deleted: { ...link("invite"), cause: ({ db, org }) => sayFarewell(db, org) },
  access_ended: { ...link("invite"), cause: ({ db, org, affiliate }) => sayFarewell(db, org, affiliate) },
  ...payoutCauses,
  recovery_used: security("recovery_used"),
  deal_created: aboutMoney("deal_created", false),
  deal_created_monthly: aboutMoney("deal_created", true),
  commission_paid: aboutMoney("commission_paid", false),
  commission_paid_monthly: aboutMoney("commission_paid", true),
  commission_reversed: aboutMoney("commission_reversed", false),
  commission_reversed_monthly: aboutMoney("commission_reversed", true),
  deal_ended: toAffiliate(
    ({ affiliate: { affiliateId }, company, deal: { id, title } }) => ({
      affiliateId,
      type: "deal_ended",
      dealId: id,
      company,
      deal: title,
      day: day("2026-02-01"),
      endReason: "cancelled_by_customer",
      reason: "Closed their shop",
      amounts: [{ amount: 10_000, currency: "EUR" }],
    }),
    ({ deal }) => deal.title,
  ),
  deal_resumed: toAffiliate(
    ({ affiliate: { affiliateId }, company, deal: { id, title } }) => ({
      affiliateId,
      type: "deal_resumed",
      dealId: id,
      company,
      deal: title,
    }),
    ({ deal }) => deal.title,
  ),
  ...payoutMailCauses(toAffiliate),
  ...conversationCauses,
  terms_changed: terms(rules),
  terms_first: terms(null),
  lead_lost: lost(false, false),
  lead_lost_because: lost(false, true),
  lead_lost_many: lost(true, false),
  lead_lost_many_because: lost(true, true),
  lead_deleted: gone(false, false),
  lead_deleted_because: gone(false, true),
  lead_deleted_many: gone(true, false),
  lead_deleted_many_because: gone(true, true),
  lead_created: toStaff(
    "lead_created",
    ({ leadId }) => leadId,
    ({ company }) => company,
  ),
  affiliate_joined: toStaff(
    "affiliate_joined",
    ({ affiliate }) => affiliate.affiliateId,
    ({ affiliate }) => affiliate.name,
  ),
  member_joined: toStaff(
    "member_joined",
    async (world) => {
      const id = await invitation(world, `joined-${nextNumber()}@example.com`);
      await world.db.runJobs();
      world.db.mails.splice(0);
      return id;
    },
    ({ org }) => org.owner.email,
  ),
  invoice_submitted: toStaff("invoice_submitted", submittedForMail, () => "AB-SENT"),
  invoice_refused: { audience: "affiliate", shows: () => "AB-REFUSED", cause: refusedForMail },
  leads_due: dueCause,
  webhook_gone: webhook("gone"),
  webhook_failing: webhook("failing"),
  trial_ending: billing("trial_ending"),
  trial_over: billing("trial_over"),
  payment_failed: billing("payment_failed"),
  paid_twice: billing("paid_twice"),
  subscription_canceled: billing("subscription_canceled"),
  subscription_unpaid: billing("subscription_unpaid"),
  owner_alert: toOwners({ type: "security", about: "api_key_made", subject: "CRM", by: "Somebody" }),
  deletion_near: {
    audience: "staff",
    shows: ({ org }) => org.name,
    cause: async ({ db, org }) => {
      const ended = new Date(db.database.now().getTime() - 23 * DAY_MS);
      await setTrial(db, org, ended);
      const retainUntil = new Date(ended.getTime() + RETENTION_DAYS * DAY_MS);
      const warn = (scope: Scope) => warnOfDeletion(scope, { retainUntil, days: 7 });
      await db.database.withOrg(org.orgId, { kind: "job", name: "retention.check" }, warn, "deletion");
    },
  },
  ...closingCauses,
  ...mergeCauses(toAffiliate),
} satisfies Record<MailKind, Cause>;
