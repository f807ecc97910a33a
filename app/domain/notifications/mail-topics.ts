import type { Notice } from "./notice";

// What mails are about that a person can switch off. Links, invitations, changed terms, a disabled webhook, what is
// paid and who has power always come by mail.

export const staffTopics = ["lead_created", "affiliate_joined"] as const;
export const affiliateTopics = ["deal_created", "commission_paid", "lead_lost"] as const;
export const mailTopics = [...staffTopics, ...affiliateTopics] as const;
export type MailTopic = (typeof mailTopics)[number];

/** The topic of a notice's mail; null when it cannot be switched off. */
export function topicOf({ type }: Notice): MailTopic | null {
  if (type === "terms_changed" || type === "webhook_disabled" || type === "billing" || type === "security") return null;
  // Whoever hears that a deal is won hears that it ends.
  if (type === "deal_ended" || type === "deal_resumed") return "deal_created";
  // Whoever hears of payments hears of their corrections.
  if (type === "commission_reversed") return "commission_paid";
  // "Accepted invitations" are those of members too.
  return type === "member_joined" ? "affiliate_joined" : type;
}

/** Whose mails: a person who works for the organisation, or one of its affiliates. */
export interface MailReceiver {
  userId: string;
  affiliateId: string | null;
}
