import { DAY_MS } from "../shared/dates";
import { z } from "zod";
import { digitsOfId, idOfDigits } from "../shared/id-digits";
import { mailTopics, type MailReceiver, type MailTopic } from "./notice";

/** Contents of a link that switches emails off. */
export interface Unsubscribing {
  orgId: string;
  receiver: MailReceiver;
  topic: MailTopic;
}

/** The first byte of a token. Sent emails contain these bytes, so none may ever be reused for another topic. */
const codes = {
  lead_created: 1,
  affiliate_joined: 2,
  deal_created: 3,
  commission_paid: 4,
  lead_lost: 5,
  invoice_submitted: 6,
  message_received: 7,
  message_answered: 8,
  mentioned: 9,
  leads_due: 10,
} satisfies Record<MailTopic, number>;

const ID_BYTES = 16;
/** Length of the topic, and of the day of issue in days since 1970. */
const HEAD_BYTES = 3;

/**
 * Returns the bytes of a token to be signed: topic, day of issue, organization, user and, for an affiliate, the
 * affiliate. Bytes keep the address that contains the token short.
 */
export function writeToken({ orgId, receiver, topic }: Unsubscribing, issuedAt: Date): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(codes[topic]);
  head.writeUInt16BE(Math.floor(issuedAt.getTime() / DAY_MS), 1);
  const ids = [orgId, receiver.userId, ...(receiver.affiliateId ? [receiver.affiliateId] : [])];
  return Buffer.concat([head, ...ids.map((id) => Buffer.from(digitsOfId(id), "hex"))]);
}

/** Reads the bytes of a signed token, with the day of issue. Returns null for invalid bytes. */
export function readToken(bytes: Buffer): { unsubscribing: Unsubscribing; issuedOn: Date } | null {
  const topic = mailTopics.find((one) => codes[one] === bytes[0]);
  const ids = (bytes.length - HEAD_BYTES) / ID_BYTES;
  if (!topic || (ids !== 2 && ids !== 3)) return null;
  const idAt = (place: number) => {
    const start = HEAD_BYTES + place * ID_BYTES;
    return idOfDigits(bytes.toString("hex", start, start + ID_BYTES));
  };
  const receiver = { userId: idAt(1), affiliateId: ids === 3 ? idAt(2) : null };
  return {
    unsubscribing: { orgId: idAt(0), receiver, topic },
    issuedOn: new Date(bytes.readUInt16BE(1) * DAY_MS),
  };
}

/** Emails sent before 25 November 2026 contain sealed texts as tokens. */
const sealedShape = z.object({
  purpose: z.literal("unsubscribe"),
  org: z.uuid(),
  user: z.uuid(),
  affiliate: z.uuid().nullable(),
  topic: z.enum(mailTopics),
});

/** Reads the opened text of a sealed token; null for any other sealed text. */
export function readSealedToken(text: string): Unsubscribing | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const { success, data } = sealedShape.safeParse(json);
  if (!success) return null;
  const { org: orgId, user: userId, affiliate: affiliateId, topic } = data;
  return { orgId, receiver: { userId, affiliateId }, topic };
}
