import { z } from "zod";
import { deleteFile } from "~/domain/files/delete-file.server";
import { fileKinds, fileTypes, type StoredFile } from "~/domain/files/file";
import { readFile } from "~/domain/files/read-file.server";
import { requiredText } from "~/domain/shared/fields";
import { DomainError } from "~/domain/shared/errors";
import { namesOf } from "~/domain/shared/field-list";
import type { Scope } from "~/domain/shared/scope";
import { operation, type Params } from "../operation";
import { id, moment } from "../shapes.server";
import { about } from "../texts.server";

const file = z
  .object({
    id,
    kind: z.enum(fileKinds).describe(about("file_kind")),
    name: z.string(),
    type: z.enum(namesOf(fileTypes)).describe(about("file_type")),
    size: z.int().describe(about("file_size")),
    sha256: z.string().describe(about("file_sha256")),
    created_at: moment,
  })
  .meta({ id: "File" });

const fileOf = ({ id, kind, name, type, size, sha256, createdAt }: StoredFile): z.output<typeof file> => ({
  id,
  kind,
  name,
  type,
  size,
  sha256,
  created_at: createdAt.toISOString(),
});

async function read(scope: Scope, { file_id: fileId }: Params) {
  const found = await readFile(scope, fileId!);
  return found && fileOf(found);
}

export const fileOperations = [
  operation({
    id: "upload_file",
    tag: "files",
    method: "POST",
    path: "/files",
    query: z.object({ name: requiredText("missing", 200).describe(about("file_name")) }),
    limit: { name: "upload", times: 60, seconds: 60 },
    receives: "receipt",
    answer: file,
    created: (scope, fileId) => read(scope, { file_id: fileId }),
    location: (fileId) => `/files/${fileId}`,
  }),
  operation({ id: "read_file", tag: "files", method: "GET", path: "/files/{file_id}", answer: file, read }),
  operation({
    id: "download_file",
    tag: "files",
    method: "GET",
    path: "/files/{file_id}/download",
    answer: z.object({ url: z.url().describe(about("download_url")), expires_at: moment }),
    run: async ({ scope, params, download }) => {
      if (!(await read(scope, params))) throw new DomainError("not_found");
      return download(scope, params["file_id"]!);
    },
  }),
  operation({
    id: "delete_file",
    tag: "files",
    method: "DELETE",
    path: "/files/{file_id}",
    answer: file,
    // deleteFile locks the row itself.
    lock: read,
    read,
    remove: ({ scope, params }) => deleteFile(scope, params["file_id"]!),
  }),
];
