import type { Notice } from "~/domain/notifications/notice";
import { paths } from "./paths";

/** What a notice leads to: its record, above the list it belongs to; with several records the list. */
export function noticePath(notice: Notice): string {
  switch (notice.type) {
    case "terms_changed":
      return paths.ownTerms();
    case "lead_lost":
      return "companies" in notice ? paths.ownLeads() : paths.ownLead(notice.leadId);
    case "lead_created":
      return paths.lead(notice.leadId);
    case "affiliate_joined":
      return paths.affiliate(notice.joinedId);
    case "member_joined":
      return paths.settings("members");
    case "webhook_disabled":
      return paths.settings("webhook");
    case "billing":
      return paths.settings("subscription");
    default: {
      const dealId = "payments" in notice ? null : notice.dealId;
      return dealId ? paths.ownDeal(dealId, { tab: "deals" }) : paths.ownLeads({ tab: "deals" });
    }
  }
}
