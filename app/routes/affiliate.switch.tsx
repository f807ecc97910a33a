import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { recordId } from "~/domain/shared/fields";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { redirect } from "~/server/redirect.server";
import { switchPortal } from "~/server/session.server";

const switchSchema = z.object({ org_id: recordId });

/** Opened as a page (entered address, back button) it redirects, because there is no page here. */
export function loader() {
  return redirect(paths.dashboard());
}

/** Switches between the organizations of an affiliate, from the top bar (POR-07). */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "affiliate",
    schema: switchSchema,
    backTo: paths.dashboard(),
    run: async ({ org_id: orgId }) => {
      await switchPortal(args, orgId);
      return { to: paths.dashboard() };
    },
  });
}
