import { defaultAppearance } from "~/domain/identity/appearance";
import type { CurrentUser } from "~/domain/identity/session.server";
import { DomainError } from "~/domain/shared/errors";
import { compareNames } from "~/domain/shared/order";
import type { Actor, Scope } from "~/domain/shared/scope";
import { provenUntil } from "~/domain/shared/proofs";
import type { WhilePaused } from "~/domain/subscriptions/subscription";
import { database } from "./app-context.server";
import { sessionEnded } from "./session-ended.server";
import { viewedAffiliate } from "~/domain/affiliates/view-portal.server";
import { translator } from "./request-language.server";
import { redirectWithToast } from "./flash.server";
import { currentSecret, currentUser, type RequestContext } from "./session.server";
import { redirect } from "./redirect.server";
import { clearViewing, readViewing } from "./viewing.server";
import { wantedPath } from "./wanted-path.server";
import { paths } from "~/paths/paths";

// Opens scopes for requests: checks who the user is and what they may enter. A user who may not enter is redirected by
// a thrown response (AUTH-06).

export type Member = CurrentUser & { membership: NonNullable<CurrentUser["membership"]> };
export type AffiliateUser = CurrentUser & {
  affiliation: NonNullable<CurrentUser["affiliation"]>;
  /** Set when a staff member views this affiliate's portal. */
  viewing?: { by: CurrentUser; until: Date };
};

/**
 * Returns the signed-in user. Others are redirected to `signInPage` with the location remembered, and a message if they
 * had sent a form.
 */
