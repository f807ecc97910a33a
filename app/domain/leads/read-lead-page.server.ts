import { randomUUID } from "node:crypto";
import type { StaffEntry } from "./conversation";
import type { Mentionable } from "./mentions";
import { readConversation } from "./read-conversation.server";
import { readLeadHistory, type LeadEvent } from "./read-lead-history.server";
import { readMembers } from "../members/list-members.server";
import { isErased } from "../shared/erased";
import type { Scope } from "../shared/scope";

/** What the pages of a lead and of its deals show of its history and its conversation. */
export interface LeadPage {
  leadId: string;
  events: LeadEvent[];
  entries: StaffEntry[];
  /** Who can be mentioned. */
  people: Mentionable[];
  /** The affiliate whom staff can write to; null without one, and for an erased one. */
  reader: { id: string; name: string } | null;
  /** For the next note or message. */
  submissionId: string;
  timeZone: string;
}

/** Reads the history of a lead with its conversation. Throws `forbidden`. */
export async function readLeadPage(scope: Scope, leadId: string): Promise<LeadPage> {
  const lead = await scope.db.lead.findFirst({
    where: { id: leadId },
    select: { affiliate: { select: { id: true, name: true, email: true } } },
  });
  const affiliate = lead?.affiliate ?? null;
  return {
    leadId,
    events: await readLeadHistory(scope, leadId),
    entries: await readConversation(scope, leadId),
    people: (await readMembers(scope)).map(({ id, name }) => ({ id, name })),
    reader: affiliate && !isErased(affiliate.email) ? { id: affiliate.id, name: affiliate.name } : null,
    submissionId: randomUUID(),
    timeZone: (await scope.organization()).timeZone,
  };
}
