import type { Prisma } from "#prisma";
import { readPeople } from "../identity/read-people.server";
import type { Order } from "../shared/order";
import { afterCursor, readCursor, momentKey, type Page } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { containsAllWords } from "../shared/search";
import { sections, type AffiliateColumn, type AffiliateStatus } from "./affiliate";
import { inInvitationState, invitationOf, type InvitationState } from "./invitation";

export interface AffiliateRow {
  id: string;
  name: string;
  email: string;
  status: AffiliateStatus;
  createdAt: string;
  /** Whether terms are in force. */
  hasTerms: boolean;
  /** The last invitation email to an affiliate who has not signed in yet; ISO times. */
  invited: { sentAt: string; validUntil: string; expired: boolean } | null;
  /** Whether a mail server has reported that the address does not exist. */
  refused: boolean;
}

export interface AffiliateFilter {
  search?: string;
  status?: AffiliateStatus | undefined;
  /** State of affiliates who have not signed in yet; matches no affiliate with another status. */
  invitation?: InvitationState | undefined;
}

const withTerms = {
  terms: { where: { status: "active" }, select: { id: true } },
  membership: { select: { userId: true } },
};

/** Builds Prisma's condition for the affiliates that match a search and a filter. */
export const matchingAffiliates = (scope: Scope, { search = "", status, invitation }: AffiliateFilter) => ({
  AND: [
    status ? { status } : {},
    invitation ? inInvitationState([invitation], scope.now) : {},
    containsAllWords(search),
  ],
});

/** The sort key of each order. Names are sorted in lower case without accents; equal names by id. */
const fields = { name: "search", email: "email", created: "createdAt" } as const;

/**
 * Returns a page of the organization's affiliates, searched by name or email address without regard to case and accents
 * (AFF-01). Rows are sorted within each section, and a page may end one section and begin the next.
 * Throws `forbidden`.
 */
export async function listAffiliates(
  scope: Scope,
  { search = "", status, invitation }: AffiliateFilter,
  order: Order<AffiliateColumn> = { by: "created", direction: "desc" },
  cursor: string | null = null,
  size?: number,
): Promise<Page<AffiliateRow>> {
  requireStaff(scope);
  const field = fields[order.by];
  const matching = matchingAffiliates(scope, { search, invitation });
  const wanted = sections.filter(
    (section) => (!status || section === status) && (!invitation || section === "invited"),
  );
  const pageCursor = readCursor({ cursor }, order.direction, (key) => valueIn(key, field, wanted) !== null, size);
  const begun = pageCursor.from && sectionOf(pageCursor.from.key);
  const read = pageCursor.direction === order.direction ? wanted : wanted.toReversed();
  const ahead = begun ? read.slice(read.findIndex((section) => section === begun)) : read;
  const rows: Prisma.AffiliateGetPayload<{ include: typeof withTerms }>[] = [];
  for (const section of ahead) {
    const missing = pageCursor.take - rows.length;
    if (missing === 0) break;
    const beyond = section === begun ? afterCursor(pageCursor, field, (key) => valueIn(key, field, wanted)) : {};
    rows.push(
      ...(await scope.db.affiliate.findMany({
        where: { AND: [{ status: section }, matching, beyond] },
        orderBy: [{ [field]: pageCursor.direction }, { id: pageCursor.direction }],
        take: missing,
        include: withTerms,
      })),
    );
  }
  const { rows: shown, ...page } = pageCursor.page(rows, (row) => keyOf(row.status, row[field]));
  const people = await readPeople(
    scope,
    shown.map(({ membership }) => membership.userId),
  );
  const views = shown.map((row): AffiliateRow => {
    const invited = row.status === "invited" && row.invitedAt ? invitationOf(row.invitedAt, scope.now) : null;
    return {
      id: row.id,
      name: row.name,
      email: row.email,
      status: row.status as AffiliateStatus,
      createdAt: row.createdAt.toISOString(),
      hasTerms: row.terms.length > 0,
      invited: invited && {
        sentAt: invited.sentAt.toISOString(),
        validUntil: invited.validUntil.toISOString(),
        expired: invited.expired,
      },
      refused: people.get(row.membership.userId)?.refused ?? false,
    };
  });
  return { ...page, rows: views };
}

/**
 * Counts the affiliates of each status that match a search and a filter.
 * Throws `forbidden`.
 */
export async function countAffiliates(
  scope: Scope,
  { search = "", status, invitation }: AffiliateFilter = {},
): Promise<Record<AffiliateStatus, number>> {
  requireStaff(scope);
  const groups = await scope.db.affiliate.groupBy({
    by: ["status"],
    where: matchingAffiliates(scope, { search, status, invitation }),
    _count: { _all: true },
  });
  const count = (of: AffiliateStatus) => groups.find((group) => group.status === of)?._count._all ?? 0;
  return { active: count("active"), invited: count("invited"), inactive: count("inactive") };
}

/**
 * Returns whether the organization has an affiliate.
 * Throws `forbidden`.
 */
export async function hasAffiliates(scope: Scope): Promise<boolean> {
  requireStaff(scope);
  return (await scope.db.affiliate.findFirst({ select: { id: true } })) !== null;
}

// A key is the section followed by the value by which the section is sorted. It is encoded because names can contain
// any character.

function keyOf(section: string, value: string | Date): string {
  const text = value instanceof Date ? momentKey.of(value) : value;
  return Buffer.from(`${section} ${text}`).toString("base64url");
}

const textOf = (key: string) => Buffer.from(key, "base64url").toString();
const sectionOf = (key: string) => textOf(key).split(" ", 1)[0];

/** Parses a key for this order and these sections; null if the key belongs to another list. */
function valueIn(
  key: string,
  field: (typeof fields)[AffiliateColumn],
  among: readonly AffiliateStatus[],
): string | Date | null {
  const section = among.find((one) => one === sectionOf(key));
  if (!section) return null;
  const value = textOf(key).slice(section.length + 1);
  if (field !== "createdAt") return value.includes("\0") ? null : value;
  return momentKey.valid(value) ? momentKey.value(value) : null;
}
