import { randomUUID } from "node:crypto";
import type { NewEntry, NewMessage } from "~/domain/leads/conversation.schema";
import { answerMessage, sendMessage, writeNote } from "~/domain/leads/write-entry.server";
import { storeFile } from "~/domain/files/store-file.server";
import type { Attachment } from "~/domain/leads/conversation";
import { notifyAffiliate } from "~/domain/notifications/notify-affiliate.server";
import { notifyMentioned } from "~/domain/notifications/notify-staff.server";
import { UNDO } from "~/domain/shared/undo";
import { pdf } from "../support/files";
import { asAffiliate, type Affiliate } from "./affiliates";
import type { Cause } from "./mail-causes";
import { asOwner, type Org } from "./organizations";
import type { TestDoor } from "./people";

const entry = (leadId: string, fields: Partial<NewEntry> & { text: string }): NewEntry => ({
  leadId,
  submissionId: randomUUID(),
  file: null,
  ...fields,
});

type Fields = Partial<NewEntry> & { text: string };

/** An internal note of the owner. */
export const noted = (db: TestDoor, org: Org, leadId: string, fields: Fields) =>
  asOwner(db, org, (scope) => writeNote(scope, entry(leadId, fields)));

/** A message of the owner to the affiliate of a lead. */
export const sent = (
  db: TestDoor,
  org: Org,
  { leadId, affiliateId, ...fields }: Pick<NewMessage, "leadId" | "affiliateId"> & Fields,
) => asOwner(db, org, (scope) => sendMessage(scope, { ...entry(leadId, fields), affiliateId }));

/** A message of an affiliate about their lead. */
export const answered = (db: TestDoor, org: Org, affiliate: Affiliate, leadId: string, fields: Fields) =>
  asAffiliate(db, org, affiliate, (scope) => answerMessage(scope, entry(leadId, fields)));

/** A stored file for a note or message. */
export async function attachment(db: TestDoor, org: Org, name = "offer.pdf"): Promise<Attachment> {
  const rules = { quotaBytes: 1e9, scan: null, movesFiles: false };
  const id = await storeFile((use) => asOwner(db, org, use), { kind: "attachment", name, bytes: [pdf()] }, rules);
  return { id, name };
}

const TEXT = "When do they decide?";

/** What causes the emails about what was written, at once. */
export const conversationCauses = {
  message_received: {
    audience: "affiliate",
    shows: ({ company }) => company,
    cause: ({ db, org, leadId, company, affiliate: { affiliateId } }) =>
      asOwner(db.database, org, (scope) =>
        notifyAffiliate(scope, { type: "message_received", affiliateId, leadId, company, by: "Jana", text: TEXT }),
      ),
  },
  message_answered: {
    audience: "staff",
    shows: ({ company }) => company,
    // Written before the time in which it can be taken back.
    cause: ({ db, org, leadId, affiliate }) =>
      asAffiliate(db.database, org, affiliate, (scope) => {
        const now = new Date(scope.now.getTime() - UNDO.extended * 1_000);
        return answerMessage({ ...scope, now }, entry(leadId, { text: TEXT }));
      }),
  },
  mentioned: {
    audience: "staff",
    shows: ({ company }) => company,
    cause: ({ db, org, leadId, company }) =>
      asOwner(db.database, org, (scope) =>
        notifyMentioned(
          scope,
          { type: "mentioned", leadId, company, by: "Jana", text: TEXT },
          { subjectId: randomUUID(), userIds: [org.owner.userId], mailAt: scope.now },
        ),
      ),
  },
} satisfies Record<string, Cause>;
