import type { ActionFunctionArgs } from "@remix-run/node";
import { appearanceSchema } from "~/domain/identity/appearance";
import { setAppearance, setColumns } from "~/domain/identity/set-appearance.server";
import { columnChoice, MAX_COLUMNS, tables, USUAL_COLUMNS } from "~/domain/shared/lists";
import { addressWith } from "~/paths/address";
import { returnPath } from "~/paths/landing";
import { paths } from "~/paths/paths";
import { SAVED, WITHOUT_VIEW } from "~/paths/view-path";
import { runAction } from "~/server/action.server";
import { redirect } from "~/server/redirect.server";
import { currentUser } from "~/server/session.server";

/** Opened as a page (entered address, back button) it redirects, because there is no page here. */
export function loader() {
  return redirect(paths.home());
}

/**
 * Stores how the signed-in user wants lists and shortcuts. Unknown values are ignored. While a saved view is open, a
 * choice of columns changes the view, which is stored by its own menu.
 */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "anybody",
    backTo: returnPath,
    repeated: { column: MAX_COLUMNS, shown: MAX_COLUMNS },
    run: async (_, { form, inScope }) => {
      const user = await currentUser(args);
      const table = tables.find((one) => one === form.get("table"));
      if (table) {
        const { choice, to, isOfView } = columnsOf(form);
        if (user && !isOfView) await inScope((scope) => setColumns(scope, user.id, table, choice));
        return redirect(to, 303);
      }
      const { success, data } = appearanceSchema.safeParse(Object.fromEntries(form));
      if (success && user) await inScope((scope) => setAppearance(scope, user.id, data));
      return redirect(returnPath(form), 303);
    },
  });
}

function columnsOf(form: FormData) {
  const texts = (name: string) => form.getAll(name).filter((one) => typeof one === "string");
  const choice = form.has("usual") ? "" : columnChoice(texts("column"), texts("shown"));
  const [pathname = "", search = ""] = returnPath(form).split("?");
  const isOfView = ![null, WITHOUT_VIEW].includes(new URLSearchParams(search).get(SAVED));
  const to = addressWith(pathname, search, { columns: isOfView ? choice || USUAL_COLUMNS : null });
  return { choice, to, isOfView };
}
