import type { LoaderFunctionArgs } from "@remix-run/node";
import { isOwnFile } from "~/domain/commissions/own-file.server";
import { readFile } from "~/domain/files/read-file.server";
import { recordId } from "~/domain/shared/fields";
import { cut } from "~/domain/shared/damaged";
import type { Scope } from "~/domain/shared/scope";
import { paths } from "~/paths/paths";
import { sessionSecret } from "../app-context.server";
import { affiliateScope, staffScope } from "../open-scope.server";
import { redirect } from "../redirect.server";
import { signFileKey, type FileDoor } from "./file-key.server";

// Redirects users with the right to a file to its signed address, which needs no cookie.

/** Characters of the name in the address. One becomes up to twelve there. */
const MAX_SHOWN = 20;

/** For staff: every file of the organization. Throws 404 if it does not exist. */
export async function openFile(args: LoaderFunctionArgs): Promise<Response> {
  const id = fileIdOf(args);
  const { file, ...found } = await staffScope(args, async (scope) => ({
    ...at(scope),
    file: await readFile(scope, id),
  }));
  if (!file) throw notFound();
  return toSigned("staff", file, found);
}

/** For affiliates: the receipts of their own payments. Throws 404 for all other files. */
export async function openOwnFile(args: LoaderFunctionArgs): Promise<Response> {
  const id = fileIdOf(args);
  const found = await affiliateScope(args, async (scope) => ({ ...at(scope), isOwn: await isOwnFile(scope, id) }));
  if (!found.isOwn) throw notFound();
  // The name is in the row of the file, which affiliates cannot read; the response has it.
  return toSigned("portal", { id, name: "receipt" }, found);
}

const at = ({ orgId, now }: Scope) => ({ orgId, now });

function fileIdOf({ params }: LoaderFunctionArgs): string {
  const { success, data } = recordId.safeParse(params["fileId"]);
  if (!success) throw notFound();
  return data;
}

const notFound = () => new Response(null, { status: 404, statusText: "Not Found" });

function toSigned(
  door: FileDoor,
  { id: fileId, name }: { id: string; name: string },
  { orgId, now }: { orgId: string; now: Date },
): Response {
  const { key } = signFileKey(sessionSecret(), { orgId, fileId, door }, now);
  // Only for people who look at the address; the response has the whole name.
  return redirect(paths.fileContent(key, cut(name, MAX_SHOWN)), { headers: { "Cache-Control": "no-store" } });
}
