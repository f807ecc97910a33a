import { activateAffiliate } from "~/domain/affiliates/activate-affiliate.server";
import { addAffiliate } from "~/domain/affiliates/add-affiliate.server";
import { addAffiliateSchema } from "~/domain/affiliates/affiliate.schema";
import { recordAudit } from "~/domain/audit/record-audit.server";
import { createOrganization } from "~/domain/organizations/create-organization.server";
import { notifyStaff } from "~/domain/notifications/notify-staff.server";
import { TRIAL_DAYS } from "~/domain/subscriptions/subscription";
import { DEFAULT_CURRENCY } from "~/domain/shared/currency";
import { createOrganizationSchema } from "~/domain/organizations/organization.schema";
import type { Scope } from "~/domain/shared/scope";
import { LATEST_AGREEMENT } from "~/domain/payouts/agreement";
import { acceptAgreement } from "~/domain/payouts/agreement.server";
import { payerSchema } from "~/domain/payouts/payer.schema";
import { savePayer } from "~/domain/payouts/payer.server";
import { enterAccount } from "~/domain/payouts/payee-account.server";
import { accountSchema, payeeSchema } from "~/domain/payouts/payee.schema";
import { savePayee } from "~/domain/payouts/save-payee.server";
import { saveTerms } from "~/domain/terms/save-terms.server";
import type { TermModel } from "~/domain/terms/term";
import { saveTermsSchema } from "~/domain/terms/term.schema";
import { tierFields } from "~/domain/terms/tiers";
import { leadSteps } from "./lead-steps";
import { openDemoContext, type DemoContext, type Step } from "./demo-context";
import type { DemoAffiliate, DemoOrganization, DemoTerms } from "./demo-organization";
import { markPaymentPaid, markDealPaid } from "~/domain/commissions/pay-commissions.server";
import { dateFromDay, dayFromDate, daysBetween, type Day, DAY_MS } from "~/domain/shared/dates";
import { setReceipt } from "~/domain/commissions/set-receipt.server";
import type { CommissionKind } from "~/domain/commissions/commission";

const RECEIPTS_PERCENT = 65;

/** Returns the steps that pay commissions: one-time ones, and monthly ones except for the latest months. */
async function paymentSteps(context: DemoContext): Promise<Step[]> {
  const steps: Step[] = [];
  const { moment, random } = context;
  const pay = (daysAgo: number, kind: CommissionKind, id: string) => {
    const mark = kind === "deal" ? markDealPaid : markPaymentPaid;
    steps.push({
      at: moment(daysAgo, 11),
      run: async (at) => {
        const scope = context.as(at);
        await mark(scope, id);
        if (random.chance(RECEIPTS_PERCENT)) await addReceipt(context, scope, kind, id);
      },
    });
  };
  const today = await context.as(context.scope.now).today();
  for (const deal of context.deals) {
    if (deal.paidAfter !== null) pay(deal.daysAgo - deal.paidAfter, "deal", deal.id);
    if (deal.monthsDue === null) continue;
    const begun = await begunMonths(context.scope, deal.id, today);
    for (const { id, period } of begun.slice(0, Math.max(0, begun.length - deal.monthsDue))) {
      // A few days into the month, if it is that far.
      pay(Math.max(0, daysBetween(period, today) - random.between(2, 9)), "payment", id);
    }
  }
  return steps;
}

/** Returns the monthly payments of a contract whose month has begun, oldest first. */
async function begunMonths(scope: Scope, dealId: string, today: Day) {
  const payments = await scope.db.commissionPayment.findMany({
    where: { dealId, periodStart: { lte: dateFromDay(today) } },
    orderBy: { periodStart: "asc" },
    select: { id: true, periodStart: true },
  });
  return payments.map(({ id, periodStart }) => ({ id, period: dayFromDate(periodStart) }));
}

function addReceipt(
  { organization, random }: DemoContext,
  scope: Scope,
  kind: CommissionKind,
  id: string,
): Promise<void> {
  const year = scope.now.getUTCFullYear();
  return setReceipt(scope, {
    kind,
    id,
    receiptUrl: `${organization.receipts}/${year}/${random.between(1000, 9999)}.pdf`,
  });
}

const NOTICES_READ_AFTER_DAYS = 14;

/**
 * Adds a demo organization. The use cases themselves create its history, each run at the time it happened. All of it is
 * one database transaction, so an interruption leaves nothing behind.
 *
 * @param people ids of the users by address.
 */
export async function addDemoOrganization(
  scope: Scope,
  organization: DemoOrganization,
  people: Map<string, string>,
): Promise<void> {
  const context = openDemoContext(scope, organization, people);
  await createWithMembers(context);
  const steps = organization.affiliates.flatMap((affiliate) => affiliateSteps(context, affiliate));
  await context.runSteps([...steps, ...leadSteps(context)]);
  await context.runSteps(await paymentSteps(context));
  await finish(context);
}

