import { redirect, type AppLoadContext } from "@remix-run/node";
import { landingOf } from "~/domain/identity/landing";
import {
  endSession,
  readSession,
  startSession,
  type CurrentUser,
  type Door,
} from "~/domain/identity/session.server";
import { isLanguage } from "~/i18n/languages";
import { languageCookie } from "~/i18n/i18n.server";
import { database, sessionCookie } from "./app-context.server";

/** What loaders and actions receive; `context` is one object per HTTP request. */
export interface Call {
  request: Request;
  context: AppLoadContext;
}

// The loaders of one page ask for the user at the same time; one look-up answers all.
const users = new WeakMap<AppLoadContext, Promise<CurrentUser | null>>();

/** Who is signed in, or null. */
export function currentUser(call: Call): Promise<CurrentUser | null> {
  let user = users.get(call.context);
  if (!user) {
    user = lookUp(call.request);
    users.set(call.context, user);
  }
  return user;
}

async function lookUp(request: Request): Promise<CurrentUser | null> {
  const secret = await sessionSecretOf(request);
  return secret ? database().withIdentity((scope) => readSession(scope, secret)) : null;
}

async function sessionSecretOf(request: Request): Promise<string | null> {
  const value: unknown = await sessionCookie().parse(request.headers.get("Cookie"));
  return typeof value === "string" && value ? value : null;
}

/**
 * Starts a session (a new one: nothing of an earlier session is kept) and answers with the redirect to where the person
 * wanted to go, if it is a path of this site they may open, else to their home.
 */
export async function signIn(
  call: Call,
  person: {
    userId: string;
    door: Door;
    affiliateOrgId?: string | null;
    handedOut?: boolean;
    languagePreference: string | null;
  },
  wanted?: unknown,
): Promise<Response> {
  const old = await sessionSecretOf(call.request);
  const { secret, user } = await database().withIdentity(async (scope) => {
    if (old) await endSession(scope, old);
    const created = await startSession(scope, {
      userId: person.userId,
      door: person.door,
      affiliateOrgId: person.affiliateOrgId ?? null,
      handedOut: person.handedOut ?? false,
      userAgent: call.request.headers.get("User-Agent"),
      ip: call.context.ip,
    });
    return { secret: created, user: await readSession(scope, created) };
  });
  const headers = new Headers({ "Set-Cookie": await sessionCookie().serialize(secret) });
  if (isLanguage(person.languagePreference)) {
    headers.append("Set-Cookie", await languageCookie.serialize(person.languagePreference));
  }
  return redirect(user ? landingOf(user, wanted) : "/", { headers });
}

/** Ends the session on the server and forgets the cookie. */
export async function signOut(call: Call, to: string): Promise<Response> {
  const secret = await sessionSecretOf(call.request);
  if (secret) await database().withIdentity((scope) => endSession(scope, secret));
  return redirect(to, { headers: { "Set-Cookie": await sessionCookie().serialize("", { maxAge: 0 }) } });
}
