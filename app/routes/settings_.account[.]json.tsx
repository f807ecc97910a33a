import type { LoaderFunctionArgs } from "@remix-run/node";
import { readOwnAccount } from "~/domain/identity/own-account.server";
import { database } from "~/server/app-context.server";
import { requireMember } from "~/server/open-scope.server";

/** What is kept of the account of the person signed in (OPS-05). */
export async function loader(args: LoaderFunctionArgs) {
  const { id, memberships } = await requireMember(args);
  const account = await database().withStatements((scope) => readOwnAccount(scope, id));
  const organizations = memberships.map(({ orgId, role }) => ({ id: orgId, role }));
  return new Response(`${JSON.stringify({ ...account, organizations }, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="finderlohn-account.json"',
      "Cache-Control": "private, no-store",
    },
  });
}
