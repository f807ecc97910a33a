import type { AnyJobName } from "~/platform/jobs/catalogue";
import type { Task } from "../define-task";
import { affiliateInvite } from "./affiliate-invite";
import { commissionsGenerate } from "./commissions-generate";
import { commissionsSweep } from "./commissions-sweep";
import { identityPrune } from "./identity-prune";
import { identitySendLink } from "./identity-send-link";
import { importStep } from "./import-step";
import { mailDeletionWarning } from "./mail-deletion-warning";
import { mailFarewell } from "./mail-farewell";
import { mailLink } from "./mail-link";
import { mailMemberInvitation } from "./mail-member-invitation";
import { mailNotification } from "./mail-notification";
import { noticeStaff } from "./notice-staff";
import { mailSecurity } from "./mail-security";
import { leadErase } from "./lead-erase";
import { personErase } from "./person-erase";
import { retentionCheck } from "./retention-check";
import { retentionSweep } from "./retention-sweep";
import { aggregatesFold } from "./aggregates-fold";
import { trialSweep } from "./trial-sweep";
import { trialTell } from "./trial-tell";
import { stripeEnd } from "./stripe-end";
import { stripeEvent } from "./stripe-event";
import { subscriptionCheck } from "./subscription-check";
import { subscriptionSweep } from "./subscription-sweep";
import { webhookDeliver } from "./webhook-deliver";
import { webhookPrune } from "./webhook-prune";
import { webhookEmit } from "./webhook-emit";

/** Every job of the catalogue has its task. */
export const tasks = {
  "affiliate.invite": affiliateInvite,
  "commissions.generate": commissionsGenerate,
  "commissions.sweep": commissionsSweep,
  "identity.prune": identityPrune,
  "identity.send_link": identitySendLink,
  "import.step": importStep,
  "mail.deletion_warning": mailDeletionWarning,
  "mail.farewell": mailFarewell,
  "mail.link": mailLink,
  "mail.member_invitation": mailMemberInvitation,
  "mail.notification": mailNotification,
  "notice.staff": noticeStaff,
  "mail.security": mailSecurity,
  "person.erase": personErase,
  "lead.erase": leadErase,
  "retention.check": retentionCheck,
  "retention.sweep": retentionSweep,
  "aggregates.fold": aggregatesFold,
  "trial.sweep": trialSweep,
  "trial.tell": trialTell,
  "stripe.end": stripeEnd,
  "stripe.event": stripeEvent,
  "subscription.check": subscriptionCheck,
  "subscription.sweep": subscriptionSweep,
  "webhook.deliver": webhookDeliver,
  "webhook.emit": webhookEmit,
  "webhook.prune": webhookPrune,
} satisfies Record<AnyJobName, Task>;
