import { languageCookie, requestLanguage } from "~/i18n/i18n.server";
import { isLanguage } from "~/i18n/languages";
import { currentUser, type RequestContext } from "./session.server";
import { redirectDocument } from "./redirect.server";

/**
 * The language of a profile counts more than a cookie (I18N-01): a page opened in another language, because it was
 * chosen on another device, is opened again in that of the profile. Pages only: not what a page loads, nor what
 * programs ask for, who may keep no cookie and would be sent round and round.
 */
export async function followProfileLanguage({ request, context }: RequestContext): Promise<void> {
  if (request.method !== "GET" || request.headers.get("Sec-Fetch-Dest") !== "document") return;
  const preference = (await currentUser({ request, context }))?.languagePreference;
  if (!isLanguage(preference) || preference === (await requestLanguage(request))) return;
  const { pathname, search } = new URL(request.url);
  throw redirectDocument(pathname + search, {
    headers: { "Set-Cookie": await languageCookie.serialize(preference) },
  });
}
