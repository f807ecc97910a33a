import { randomUUID } from "node:crypto";
import type { CurrentUser } from "~/domain/identity/session.server";
import type { Actor, Scope } from "~/domain/shared/scope";
import { database } from "./app-context.server";
import { refuseDamagedAddress } from "./damaged-address.server";
import { sessionEnded } from "./session-ended.server";
import { currentUser, type Call } from "./session.server";
import { redirect } from "./redirect.server";

// The glue between a request and the domain: who asks, what they may enter, and the scope opened for them. Whoever may
// not enter is sent away by a thrown redirect (AUTH-06).

type Member = CurrentUser & { membership: NonNullable<CurrentUser["membership"]> };
type Partner = CurrentUser & { affiliation: NonNullable<CurrentUser["affiliation"]> };

/** Somebody signed in; others go to `signInPage` with the location remembered, and learn why if they had sent something. */
export async function requireUser(call: Call, signInPage = "/auth"): Promise<CurrentUser> {
  // What a screen looks for by its address ends in the database.
  refuseDamagedAddress(call.request);
  const user = await currentUser(call);
  if (user) return user;
  const to = `${signInPage}?${new URLSearchParams({ redirectTo: wantedPath(call.request) })}`;
  throw isRead(call.request) ? redirect(to) : await sessionEnded(call.request, to);
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/** A member of an organisation. Affiliates without one go to "/", everybody else to onboarding. */
export async function requireMember(call: Call): Promise<Member> {
  const user = await requireUser(call);
  if (user.membership) return user as Member;
  throw redirect(user.affiliation ? "/" : "/onboarding");
}

/** An affiliate. Signed-in people who are none go to "/". */
export async function requireAffiliate(call: Call): Promise<Partner> {
  const user = await requireUser(call, "/affiliate/login");
  if (user.affiliation) return user as Partner;
  throw redirect("/");
}

/** Runs a part of a staff screen inside the organisation of the person who asks. */
export async function staffScope<T>(call: Call, use: (scope: Scope, user: Member) => Promise<T>): Promise<T> {
  const user = await requireMember(call);
  const { orgId, role } = user.membership;
  const actor: Actor = { kind: "member", userId: user.id, role };
  return database().withOrg(orgId, actor, (scope) => use(scope, user));
}

/** Runs a part of the portal: inside the organisation, narrowed to the affiliate's own rows. */
export async function affiliateScope<T>(
  call: Call,
  use: (scope: Scope, user: Partner) => Promise<T>,
): Promise<T> {
  const user = await requireAffiliate(call);
  const { orgId, affiliateId } = user.affiliation;
  const actor: Actor = { kind: "affiliate", userId: user.id, affiliateId };
  return database().withOrg(orgId, actor, (scope) => use(scope, user));
}

/** Of the page to return to: encoded once more, it is still an address that is answered (cli/http/address.ts). */
const LONGEST_SEARCH = 1_000;

/**
 * The page a person was on; a form that was posted is not repeated, so its page counts. With what it asks for, unless that is
 * longer than any of our screens asks.
 */
function wantedPath(request: Request): string {
  const url = new URL(request.url);
  const path = url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  url.searchParams.delete("_routes");
  url.searchParams.delete("index");
  return url.search.length > LONGEST_SEARCH ? path : path + url.search;
}

/** The scope of an organisation that is being founded by the person who asks. */
export async function foundingScope<T>(user: CurrentUser, use: (scope: Scope) => Promise<T>): Promise<T> {
  return database().withOrg(randomUUID(), { kind: "member", userId: user.id, role: "owner" }, use);
}