/** Creates the organization with its owner and members. */
async function createWithMembers({ organization, people, as, moment }: DemoContext): Promise<void> {
  const scope = as(moment(organization.founded));
  const input = createOrganizationSchema.parse({ organization_name: organization.name });
  await createOrganization(scope, { userId: people(organization.owner) }, input.organization_name);
  await scope.db.organization.updateMany({ data: { timeZone: organization.timeZone } });
  if (organization.payer) await savePayer(scope, payerSchema(DEFAULT_CURRENCY, "de").parse(organization.payer));
  for (const member of organization.members) {
    await scope.db.membership.create({
      data: { userId: people(member), role: "member", createdAt: scope.now },
    });
  }
}

/** Returns the steps of an affiliate: invited, given terms, signed in for the first time, perhaps deactivated. */
function affiliateSteps(context: DemoContext, affiliate: DemoAffiliate): Step[] {
  const { moment, as, affiliates, people } = context;
  const { person, joined, leftDaysAgo } = affiliate;
  const idOf = () => affiliates.get(person.email)!;
  const steps: Step[] = [
    {
      at: moment(joined, 7),
      run: async (at) => {
        affiliates.set(person.email, await addAffiliate(as(at), addAffiliateSchema.parse(person)));
      },
    },
    ...affiliate.terms.map((terms) => ({
      at: moment(terms.daysAgo, 10),
      run: async (at: Date) => {
        const scope = as(at);
        const input = saveTermsSchema.parse({
          affiliate_id: idOf(),
          model: modelOf(terms),
          cadence: terms.cadence,
          rev_share_percent: terms.percent,
          fixed_amount: terms.fixed,
          ...Object.fromEntries(
            (terms.tiers ?? []).flatMap((tier, index) =>
              tierFields(index + 1).map((name, column) => [name, tier[column]]),
            ),
          ),
          currency: terms.currency,
          ...(terms.paidPlusDays !== undefined && {
            due_when: "customer_paid",
            holding_days: String(terms.paidPlusDays),
          }),
          start_date: await scope.today(),
        });
        await saveTerms(scope, input);
      },
    })),
  ];
  if (!affiliate.invited) {
    steps.push({
      at: moment(joined - 1, 7),
      run: async (at) => {
        await activateAffiliate(as(at), idOf());
        await notifyStaff(as(at), { type: "affiliate_joined", subjectId: idOf() });
      },
    });
  }
  const { payee, account, agreed } = affiliate;
  if (payee) {
    steps.push({
      at: moment(joined - 2, 9),
      run: async (at) => {
        const scope = as(at);
        await savePayee(scope, idOf(), payeeSchema.parse({ tax_status_from: "2020-01-01", ...payee }));
        const holder = payee["legal_name"];
        if (account) await enterAccount(scope, idOf(), accountSchema.parse({ holder, ...account }), "de");
        if (!agreed) return;
        const own = as(at, { kind: "affiliate", userId: people(person), affiliateId: idOf() });
        // The policies of the table let only the affiliate agree.
        const actAs = (id: string) => own.db.$queryRaw`select set_config('app.affiliate_id', ${id}, true)`;
        await actAs(idOf());
        await acceptAgreement(own, { version: LATEST_AGREEMENT, language: person.language });
        await actAs("");
      },
    });
  }
  if (leftDaysAgo !== undefined) {
    steps.push({
      at: moment(leftDaysAgo),
      run: async (at) => {
        const scope = as(at);
        await scope.db.affiliate.updateMany({ where: { id: idOf() }, data: { status: "inactive" } });
        await recordAudit(scope, { action: "affiliate.deactivate", entity: "affiliate", entityId: idOf() });
      },
    });
  }
  return steps;
}

function modelOf({ tiers, percent, fixed }: DemoTerms): TermModel {
  if (tiers) return "tiered";
  return percent ? (fixed ? "both" : "rev_share") : "fixed";
}

/** Marks old notifications as read and starts a new trial. */
async function finish({ organization, scope, as, moment }: DemoContext): Promise<void> {
  await scope.db.notification.updateMany({
    where: { createdAt: { lt: new Date(scope.now.getTime() - NOTICES_READ_AFTER_DAYS * DAY_MS) } },
    data: { readAt: scope.now },
  });
  // The trial of an eight-month-old organization has ended, so the demo gets a full one from now on.
  const operator = as(scope.now, { kind: "operator" });
  await operator.db.organization.updateMany({
    data: {
      trialEndsAt: new Date(scope.now.getTime() + TRIAL_DAYS * DAY_MS),
      // Its setup was finished long ago, so the setup checklist is not shown.
      setupDoneAt: moment(organization.founded),
    },
  });
  await recordAudit(operator, {
    action: "trial.extend",
    entity: "organization",
    entityId: scope.orgId,
    data: { days: TRIAL_DAYS },
  });
}
