import type { ActionFunctionArgs } from "@remix-run/node";
import { returnPath } from "~/paths/landing";
import { setLanguage } from "~/domain/identity/set-language.server";
import { i18nFor } from "~/i18n/i18n.server";
import { languageCookie } from "~/server/request-language.server";
import { isLanguage } from "~/i18n/languages";
import { redirectWithToast } from "~/server/flash.server";
import { currentUser } from "~/server/session.server";
import { redirect } from "~/server/redirect.server";
import { runAction } from "~/server/action.server";
import { paths } from "~/paths/paths";

/** Opened as a page (entered address, back button) it redirects, because there is no page here. */
export function loader() {
  return redirect(paths.home());
}

/** Handles the language switch of every page. Unknown languages are ignored. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "anybody",
    backTo: returnPath,
    run: async (_, { form, inScope }) => {
      const [language, to] = [form.get("language"), returnPath(form)];
      if (!isLanguage(language)) return redirect(to, 303);
      const headers = new Headers({ "Set-Cookie": await languageCookie.serialize(language) });
      const user = await currentUser(args);
      if (!user) return redirect(to, { status: 303, headers });
      await inScope((scope) => setLanguage(scope, user.id, language));
      const { t } = await i18nFor(language);
      const toast = { tone: "success", title: t("settings:language.updated") } as const;
      const answer = await redirectWithToast(to, toast, headers);
      return redirect(to, { status: 303, headers: answer.headers });
    },
  });
}
