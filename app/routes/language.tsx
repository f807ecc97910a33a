import type { ActionFunctionArgs } from "@remix-run/node";
import { safePath } from "~/domain/identity/landing";
import { setLanguage } from "~/domain/identity/set-language.server";
import { i18nFor, languageCookie } from "~/i18n/i18n.server";
import { isLanguage } from "~/i18n/languages";
import { database } from "~/web/app-context.server";
import { redirectWithToast } from "~/web/flash.server";
import { currentUser } from "~/web/session.server";
import { formOf } from "~/web/form.server";
import { redirect } from "~/web/redirect.server";

/** Opened as a page, by a typed address or the back button: nothing to see. */
export function loader() {
  return redirect("/");
}

/** The language switch of every page; anything but one of our languages changes nothing. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await formOf(request);
  const language = form.get("language");
  const to = safePath(form.get("redirect_to")) ?? "/";
  if (!isLanguage(language)) return redirect(to, 303);

  const headers = new Headers({ "Set-Cookie": await languageCookie.serialize(language) });
  const user = await currentUser({ request, context });
  if (!user) return redirect(to, { status: 303, headers });
  await database().withIdentity((scope) => setLanguage(scope, user.id, language));
  const { t } = await i18nFor(language);
  const answer = await redirectWithToast(
    to,
    { tone: "success", title: t("settings:language.updated") },
    headers,
  );
  return redirect(to, { status: 303, headers: answer.headers });
}
