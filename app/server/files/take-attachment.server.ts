import { readFile } from "~/domain/files/read-file.server";
import { withStoredFile } from "~/domain/files/store-file.server";
import type { Attachment } from "~/domain/leads/conversation";
import { DomainError } from "~/domain/shared/errors";
import type { InScope } from "~/domain/shared/scope";
import { files } from "../app-context.server";
import type { UploadedFile } from "../upload.server";

/** Name of the file field of forms with an attachment. */
export const ATTACHMENT = "attachment";

/**
 * Stores the file of a note or message, if the form has one, and calls `use` with it. If `use` fails, the file is
 * deleted again. Throws what `withStoredFile` and `use` throw.
 */
export async function withAttachment<T>(
  inStore: InScope,
  file: UploadedFile | null,
  use: (file: Attachment | null) => Promise<T>,
): Promise<T> {
  if (!file) return use(null);
  const given = { kind: "attachment", name: file.name, bytes: file.bytes } as const;
  return withStoredFile(inStore, given, files().rules, async (id) => {
    const stored = await inStore((scope) => readFile(scope, id));
    return use({ id, name: stored!.name });
  }).catch(atField);
}

/** Shows an error about the file at its field. */
function atField(error: unknown): never {
  if (error instanceof DomainError && !error.field && error.code.startsWith("file_")) throw error.at(ATTACHMENT);
  throw error;
}
