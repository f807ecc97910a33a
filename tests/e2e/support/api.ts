import { expect, request as newRequest, type APIRequestContext, type APIResponse } from "@playwright/test";
import { textIn } from "../../support/html";
import { newestLink } from "./mailbox";
import { texts } from "./texts";

// Users without a browser: they send what a script could send.

type Form = Record<string, string>;
type Language = "de" | "en";

export interface Owner {
  name: string;
  email: string;
  password: string;
  organization: string;
}

/** Posts a form without following the redirect. */
export function post(
  request: APIRequestContext,
  path: string,
  form: Form,
  headers: Record<string, string> = {},
): Promise<APIResponse> {
  return request.post(path, { form, headers, maxRedirects: 0 });
}

/** Posts a form that must be accepted. */
export async function send(
  request: APIRequestContext,
  path: string,
  form: Form,
  headers?: Record<string, string>,
): Promise<void> {
  const answer = await post(request, path, form, headers);
  expect(answer.status(), `${path}: ${textIn(await answer.text()).slice(0, 300)}`).toBe(302);
}

/** Returns the distinct ids in a page's HTML, in their order; `pattern` has one group. */
export async function idsOn(request: APIRequestContext, path: string, pattern: RegExp): Promise<string[]> {
  const html = await (await request.get(path)).text();
  return [...new Set([...html.matchAll(pattern)].map((match) => match[1]!))];
}

/** Redeems the link of the newest email to an address, as a click on its button would. */
async function useLink(request: APIRequestContext, to: string, subject: string, language: Language): Promise<void> {
  const { pathname } = new URL(await newestLink(request, to, subject));
  await send(request, pathname, {}, speaking(language));
}

/**
 * Headers of a language: Playwright's request context does not send its own, and users keep the first one they arrive
 * with.
 */
const speaking = (language: Language) => ({ "Accept-Language": language });

/** Returns a new user without cookies, who reads English. */
export function stranger(): Promise<APIRequestContext> {
  return newRequest.newContext({
    baseURL: process.env["E2E_URL"],
    extraHTTPHeaders: { "Accept-Language": "en" },
  });
}

/**
 * Headers of a separate IP address, as the proxy sets them: the sign-ups of one address per hour are limited (AUTH-13).
 */
function elsewhere() {
  const part = () => Math.floor(Math.random() * 65_536).toString(16);
  return { "X-Forwarded-For": `2001:db8:${part()}:${part()}::1` };
}

/** Signs up a user who reads `language`, and confirms their address. */
async function confirm(
  request: APIRequestContext,
  person: Omit<Owner, "organization">,
  language: Language,
): Promise<void> {
  const { name, email, password } = person;
  const headers = { ...speaking(language), ...elsewhere() };
  await send(request, "/auth?tab=signup", { name, email, password }, headers);
  await useLink(request, email, (await texts(language))("mail:confirm.subject"), language);
}

/**
 * Makes a user the owner of a new organization in its trial, with the forms that the pages would send. A browser that
 * shares its cookies with `request` is then signed in.
 */
export async function becomeOwner(request: APIRequestContext, owner: Owner, language: Language = "en"): Promise<void> {
  await confirm(request, owner, language);
  await send(request, "/onboarding", { organization_name: owner.organization });
  // Consumes the message that the organization was created, because tests expect their own messages.
  await request.get("/pricing?onboarding=true");
}

/** Returns the owner of a new organization. */
export async function newOwner(email: string, organization: string): Promise<APIRequestContext> {
  const request = await stranger();
  await becomeOwner(request, { name: "Rosa Regel", email, password: "correct horse battery", organization });
  return request;
}

/**
 * Opens the newest invitation of an affiliate as they would. A browser that shares its cookies with `request` is then
 * signed in to the portal.
 */
export async function acceptInvitation(
  request: APIRequestContext,
  email: string,
  organization: string,
  language: Language = "en",
): Promise<void> {
  const t = await texts(language);
  await useLink(request, email, t("mail:invite.subject", { organization }), language);
}

/** Returns an invited affiliate of an organization, signed in to the portal. */
export async function invited(
  email: string,
  organization: string,
  language: Language = "en",
): Promise<APIRequestContext> {
  const request = await stranger();
  await acceptInvitation(request, email, organization, language);
  return request;
}
