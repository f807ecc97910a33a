import type { Day } from "../shared/dates";
import type { Money } from "../shared/money";
import type { EndReason } from "../deals/deal-end";
import type { OwnerAlert } from "./owner-alert";
import type { TermRules } from "../terms/term";

// What people are told. Stored as values (stored-notice.ts); the words are made in the reader's language
// (i18n/notice-words).

/** A deal was won, or one commission paid, or it was not paid after all. */
export interface SingleNotice {
  affiliateId: string;
  type: "deal_created" | "commission_paid" | "commission_reversed";
  /** Null only in notices from before the id was stored. */
  dealId: string | null;
  company: string;
  deal: string;
  commission: Money;
  /** Whether it is a monthly commission. */
  monthly: boolean;
  /** The month a monthly payment is for. */
  period?: string;
  /** Why it was not paid after all. */
  reason?: string;
}

/** Several commissions were paid in one go. */
export interface BulkNotice {
  affiliateId: string;
  type: "commission_paid";
  /** How many, at least two. */
  payments: number;
  /** Sums, one per currency. */
  amounts: Money[];
  /** Whether there are one-off commissions among them. */
  oneOff: boolean;
}

/** The affiliate's terms are others from a day on. */
export interface TermsNotice {
  affiliateId: string;
  type: "terms_changed";
  /** Null for the first terms. */
  before: TermRules | null;
  after: TermRules;
}

/** A lead of the affiliate was not won. */
export interface LostNotice {
  affiliateId: string;
  type: "lead_lost";
  leadId: string;
  company: string;
  reason?: string;
}

/** Several leads of the affiliate were not won, marked so in one go. */
export interface ManyLostNotice {
  affiliateId: string;
  type: "lead_lost";
  /** Of the leads, at least two. */
  companies: string[];
  reason?: string;
}

/** A deal of the affiliate ends. */
export interface EndedNotice {
  affiliateId: string;
  type: "deal_ended";
  dealId: string;
  company: string;
  deal: string;
  /** The first day on which it no longer runs. */
  day: Day;
  endReason: EndReason;
  /** What staff say about it. */
  reason?: string;
  /** What is owed back, one per currency. */
  amounts?: Money[];
}

/** A deal of the affiliate goes on: its end was taken back. */
export interface ResumedNotice {
  affiliateId: string;
  type: "deal_resumed";
  dealId: string;
  company: string;
  deal: string;
}

/** An affiliate has submitted a lead. */
export interface LeadNotice {
  userId: string;
  type: "lead_created";
  leadId: string;
  company: string;
  /** The affiliate's name. */
  affiliate: string;
}

/** An affiliate has accepted the invitation. */
export interface JoinedNotice {
  userId: string;
  type: "affiliate_joined";
  /** Whom the notice is about. */
  joinedId: string;
  /** The affiliate's name. */
  affiliate: string;
}

/** Somebody has accepted the invitation to work for the organisation. */
export interface MemberNotice {
  userId: string;
  type: "member_joined";
  /** Where the invitation went. The name is not told: it may be a stranger's who signed up with the address before. */
  email: string;
}

/** Nothing is sent to the webhook any more. Told to the owners. */
export interface WebhookNotice {
  userId: string;
  type: "webhook_disabled";
  /** Host of its address. */
  host: string;
  /** The receiver has said that it is gone, or nothing has arrived for days. */
  because: "gone" | "failing";
}

/** What owners are told about what the organisation pays. */
export const billingMatters = [
  "trial_ending",
  "trial_over",
  "payment_failed",
  "paid_twice",
  "subscription_canceled",
  "subscription_unpaid",
] as const;

/** What the organisation pays, or will have to. */
export interface BillingNotice {
  userId: string;
  type: "billing";
  about: (typeof billingMatters)[number];
  /**
   * When the trial ends or has ended; of an ended subscription, until when the data are kept; else when it was told.
   */
  date: Day;
}

/** Somebody has handed out power, keys or data, or an owner's account has changed. Told to the other owners. */
export interface SecurityNotice {
  userId: string;
  type: "security";
  about: OwnerAlert;
  /** Whom or what it is about: an address, a name, a host; "" for the organisation. */
  subject: string;
  /** Name of who did it; "" for the operator, and where nobody here did. */
  by: string;
}

export type AffiliateNotice =
  | SingleNotice
  | BulkNotice
  | TermsNotice
  | LostNotice
  | ManyLostNotice
  | EndedNotice
  | ResumedNotice;
export type StaffNotice = LeadNotice | JoinedNotice | MemberNotice | WebhookNotice | BillingNotice | SecurityNotice;
export type Notice = AffiliateNotice | StaffNotice;

export const isStaffNotice = (notice: Notice): notice is StaffNotice => "userId" in notice;
