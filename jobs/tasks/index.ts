import { sendFirstInvitation } from "~/domain/affiliates/send-invitation.server";
import { runGeneration } from "~/domain/commissions/run-generation.server";
import { removeOwnValues } from "~/domain/fields/delete-own-field.server";
import { sendRequestedLink } from "~/domain/identity/request-link.server";
import { continueImport } from "~/domain/imports/change-import.server";
import { releaseLeads } from "~/domain/leads/release-leads.server";
import { remindOfDueLeads } from "~/domain/leads/remind-due.server";
import { forgetUndo } from "~/domain/leads/forget-undo.server";
import { tellAffiliates } from "~/domain/members/closing-portal.server";
import { notifyStaff } from "~/domain/notifications/notify-staff.server";
import { issueDueStatements } from "~/domain/payouts/issue-statements.server";
import { openVatCheck, recordVatCheck } from "~/domain/payouts/check-vat.server";
import { tellOfAccount } from "~/domain/payouts/account-mail.server";
import { jobNames, type JobName } from "~/domain/shared/jobs";
import { checkSubscription } from "~/domain/subscriptions/check-subscription.server";
import { stopSubscription } from "~/domain/subscriptions/stop-subscription.server";
import { notifyTrialEnding } from "~/domain/subscriptions/notify-billing.server";
import { prepareDelivery } from "~/domain/webhooks/prepare-delivery.server";
import { dueRetention } from "~/platform/db/retention.server";
import { taskOf, type Handler, type InScope, type Task } from "../define-task";
import { applyRetentionStep } from "../retention";
import { mailAccountEntered, mailAccountLink, mailDetailsWanted } from "./account-mails";
import { leadErase, personErase } from "./erasure";
import { fileClean, fileMove, fileRemove, fileSweep } from "./files";
import { mailMerged } from "./mail-merged";
import { mailNotification } from "./mail-notification";
import { mailSecurity } from "./mail-security";
import { mailClosing, mailClosingPortal } from "./mail-closing";
import { mailDeletionWarning, mailFarewell, mailLink, mailMemberInvitation } from "./mails";
import { payoutDocuments } from "./payout-documents";
import { stripeEvent } from "./stripe-event";
import {
  aggregatesFold,
  commissionsSweep,
  documentPrune,
  identityPrune,
  leadsSweep,
  payoutSweep,
  retentionSweep,
  subscriptionSweep,
  trialSweep,
  webhookPrune,
} from "./sweeps";
import { webhookDeliver } from "./webhook-deliver";

