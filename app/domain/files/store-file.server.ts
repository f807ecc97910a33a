import { createHash } from "node:crypto";
import { DomainError } from "../shared/errors";
import type { InScope } from "../shared/scope";
import { deleteFile } from "./delete-file.server";
import { MAX_FILE_BYTES, PIECE_BYTES, typesOfKind, type FileKind } from "./file";
import { cleanFileName } from "./file-name";
import { beginFile, dropFile, endFile, storePiece } from "./file-rows.server";
import { END_BYTES, endFits, typeOfStart } from "./file-type";

/** A check of a file's bytes by another program. */
export interface Scanning {
  /** Passes on the next bytes. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the bytes and returns the result; `failed` if the program could not check them. */
  result(): Promise<"clean" | "refused" | "failed">;
  /** Stops the program. */
  stop(): void;
}

export interface FileRules {
  /** Limit for all files of the organization. */
  quotaBytes: number;
  /** Starts the check of one file; null without a scanner. */
  scan: (() => Scanning) | null;
  /** Whether a job moves new files into a bucket. */
  movesFiles: boolean;
}

export interface GivenFile {
  kind: FileKind;
  name: string;
  /** May arrive slowly; no transaction is open while they do. */
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * Stores a file and returns its id. The bytes decide its type. It opens one transaction for each piece and none while
 * bytes arrive, and stops reading at the limit. A rejected file leaves nothing behind. For documents that a program
 * has generated, `bytes` is an array of them.
 * Throws `file_empty`, `file_type`, `file_broken`, `file_too_large` (params: `max` in MiB), `file_quota`,
 * `file_refused`, `file_unchecked`, `forbidden`.
 */
export async function storeFile(
  inScope: InScope,
  { kind, name: given, bytes }: GivenFile,
  { quotaBytes, scan, movesFiles }: FileRules,
): Promise<string> {
  const hash = createHash("sha256");
  let begun: { id: string; name: string; type: NonNullable<ReturnType<typeof typeOfStart>> } | undefined;
  let scanning: Scanning | undefined;
  let size = 0;
  let number = 0;
  let end: Uint8Array = new Uint8Array();
  try {
    for await (const piece of pieces(bytes)) {
      if (!begun) {
        const type = typeOfStart(piece);
        if (!type || !typesOfKind[kind].includes(type)) throw new DomainError("file_type");
        const name = cleanFileName(given, type);
        begun = { id: await inScope((scope) => beginFile(scope, { kind, name, type }, quotaBytes)), name, type };
        scanning = scan?.();
      }
      const { id } = begun;
      size += piece.length;
      if (size > MAX_FILE_BYTES) throw new DomainError("file_too_large", { max: MAX_FILE_BYTES / 1024 / 1024 });
      hash.update(piece);
      end = Buffer.concat([end, piece]).subarray(-END_BYTES);
      await scanning?.write(piece);
      const at = number++;
      await inScope((scope) => storePiece(scope, id, at, piece));
    }
    if (!begun) throw new DomainError("file_empty");
    if (!endFits(begun.type, end)) throw new DomainError("file_broken");
    const result = await scanning?.result();
    if (result === "refused") throw new DomainError("file_refused");
    if (result === "failed") throw new DomainError("file_unchecked");
    const stored = { ...begun, size, sha256: hash.digest("hex") };
    await inScope(async (scope) => {
      await endFile(scope, stored);
      if (movesFiles) await scope.enqueue("file.move", {}, { key: "file.move" });
    });
    return begun.id;
  } catch (error) {
    scanning?.stop();
    const id = begun?.id;
    // If this fails too, a sweep deletes the rest.
    if (id) await inScope((scope) => dropFile(scope, id)).catch(() => {});
    throw error;
  }
}

/**
 * Stores a file and calls `use` with its id. If `use` fails, the file is deleted again. Throws what {@link storeFile}
 * and `use` throw.
 */
export async function withStoredFile<T>(
  inScope: InScope,
  file: GivenFile,
  rules: FileRules,
  use: (id: string) => Promise<T>,
): Promise<T> {
  const id = await storeFile(inScope, file, rules);
  try {
    return await use(id);
  } catch (error) {
    // If this fails too, a sweep deletes the file.
    await inScope((scope) => deleteFile(scope, id)).catch(() => {});
    throw error;
  }
}

/** Joins and divides bytes into pieces of equal length. */
async function* pieces(bytes: GivenFile["bytes"]): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < PIECE_BYTES) continue;
    const joined = Buffer.concat(waiting);
    let at = 0;
    for (; joined.length - at >= PIECE_BYTES; at += PIECE_BYTES) yield joined.subarray(at, at + PIECE_BYTES);
    waiting = [joined.subarray(at)];
    length -= at;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
