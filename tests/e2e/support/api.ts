import { expect, request as newRequest, type APIRequestContext, type APIResponse } from "@playwright/test";
import { texts } from "./texts";

// People who use the program without a browser: what a script could send is sent here too.

export type Form = Record<string, string>;
export type Language = "de" | "en";

/** Posts a form and stays where the answer is. */
export function post(request: APIRequestContext, path: string, form: Form): Promise<APIResponse> {
  return request.post(path, { form, maxRedirects: 0 });
}

/** Posts a form that is expected to be accepted. */
export async function send(request: APIRequestContext, path: string, form: Form): Promise<void> {
  const answer = await post(request, path, form);
  expect(answer.status(), `${path}: ${textIn(await answer.text()).slice(0, 300)}`).toBe(302);
}

/** The HTML of a page as a reader's text: entities decoded, scripts and tags left out. */
export function textIn(html: string): string {
  return html
    .replace(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(lt|gt|quot|#x27|amp);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, " ");
}

const entities: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
};

/** Different ids in a page's HTML, in their order; `pattern` has one group. */
export async function idsOn(request: APIRequestContext, path: string, pattern: RegExp): Promise<string[]> {
  const html = await (await request.get(path)).text();
  return [...new Set([...html.matchAll(pattern)].map((match) => match[1]!))];
}

/** Uses the newest mail's link to an address, as a click on its button would. */
async function useLink(request: APIRequestContext, to: string, subject: string): Promise<void> {
  let link: string | undefined;
  await expect(async () => {
    const list = await (await request.get("/dev/mailbox")).text();
    const entry = new RegExp(
      `href="[^"]*\\?mail=([^"]+)"[^>]*>\\s*<span[^>]*>${subject}</span>\\s*<span[^>]*>${to}<`,
    );
    const mail = entry.exec(list)?.[1];
    expect(mail, `a mail "${subject}" to ${to}`).toBeTruthy();
    const html = await (await request.get(`/dev/mailbox?mail=${mail}`)).text();
    link = /https?:\/\/[^\s"<]+(\/link\/[\w-]+)/.exec(html)?.[1];
    expect(link).toBeTruthy();
  }).toPass({ timeout: 20_000 });
  expect((await post(request, link!, {})).status()).toBe(302);
}

/** A new person without cookies, who reads English. */
export function stranger(): Promise<APIRequestContext> {
  return newRequest.newContext({
    baseURL: process.env["E2E_URL"],
    extraHTTPHeaders: { "Accept-Language": "en" },
  });
}

/** The same session, read in another language. */
export async function sameIn(request: APIRequestContext, language: Language): Promise<APIRequestContext> {
  const { cookies, origins } = await request.storageState();
  const same = await newRequest.newContext({
    baseURL: process.env["E2E_URL"],
    storageState: { cookies: cookies.filter(({ name }) => name !== "lng"), origins },
    extraHTTPHeaders: { "Accept-Language": language },
  });
  return same;
}

/** Somebody who has signed up and confirmed, without an organisation yet. */
export async function newcomer(email: string): Promise<APIRequestContext> {
  const t = await texts("en");
  const request = await stranger();
  const form = { name: "Rosa Regel", email, password: "correct horse battery" };
  await send(request, "/auth?tab=signup", form);
  await useLink(request, email, t("mail:confirm.subject"));
  return request;
}

/** The owner of a new organisation. */
export async function newOwner(email: string, organization: string): Promise<APIRequestContext> {
  const request = await newcomer(email);
  await send(request, "/onboarding", { organization_name: organization });
  return request;
}

/** The affiliate whom an organisation has invited, signed in to the portal. */
export async function invited(email: string, organization: string): Promise<APIRequestContext> {
  const t = await texts("en");
  const request = await stranger();
  await useLink(request, email, t("mail:invite.subject", { organization }));
  return request;
}