/** What each job of the catalog does. */
const handlers: { [J in JobName]: Handler<J> } = {
  "identity.send_link": async ({ purpose, address, link, language, redirect_to }, { database, unseal }) => {
    const request = { purpose, email: unseal(address), language, redirectTo: redirect_to ?? null };
    await database.withIdentity((scope) => sendRequestedLink(scope, request, unseal(link)));
  },
  "mail.link": mailLink,
  "mail.member_invitation": mailMemberInvitation,
  "mail.account_link": mailAccountLink,
  "mail.account_entered": mailAccountEntered,
  "mail.details_wanted": mailDetailsWanted,
  "account.tell": ({ account_id, language }, { inScope }) =>
    inScope((scope) => tellOfAccount(scope, account_id, language)),
  "mail.security": mailSecurity,
  "mail.farewell": mailFarewell,
  "mail.notification": mailNotification,
  "mail.deletion_warning": mailDeletionWarning,
  "mail.closing": mailClosing,
  "mail.closing_portal": mailClosingPortal,
  "mail.merged": mailMerged,
  "closing.tell": async ({ told, at }, { inScope }) => {
    await inScope((scope) => tellAffiliates(scope, { told, at }));
  },
  "notice.staff": ({ type, subject_id: subjectId }, { inScope }) =>
    inScope((scope) => notifyStaff(scope, { type, subjectId })),
  "leads.release": async ({ from, to }, { inScope }) => {
    while (await inScope((scope) => releaseLeads(scope, { from, to })));
  },
  "leads.remind": (_, { inScope }) => inScope(remindOfDueLeads),
  "leads.sweep": leadsSweep,
  "webhook.emit": ({ org_id: _, event_id, ...event }, { inScope }) =>
    inScope((scope) => prepareDelivery(scope, event_id, event)),
  "trial.tell": (_, { inScope }) => inScope(notifyTrialEnding),
  "webhook.deliver": webhookDeliver,
  /** Nothing of the database is open while VIES responds. */
  "vat.check": async ({ affiliate_id, attempt }, { inScope, vies }) => {
    const asked = vies && (await inScope((scope) => openVatCheck(scope, affiliate_id, attempt)));
    if (!asked) return;
    const answer = await vies.ask(asked);
    await inScope((scope) => recordVatCheck(scope, asked, answer));
  },
  "stripe.event": stripeEvent,
  /** Nothing more is paid by the customer of a deleted organization. Safe to repeat: what has ended stays so. */
  "stripe.end": async ({ customer_id }, { billing, log }) => {
    const canceled = await billing.endAll(customer_id);
    if (canceled.length > 0) {
      const facts = { customer: customer_id, subscriptions: canceled };
      log.warn(facts, "subscriptions of a deleted organization were canceled");
    }
  },
  "subscription.stop": async ({ org_id: orgId }, { inScope, billing, log }) => {
    const subscriptions = await stopSubscription(inScope, billing);
    if (subscriptions.length > 0)
      log.info({ org_id: orgId, subscriptions }, "subscriptions of a closed organization end");
  },
  "subscription.check": async (_, { inScope, billing }) => {
    await checkSubscription(inScope, billing);
  },
  /** Queues the next rows in the same transaction. */
  "import.step": ({ import_id, position }, { inScope }) =>
    inScope((scope) => continueImport(scope, import_id, position)),
  "affiliate.invite": ({ affiliate_id, language }, { inScope }) =>
    inScope((scope) => sendFirstInvitation(scope, affiliate_id, language)),
  "payout.statements": async (_, { inScope }) => {
    await inScope(issueDueStatements);
  },
  "payout.sweep": payoutSweep,
  "subscription.sweep": subscriptionSweep,
  "trial.sweep": trialSweep,
  "commissions.generate": async ({ run_id: runId }, { inScope }) => {
    const inPaused: InScope = (use) => inScope(use, "earlier_events");
    await runGeneration(inScope, runId === undefined ? { full: "when due" } : { runId, inPaused });
  },
  "commissions.sweep": commissionsSweep,
  "identity.prune": identityPrune,
  "webhook.prune": webhookPrune,
  "document.prune": documentPrune,
  "aggregates.fold": aggregatesFold,
  "retention.sweep": retentionSweep,
  /** Warns the owners of a paused organization, or deletes its data, whatever is due (BIL-06). */
  "retention.check": async ({ org_id: orgId }, { ownerPool, database, log, inScope, files }) => {
    const now = database.now();
    const [due] = await dueRetention(ownerPool, now, orgId);
    if (!due) return;
    log.info(
      { org_id: orgId, ...(await applyRetentionStep(due, now, ownerPool, inScope, files.bucket)) },
      "the data of a paused organization",
    );
  },
  "payout.documents": payoutDocuments,
  "person.erase": personErase,
  "lead.erase": leadErase,
  "lead.forget": ({ batch_id: batchId }, { inScope }) => inScope((scope) => forgetUndo(scope, batchId)),
  "field.purge": async ({ field_id: id }, { inScope }) => {
    let after: string | null = null;
    do after = await inScope((scope) => removeOwnValues(scope, id, after));
    while (after !== null);
  },
  "file.move": fileMove,
  "file.remove": fileRemove,
  "file.clean": fileClean,
  "file.sweep": fileSweep,
};

/** The tasks of all jobs. */
export const tasks = Object.fromEntries(
  jobNames.map((name) => [name, taskOf(name, handlers[name] as Handler<typeof name>)]),
) as Record<JobName, Task>;
