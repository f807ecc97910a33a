import { randomUUID } from "node:crypto";
import type { CurrentUser } from "~/domain/identity/session.server";
import { compareNames } from "~/domain/shared/order";
import type { Actor, Scope } from "~/domain/shared/scope";
import { provenUntil } from "~/domain/shared/proofs";
import type { WhilePaused } from "~/domain/subscriptions/subscription";
import { database } from "./app-context.server";
import { sessionEnded } from "./session-ended.server";
import { viewedAffiliate } from "~/domain/affiliates/view-portal.server";
import { translator } from "~/i18n/i18n.server";
import { redirectWithToast } from "./flash.server";
import { currentSecret, currentUser, type RequestContext } from "./session.server";
import { redirect } from "./redirect.server";
import { forgetViewing, readViewing } from "./viewing.server";
import { wantedPath } from "./wanted-path.server";
import { paths } from "~/paths/paths";

// The glue between a request and the domain: who asks, what they may enter, and the scope opened for them. Whoever may
// not enter is sent away by a thrown redirect (AUTH-06).

export type Member = CurrentUser & { membership: NonNullable<CurrentUser["membership"]> };
export type AffiliateUser = CurrentUser & {
  affiliation: NonNullable<CurrentUser["affiliation"]>;
  /** Set when it is somebody of the staff who looks at this affiliate's portal. */
  viewing?: { by: CurrentUser; until: Date };
};

/**
 * Somebody signed in; others go to `signInPage` with the location remembered, and learn why if they had sent something.
 */
