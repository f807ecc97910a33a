/** Topics published to open pages: the tables with the triggers `announce_…` (app.announce). */
export const topics = [
  "lead",
  "lead_note",
  "lead_work",
  "lead_message",
  "deal",
  "commission_payment",
  "affiliate",
  "affiliate_term",
  "notification",
  "organization",
] as const;

export type Topic = (typeof topics)[number];

export const isTopic = (text: string): text is Topic => (topics as readonly string[]).includes(text);
