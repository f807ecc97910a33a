import { fileBytes, readFile } from "~/domain/files/read-file.server";
import type { StoredFile } from "~/domain/files/file";
import type { Actor, InScope } from "~/domain/shared/scope";
import { paths } from "~/paths/paths";
import type { Database } from "~/platform/db/database.server";
import type { Files } from "~/platform/files/open-files.server";
import { redirect } from "../redirect.server";
import { download } from "../exports/download.server";
import { readFileKey } from "./file-key.server";

export interface FileSettings {
  database: Database;
  files: Pick<Files, "bucket">;
  secret: string;
}

/**
 * Responds to a signed address with a file; null if it does not exist or the address was not signed. An expired address
 * redirects to the page that checks the rights again. Cookies are neither read nor set, and no browser shows the
 * response as a page.
 */
export async function answerFile({ database, files, secret }: FileSettings, key: string): Promise<Response | null> {
  const found = readFileKey(secret, key, database.now());
  if (!found) return null;
  const { orgId, fileId } = found;
  if (found.isOver) {
    const to = found.door === "staff" ? paths.file(fileId) : paths.ownFile(fileId);
    return redirect(to, { headers: { "Cache-Control": "no-store" } });
  }
  const actor: Actor = { kind: "job", name: "file" };
  const inScope: InScope = (use) => database.readOrg(orgId, actor, use);
  const file = await inScope((scope) => readFile(scope, fileId));
  if (!file) return null;
  return fileResponse(inScope, orgId, file, files);
}

/** Returns a response with a file. Each piece is read when the one before has been sent. */
export function fileResponse(
  inScope: InScope,
  orgId: string,
  file: StoredFile,
  { bucket }: Pick<Files, "bucket">,
): Response {
  const pieces = fileBytes(inScope, file, bucket && { orgId, get: bucket.get });
  const { body } = download("", file.type, pieces);
  return new Response(body, { headers: headersOf(file) });
}

/** Headers with which a browser saves a file instead of showing or running it. */
export const headersOf = ({
  name,
  type,
  size,
}: Pick<StoredFile, "name" | "type" | "size">): Record<string, string> => ({
  "Content-Type": type,
  "Content-Length": String(size),
  "Content-Disposition": attachment(name),
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "X-Content-Type-Options": "nosniff",
  // Fonts, scripts and images of other sites may not use it either.
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
});

/** Old browsers read the first name, all others the second (RFC 6266). */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
