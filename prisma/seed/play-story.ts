import { activateAffiliate } from "~/domain/affiliates/activate-affiliate.server";
import { addAffiliate } from "~/domain/affiliates/add-affiliate.server";
import { addAffiliateSchema } from "~/domain/affiliates/affiliate.schema";
import { recordAudit } from "~/domain/audit/record-audit.server";
import { createOrganization } from "~/domain/organizations/create-organization.server";
import { TRIAL_DAYS } from "~/domain/organizations/organization";
import { createOrganizationSchema } from "~/domain/organizations/organization.schema";
import type { Scope } from "~/domain/shared/scope";
import { saveTerms } from "~/domain/terms/save-terms.server";
import { saveTermsSchema, type TermModel } from "~/domain/terms/term.schema";
import { tierFields } from "~/domain/terms/tiers";
import { playLeads } from "./play-leads";
import { playPayments } from "./play-payments";
import { openStage, type Stage, type Step } from "./stage";
import type { DemoAffiliate, DemoStory, DemoTerms } from "./story";

const NOTICES_READ_AFTER_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Lets a demo organisation go through its story by way of the use cases, each at its own moment of the past, in the
 * scope's one transaction: interrupted anywhere, nothing of it is left. `people` are the ids of the users by address.
 */
export async function playStory(scope: Scope, story: DemoStory, people: Map<string, string>): Promise<void> {
  const stage = openStage(scope, story, people);
  await found(stage);
  const steps = story.affiliates.flatMap((affiliate) => affiliateSteps(stage, affiliate));
  await stage.play([...steps, ...playLeads(stage)]);
  await stage.play(await playPayments(stage));
  await settleDown(stage);
}

/** The organisation, its owner and its members. */
async function found({ story, people, as, moment }: Stage): Promise<void> {
  const scope = as(moment(story.founded));
  const input = createOrganizationSchema.parse({ organization_name: story.name });
  await createOrganization(scope, { userId: people(story.owner) }, input.organization_name);
  await scope.db.organization.updateMany({ data: { timeZone: story.timeZone } });
  for (const member of story.members) {
    await scope.db.orgMember.create({
      data: { userId: people(member), role: "member", createdAt: scope.now },
    });
  }
}

/** Invited, given terms, signed in for the first time, perhaps set inactive. */
function affiliateSteps(stage: Stage, affiliate: DemoAffiliate): Step[] {
  const { moment, as, affiliates } = stage;
  const { person, joined, leftDaysAgo } = affiliate;
  const idOf = () => affiliates.get(person.email)!;
  const steps: Step[] = [
    {
      at: moment(joined, 7),
      act: async (at) => {
        affiliates.set(person.email, await addAffiliate(as(at), addAffiliateSchema.parse(person)));
      },
    },
    ...affiliate.terms.map((terms) => ({
      at: moment(terms.daysAgo, 10),
      act: async (at: Date) => {
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
          start_date: await scope.today(),
        });
        await saveTerms(scope, input);
      },
    })),
  ];
  if (!affiliate.invited) {
    steps.push({ at: moment(joined - 1, 7), act: (at) => activateAffiliate(as(at), idOf()) });
  }
  if (leftDaysAgo !== undefined) {
    steps.push({
      at: moment(leftDaysAgo),
      act: async (at) => {
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

/** What makes the past a pleasant present: old notices have been read, and there is trial left. */
async function settleDown({ story, scope, as, moment }: Stage): Promise<void> {
  await scope.db.notification.updateMany({
    where: { createdAt: { lt: new Date(scope.now.getTime() - NOTICES_READ_AFTER_DAYS * DAY_MS) } },
    data: { readAt: scope.now },
  });
  // An organisation of eight months would have none; who tries the demo gets a whole one, counted from now.
  const operator = as(scope.now, { kind: "operator" });
  await operator.db.organization.updateMany({
    data: {
      trialEndsAt: new Date(scope.now.getTime() + TRIAL_DAYS * DAY_MS),
      // Its set-up was finished long ago, so nothing is said of it.
      setupDoneAt: moment(story.founded),
    },
  });
  await recordAudit(operator, {
    action: "trial.extend",
    entity: "organization",
    entityId: scope.orgId,
    data: { days: TRIAL_DAYS },
  });
}
