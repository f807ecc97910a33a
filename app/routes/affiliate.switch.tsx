import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { recordId } from "~/domain/shared/fields";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { redirect } from "~/server/redirect.server";
import { switchPortal } from "~/server/session.server";

const switchSchema = z.object({ org_id: recordId });

/** Opened as a page (typed address, back button) it redirects, because there is no page here. */
export function loader() {
  return redirect(paths.dashboard());
}

/** The switch in the top bar between the organisations somebody is an affiliate of (POR-07). */
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
