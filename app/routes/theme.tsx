import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { safePath } from "~/domain/identity/landing";
import { overHttps } from "~/platform/cookie.server";
import { formOf } from "~/web/form.server";
import { themeCookie, themes } from "~/web/theme";
import { redirect } from "~/web/redirect.server";

const choice = z.object({ theme: z.enum(themes) });

/** Opened as a page, by a typed address or the back button: nothing to see. */
export function loader() {
  return redirect("/");
}

/** The choice of light or dark without JavaScript; anything else changes nothing. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await formOf(request);
  const to = safePath(form.get("redirect_to")) ?? "/";
  const chosen = choice.safeParse(Object.fromEntries(form));
  const headers = chosen.success ? { "Set-Cookie": themeCookie(chosen.data.theme, overHttps()) } : undefined;
  return redirect(to, { status: 303, headers });
}
