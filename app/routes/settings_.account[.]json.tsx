import type { LoaderFunctionArgs } from "@remix-run/node";
import { readOwnAccount } from "~/domain/identity/own-account.server";
import { readOwnMembership } from "~/domain/members/read-own-membership.server";
import { database } from "~/server/app-context.server";
import { closedStaffScope } from "~/server/open-scope.server";

/**
 * The stored data of the signed-in user: their account, and what this organization stores about them, also while it is
 * closed (OPS-05).
 */
export async function loader(args: LoaderFunctionArgs) {
  const { id, memberships, membership } = await closedStaffScope(args, async (scope, { id, memberships }) => ({
    id,
    memberships,
    membership: await readOwnMembership(scope, id),
  }));
  const account = await database().withStatements((scope) => readOwnAccount(scope, id));
  const organizations = memberships.map(({ orgId, role }) => ({ id: orgId, role }));
  return new Response(`${JSON.stringify({ ...account, organizations, membership }, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="finderlohn-account.json"',
      "Cache-Control": "private, no-store",
    },
  });
}
