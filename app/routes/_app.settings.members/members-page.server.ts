import { listInvitations, readMembers, type OpenInvitation } from "~/domain/members/list-members.server";
import { formatDay, formatTime, todayIn } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import type { Language } from "~/i18n/languages";

/** An open invitation, its times as text, because browsers would format them differently. */
export interface ShownInvitation extends Pick<OpenInvitation, "id" | "email" | "role" | "refused"> {
  mailed: string;
  /** Null if the link has expired. */
  validUntil: string | null;
  /** Null if it can be sent again now. */
  againAt: string | null;
}

/** Returns members and, for owners, the open invitations. */
export async function readMembersPage(scope: Scope, isOwner: boolean, language: Language) {
  const { timeZone, name: organization } = await scope.organization();
  const time = (moment: Date) => formatTime(moment, timeZone);
  const day = (moment: Date) => formatDay(todayIn(timeZone, moment), language);
  const members = await readMembers(scope);
  const invitations = isOwner ? await listInvitations(scope) : [];
  const owners = members.filter(({ role }) => role === "owner");
  return {
    organization,
    members: members.map(({ since, ...member }) => ({ ...member, since: day(since) })),
    owners: owners.map(({ name }) => name),
    invitations: invitations.map(
      ({ id, email, role, refused, sentAt, validUntil, expired, againAt }): ShownInvitation => ({
        id,
        email,
        role,
        refused,
        mailed: `${day(sentAt)}, ${time(sentAt)}`,
        validUntil: expired ? null : time(validUntil),
        againAt: againAt > scope.now ? time(nextMinute(againAt)) : null,
      }),
    ),
  };
}

/** Rounds up to the full minute, so that the shown time is never too early. */
const nextMinute = (moment: Date) => new Date(Math.ceil(moment.getTime() / 60_000) * 60_000);

export type MembersPage = Awaited<ReturnType<typeof readMembersPage>>;