export async function requireUser(args: RequestContext, signInPage = paths.signIn()): Promise<CurrentUser> {
  const user = await currentUser(args);
  if (user) return user;
  const to = `${signInPage}?${new URLSearchParams({ redirectTo: wantedPath(args.request) })}`;
  throw isRead(args.request) ? redirect(to) : await sessionEnded(args.request, to);
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/**
 * A member of an organisation. Affiliates without one go to "/", everybody else to onboarding; members of one that
 * requires a second factor, who have none, to where it is set up.
 */
export async function requireMember(args: RequestContext): Promise<Member> {
  const user = await requireStaffMember(args);
  if (!user.mustSetUpFactor) return user;
  throw redirect(paths.setUpFactor(isRead(args.request) ? { redirectTo: wantedPath(args.request) } : ""));
}

/**
 * The same, without that factor: for what is the person's and not the organisation's, such as their sessions, their
 * second factor, and the choice of the organisation.
 */
export async function requireStaffMember(args: RequestContext): Promise<Member> {
  const user = await requireUser(args);
  if (user.membership) return user as Member;
  throw redirect(user.affiliation ? paths.home() : paths.onboarding());
}

/**
 * Somebody signed in who is more than an affiliate: for their account as a whole, also when they work for no
 * organization.
 */
export async function requireAccount(args: RequestContext): Promise<CurrentUser> {
  const user = await requireUser(args);
  return user.affiliation ? requireStaffMember(args) : user;
}

/**
 * An affiliate, or the one as who somebody of the staff looks at the portal: they get no further with anything but
 * reading.
 * Signed-in people who are neither go to "/".
 */
export async function requireAffiliate(args: RequestContext): Promise<AffiliateUser> {
  const user = await requireUser(args, paths.affiliateSignIn());
  const viewed = await viewedPartner(args, user);
  if (viewed && !isRead(args.request)) throw await refusedInView(args.request);
  if (viewed) return viewed;
  if (user.affiliation) return user as AffiliateUser;
  throw redirect(paths.home());
}

type Use<T> = (scope: Scope) => Promise<T>;

/**
 * How long a statement of a page or an answer of the API may take. What takes longer is to be made quicker, or a job.
 */
export const PAGE_MS = 15_000;

/** Reads for a part of a staff screen inside the organisation of the person who asks. */
export async function staffScope<T>(args: RequestContext, use: (scope: Scope, user: Member) => Promise<T>): Promise<T> {
  const user = await requireMember(args);
  const { orgId } = user.membership;
  return database().readOrg(orgId, staffActor(user), (scope) => use(scope, user), PAGE_MS);
}

/** Changes something there. Throws `organization_paused` unless `whilePaused` says why it may be done all the same. */
export async function changingStaffScope<T>(
  args: RequestContext,
  use: (scope: Scope, user: Member) => Promise<T>,
  whilePaused?: WhilePaused,
): Promise<T> {
  const user = await requireMember(args);
  const { orgId } = user.membership;
  return database().withOrg(orgId, staffActor(user), (scope) => use(scope, user), whilePaused);
}

const staffActor = ({ id, membership: { role }, provenAt }: Member): Actor => ({
  kind: "member",
  userId: id,
  role,
  isProven: provenUntil(provenAt, database().now()) !== null,
});

/**
 * Reads more for an answer that has begun, inside the same organisation. The rights are those of this moment: throws
 * when the person may no longer enter or works in another organisation now.
 */
export async function staffReading<T>({ request, context }: RequestContext, orgId: string, use: Use<T>): Promise<T> {
  const user = await requireMember({ request, context: { ...context } }).catch(refusedMeanwhile);
  if (user.membership.orgId !== orgId) throw new Error("the person works in another organisation now");
  return database().readOrg(orgId, staffActor(user), use);
}

/** An answer that has begun cannot become a redirect. */
function refusedMeanwhile(reason: unknown): never {
  throw reason instanceof Response ? new Error("the person may no longer enter") : reason;
}

/** Reads for a part of the portal: inside the organisation, narrowed to the affiliate's own rows. */
export async function affiliateScope<T>(
  args: RequestContext,
  use: (scope: Scope, user: AffiliateUser) => Promise<T>,
): Promise<T> {
  const user = await requireAffiliate(args);
  const actor = actorOf(user, user.affiliation);
  return database().readOrg(user.affiliation.orgId, actor, (scope) => use(scope, user), PAGE_MS);
}

/** Changes something there. Throws `portal_paused` unless `whilePaused` says why it may be done all the same. */
export async function changingAffiliateScope<T>(
  args: RequestContext,
  use: (scope: Scope, user: AffiliateUser) => Promise<T>,
  whilePaused?: WhilePaused,
): Promise<T> {
  const user = await requireAffiliate(args);
  const { affiliation } = user;
  const actor = actorOf(user, affiliation);
  return database().withOrg(affiliation.orgId, actor, (scope) => use(scope, user), whilePaused);
}

const actorOf = (user: AffiliateUser, { affiliateId }: AffiliateUser["affiliation"]): Actor => ({
  kind: "affiliate",
  userId: user.id,
  affiliateId,
  ...(user.viewing && { viewedBy: user.viewing.by.id }),
});

// The loaders of one page ask at the same time.
const views = new WeakMap<RequestContext["context"], Promise<AffiliateUser | null>>();

/** The affiliate whose portal a member of the same organisation looks at; null when nobody looks at any. */
function viewedPartner(args: RequestContext, user: CurrentUser): Promise<AffiliateUser | null> {
  const known = views.get(args.context) ?? findViewed(args, user);
  views.set(args.context, known);
  return known;
}

/** Asked anew at each request, as rights and affiliates go. Who looked until now is told that it has ended. */
async function findViewed(args: RequestContext, user: CurrentUser): Promise<AffiliateUser | null> {
  const viewing = await readViewing(args.request, await currentSecret(args.request), database().now());
  if (!viewing) return null;
  const { orgId, affiliateId, isOver, until } = viewing;
  const { membership } = user;
  if (membership?.orgId !== orgId || user.mustSetUpFactor) throw await viewEnded(args.request, paths.home());
  const actor: Actor = { kind: "member", userId: user.id, role: membership.role, isProven: false };
  const viewed = await database().readOrg(orgId, actor, (scope) => viewedAffiliate(scope, affiliateId));
  if (!viewed) throw await viewEnded(args.request, paths.affiliates());
  if (isOver) throw await viewEnded(args.request, paths.affiliate(affiliateId));
  const affiliation = { orgId, affiliateId };
  return {
    id: viewed.userId,
    email: viewed.email,
    name: viewed.name,
    door: "affiliate",
    // None of the rights that they, or the person who looks, have elsewhere.
    languagePreference: null,
    membership: null,
    memberships: [],
    hasFactor: false,
    mustSetUpFactor: false,
    provenAt: null,
    affiliation,
    affiliations: [affiliation],
    viewing: { by: user, until },
  };
}

async function viewEnded(request: Request, to: string): Promise<Response> {
  const t = await translator(request);
  const headers = new Headers({ "Set-Cookie": await forgetViewing() });
  const toast = { tone: "info", title: t("affiliates:view.over") } as const;
  return redirectWithToast(to, toast, headers);
}

async function refusedInView(request: Request): Promise<Response> {
  const t = await translator(request);
  return redirectWithToast(wantedPath(request), {
    tone: "error",
    title: t("affiliates:view.refused"),
    description: t("affiliates:view.refused_text"),
  });
}

const nameOf = async (scope: Scope) => (await scope.organization()).name;

/**
 * The organisations whose portal somebody may open, by name. Each is asked for its own, as nobody sees several at once.
 */
export async function portalsOf(user: AffiliateUser): Promise<{ orgId: string; name: string }[]> {
  const portals: { orgId: string; name: string }[] = [];
  for (const affiliation of user.affiliations) {
    const { orgId } = affiliation;
    portals.push({ orgId, name: await database().readOrg(orgId, actorOf(user, affiliation), nameOf) });
  }
  return portals.sort((one, two) => compareNames(one.name, two.name));
}

/** The scope of somebody who has a link of ours from a mail, and no session: what the link says is all they may do. */
export async function unsubscribeScope<T>(orgId: string, use: Use<T>): Promise<T> {
  return database().withOrg(orgId, { kind: "job", name: "unsubscribe" }, use, "own_account");
}

/** The scope in which somebody leaves one of the organizations they work for, whichever their session is in. */
export async function leavingScope<T>(user: CurrentUser, at: Member["membership"], use: Use<T>): Promise<T> {
  return database().withOrg(at.orgId, staffActor({ ...user, membership: at }), use, "erasure");
}

/**
 * The scope in which an affiliate's access ends. With the rights of the organization, for an affiliate's own change
 * nothing of that.
 */
export async function endingScope<T>(orgId: string, use: Use<T>): Promise<T> {
  return database().withOrg(orgId, { kind: "job", name: "end_access" }, use, "own_account");
}

/** Looks at the organisation that an invitation's link names, for whoever holds the link. */
export async function invitedScope<T>(orgId: string, use: Use<T>): Promise<T> {
  return database().readOrg(orgId, { kind: "job", name: "invitation" }, use);
}

/** The scope of the person who accepts it. Throws `organization_paused`. */
export async function joiningScope<T>(
  orgId: string,
  by: { userId: string; role: "owner" | "member" },
  use: Use<T>,
): Promise<T> {
  return database().withOrg(orgId, { kind: "member", isProven: false, ...by }, use);
}

/** Reads in each organisation that a person works for, one after the other. */
export async function everyStaffScope<T>(user: CurrentUser, use: Use<T>): Promise<T[]> {
  const results: T[] = [];
  for (const { orgId, role } of user.memberships) {
    const actor: Actor = { kind: "member", userId: user.id, role, isProven: false };
    results.push(await database().readOrg(orgId, actor, use));
  }
  return results;
}

/** The names of organisations that somebody belongs to whose password is chosen: it must not be made of them. */
export async function namesOfOrganizations(orgIds: readonly string[]): Promise<string[]> {
  const actor: Actor = { kind: "job", name: "new_password" };
  const names: string[] = [];
  for (const orgId of orgIds) {
    names.push(await database().readOrg(orgId, actor, nameOf));
  }
  return names;
}

/** The scope of an organisation that is being founded by the person who asks. */
export async function foundingScope<T>(user: CurrentUser, use: Use<T>): Promise<T> {
  const actor: Actor = { kind: "member", userId: user.id, role: "owner", isProven: false };
  return database().withOrg(randomUUID(), actor, use, "founding");
}
