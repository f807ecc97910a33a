import type { ActionFunctionArgs } from "@remix-run/node";
import { hideSetup } from "~/domain/organizations/hide-setup.server";
import { translator } from "~/i18n/i18n.server";
import { redirectWithToast } from "~/web/flash.server";
import { staffScope } from "~/web/open-scope.server";
import { redirect } from "~/web/redirect.server";

/** Puts the checklist of the set-up away, and says where an unfinished one is to be found. */
export async function putSetupAway(call: ActionFunctionArgs, to: string): Promise<Response> {
  const unfinished = await staffScope(call, hideSetup);
  if (!unfinished) return redirect(to);
  const t = await translator(call.request);
  return redirectWithToast(to, {
    tone: "success",
    title: t("setup:toast.hidden"),
    description: t("setup:toast.hidden_text", {
      settings: t("settings:title"),
      section: t("settings:sections.general"),
    }),
  });
}