export async function requireUser(args: RequestContext, signInPage = paths.signIn()): Promise<CurrentUser> {
  const user = await currentUser(args);
  if (user) return user;
  const to = `${signInPage}?${new URLSearchParams({ redirectTo: wantedPath(args.request) })}`;
  throw isRead(args.request) ? redirect(to) : await sessionEnded(args.request, to);
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/**
 * Returns a member of an organization. Affiliates without one are redirected to "/", all others to onboarding. A member
 * without a second factor, in an organization that requires one, is redirected to its setup.
 */
export async function requireMember(args: RequestContext): Promise<Member> {
  const user = await requireStaffMember(args);
  if (!user.mustSetUpFactor) return user;
  throw redirect(paths.setUpFactor(isRead(args.request) ? { redirectTo: wantedPath(args.request) } : ""));
}

/**
 * Like {@link requireMember}, but without that factor. It protects data of the user and not of the organization, such
 * as sessions, second factor, and the choice of the organization.
 */
export async function requireStaffMember(args: RequestContext): Promise<Member> {
  const user = await requireUser(args);
  if (user.membership) return user as Member;
  throw redirect(user.affiliation ? paths.home() : paths.onboarding());
}

/**
 * Returns a signed-in user who is not only an affiliate: for their account as a whole, with or without an organization.
 */
export async function requireAccount(args: RequestContext): Promise<CurrentUser> {
  const user = await requireUser(args);
  return user.affiliation ? requireStaffMember(args) : user;
}

/**
 * Returns an affiliate, or the one whose portal a staff member views; such a viewer may only read. Signed-in users who
 * are neither are redirected to "/".
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

/** Maximum time of a query for a page or an API response. A slower query needs to be faster, or to be a job. */
export const PAGE_MS = 15_000;

/** Reads for a part of a staff screen inside the user's organization. */
export async function staffScope<T>(args: RequestContext, use: (scope: Scope, user: Member) => Promise<T>): Promise<T> {
  const user = await requireMember(args);
  const { orgId } = user.membership;
  return database()
    .readOrg(orgId, staffActor(user), (scope) => use(scope, user), { statementMs: PAGE_MS })
    .catch(leadTo(paths.closed()));
}

/** Reads what a member sees of an organization that an owner has closed, or that is open. */
export async function closedStaffScope<T>(
  args: RequestContext,
  use: (scope: Scope, user: Member) => Promise<T>,
): Promise<T> {
  const user = await requireMember(args);
  const { orgId } = user.membership;
  return database().readOrg(orgId, staffActor(user), (scope) => use(scope, user), { whileClosed: true });
}

/** Redirects a page of a closed organization to the one that says so. */
const leadTo =
  (to: string) =>
  (error: unknown): never => {
    const isClosed =
      error instanceof DomainError && (error.code === "organization_closed" || error.code === "portal_closed");
    throw isClosed ? redirect(to) : error;
  };

/** Changes data there. Throws `organization_paused`, `organization_closed` unless a `whilePaused` reason allows it. */
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
 * Reads more for a response that has already begun, inside the same organization. Permissions are checked again. Throws
 * when the user may no longer enter or has switched to another organization.
 */
export async function staffReading<T>(
  { request, context }: RequestContext,
  orgId: string,
  use: Use<T>,
  options: { whileClosed?: boolean } = {},
): Promise<T> {
  const user = await requireMember({ request, context: { ...context } }).catch(refusedMeanwhile);
  if (user.membership.orgId !== orgId) throw new Error("user has switched to another organization");
  return database().readOrg(orgId, staffActor(user), use, options);
}

/** A response that has begun cannot become a redirect. */
function refusedMeanwhile(reason: unknown): never {
  throw reason instanceof Response ? new Error("user may no longer enter") : reason;
}

/**
 * Reads for a part of the portal: inside the organization, limited to the affiliate's own rows. `whileClosed`: also in
 * an organization that an owner has closed, where affiliates still get their data and documents.
 */
export async function affiliateScope<T>(
  args: RequestContext,
  use: (scope: Scope, user: AffiliateUser) => Promise<T>,
  options: { whileClosed?: boolean } = {},
): Promise<T> {
  const user = await requireAffiliate(args);
  const actor = actorOf(user, user.affiliation);
  return database()
    .readOrg(user.affiliation.orgId, actor, (scope) => use(scope, user), { statementMs: PAGE_MS, ...options })
    .catch(leadTo(paths.portalClosed()));
}

/** Changes data there. Throws `portal_paused` unless a `whilePaused` reason is given. */
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

// The loaders of one page run concurrently and share this lookup.
const views = new WeakMap<RequestContext["context"], Promise<AffiliateUser | null>>();

/** Returns the affiliate whose portal a member of the same organization views; null if none is viewed. */
function viewedPartner(args: RequestContext, user: CurrentUser): Promise<AffiliateUser | null> {
  const known = views.get(args.context) ?? findViewed(args, user);
  views.set(args.context, known);
  return known;
}

/**
 * Looks this up for each request, because permissions and affiliates can end. The viewer is notified when the view has
 * ended.
 */
async function findViewed(args: RequestContext, user: CurrentUser): Promise<AffiliateUser | null> {
  const viewing = await readViewing(args.request, await currentSecret(args.request), database().now());
  if (!viewing) return null;
  const { orgId, affiliateId, isOver, until } = viewing;
  const { membership } = user;
  if (membership?.orgId !== orgId || user.mustSetUpFactor) throw await viewEnded(args.request, paths.home());
  const actor: Actor = { kind: "member", userId: user.id, role: membership.role, isProven: false };
  const viewed = await database()
    .readOrg(orgId, actor, (scope) => viewedAffiliate(scope, affiliateId))
    .catch(leadTo(paths.closed()));
  if (!viewed) throw await viewEnded(args.request, paths.affiliates());
  if (isOver) throw await viewEnded(args.request, paths.affiliate(affiliateId));
  const affiliation = { orgId, affiliateId };
  return {
    id: viewed.userId,
    email: viewed.email,
    name: viewed.name,
    door: "affiliate",
    // The view has none of the rights that the affiliate, or the viewer, has elsewhere.
    languagePreference: null,
    appearance: defaultAppearance,
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
  const headers = new Headers({ "Set-Cookie": await clearViewing() });
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

/**
 * Returns the organizations whose portals a user may open, by name. It opens one scope for each, because no scope sees
 * several.
 */
export async function portalsOf(user: AffiliateUser): Promise<{ orgId: string; name: string; isClosed: boolean }[]> {
  const portals: { orgId: string; name: string; isClosed: boolean }[] = [];
  for (const affiliation of user.affiliations) {
    const { orgId } = affiliation;
    const portal = await database().readOrg(
      orgId,
      actorOf(user, affiliation),
      async (scope) => {
        const { name, closedAt } = await scope.organization();
        return { orgId, name, isClosed: closedAt !== null };
      },
      { whileClosed: true },
    );
    portals.push(portal);
  }
  return portals.sort((one, two) => compareNames(one.name, two.name));
}

/** Opens the scope in which a user leaves one of their organizations, whichever their session is in. */
export async function leavingScope<T>(user: CurrentUser, at: Member["membership"], use: Use<T>): Promise<T> {
  return database().withOrg(at.orgId, staffActor({ ...user, membership: at }), use, "erasure");
}

/** Reads in each organization that a user works for, also in closed ones, one after the other. */
export async function everyStaffScope<T>(user: CurrentUser, use: Use<T>): Promise<T[]> {
  const results: T[] = [];
  for (const { orgId, role } of user.memberships) {
    const actor: Actor = { kind: "member", userId: user.id, role, isProven: false };
    results.push(await database().readOrg(orgId, actor, use, { whileClosed: true }));
  }
  return results;
}
