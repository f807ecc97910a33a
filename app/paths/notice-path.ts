import type { NotificationContent } from "~/domain/notifications/notice";
import { MINE } from "~/domain/leads/lead-work";
import type { OwnerAlert } from "~/domain/notifications/owner-alert";
import { ANSWER } from "./lead-view";
import { paths } from "./paths";

/** Returns the target of a notification: its record above the list, or the list for several records. */
export function noticePath(notice: NotificationContent): string {
  switch (notice.type) {
    case "terms_changed":
      return paths.ownTerms();
    case "payout_paid":
    case "statement_issued":
    case "invoice_needed":
      return paths.ownStatementPage(notice.payoutId);
    case "payout_returned":
      return paths.payoutDetails();
    case "lead_lost":
      return "companies" in notice ? paths.ownLeads() : paths.ownLead(notice.leadId);
    case "lead_deleted":
    case "lead_merged":
      return paths.ownLeads();
    case "message_received":
      return paths.ownLead(notice.leadId);
    case "message_answered":
      return `${paths.lead(notice.leadId)}#${ANSWER}`;
    case "lead_created":
    case "mentioned":
      return paths.lead(notice.leadId);
    case "leads_due":
      return paths.leads({ view: "list", responsible: MINE, step: notice.overdue > 0 ? "overdue" : "today" });
    case "affiliate_joined":
      return paths.affiliate(notice.joinedId);
    case "objection_raised":
      return paths.statement(notice.payoutId);
    case "invoice_submitted":
      return paths.payoutInvoice(notice.runId, notice.payoutId);
    case "objection_answered":
    case "invoice_refused":
      return paths.ownStatementPage(notice.payoutId);
    case "member_joined":
      return paths.settings("members");
    case "webhook_disabled":
      return paths.settings("webhook");
    case "billing":
      return paths.settings("subscription");
    case "security":
      return securityPath(notice.about);
    default: {
      const dealId = "payments" in notice ? null : notice.dealId;
      return dealId ? paths.ownDeal(dealId, { tab: "deals" }) : paths.ownLeads({ tab: "deals" });
    }
  }
}

/** Returns the page where an owner can check and revert the change. */
function securityPath(about: OwnerAlert): string {
  if (about === "api_key_made") return paths.settings("api");
  if (about.startsWith("webhook_")) return paths.settings("webhook");
  if (about.startsWith("reply_to_")) return paths.settings("general");
  if (about === "payer_account_changed" || about === "approver_released") return paths.settings("payouts");
  return paths.settings(about === "archive_taken" ? "activity" : "members");
}
