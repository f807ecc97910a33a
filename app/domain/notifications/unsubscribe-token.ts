import { z } from "zod";
import { mailTopics, type MailReceiver, type MailTopic } from "./mail-topics";

/** What a link to switch mails off says. It is sealed, so that nobody can make one. */
export interface Unsubscribing {
  orgId: string;
  receiver: MailReceiver;
  topic: MailTopic;
}

const shape = z.object({
  purpose: z.literal("unsubscribe"),
  org: z.uuid(),
  user: z.uuid(),
  affiliate: z.uuid().nullable(),
  topic: z.enum(mailTopics),
});

/** The text of the token, before it is sealed. */
export function writeToken({ orgId, receiver, topic }: Unsubscribing): string {
  const { userId: user, affiliateId: affiliate } = receiver;
  return JSON.stringify({ purpose: "unsubscribe", org: orgId, user, affiliate, topic } satisfies z.input<
    typeof shape
  >);
}

/** Reads an opened token; null for whatever else was sealed. */
export function readToken(text: string): Unsubscribing | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const { success, data } = shape.safeParse(json);
  if (!success) return null;
  const { org: orgId, user: userId, affiliate: affiliateId, topic } = data;
  return { orgId, receiver: { userId, affiliateId }, topic };
}
