import { doOnce } from "~/domain/api-keys/once.server";
import { deleteFile } from "~/domain/files/delete-file.server";
import type { FileKind } from "~/domain/files/file";
import { readFile } from "~/domain/files/read-file.server";
import { storeFile, withStoredFile, type FileRules } from "~/domain/files/store-file.server";
import type { InScope } from "~/domain/shared/scope";
import type { ApiRequest } from "./input.server";
import { FILE_BODIES } from "./operation";
import { ApiProblem } from "./problem.server";

interface SentFile {
  kind: FileKind;
  name: string;
  /** Set if the sender names the request, to execute it only once. */
  once: { keyId: string; idempotencyKey: string } | null;
}

/**
 * Stores the body of a request as a file. A repeated request is known by its content only after it has arrived, so its
 * bytes are stored and deleted again. Throws `body_not_file`, `body_encoded`, and what `storeFile` throws.
 */
export async function receiveFile(
  inScope: InScope,
  request: ApiRequest,
  { kind, name, once }: SentFile,
  rules: FileRules,
): Promise<{ id: string; repeated: boolean }> {
  const type = request.header("content-type")?.split(";")[0]!.trim().toLowerCase();
  if (!FILE_BODIES.some((one) => one === type)) throw new ApiProblem("body_not_file");
  if (!/^(?:identity)?$/i.test(request.header("content-encoding") ?? "")) throw new ApiProblem("body_encoded");
  const sent = { kind, name, bytes: request.bytes() };
  if (!once) return { id: await storeFile(inScope, sent, rules), repeated: false };
  return withStoredFile(inScope, sent, rules, async (id) => {
    const { recordId, repeated } = await inScope(async (scope) => {
      const file = await readFile(scope, id);
      const content = ["file", kind, name, file!.sha256].join(" ");
      return doOnce(scope, { ...once, content }, async () => ({ recordId: id }));
    });
    if (repeated) await inScope((scope) => deleteFile(scope, id));
    return { id: recordId ?? id, repeated };
  });
}
