import { languageCookie, requestLanguage } from "./request-language.server";
import { isLanguage } from "~/i18n/languages";
import { currentUser, type RequestContext } from "./session.server";
import { redirectDocument } from "./redirect.server";

/**
 * The language of a profile overrides the cookie (I18N-01). A page in another language, because it was chosen on
 * another device, is reloaded in that of the profile. This holds for documents only. Subresources and programs may
 * store no cookie and would be redirected forever.
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
