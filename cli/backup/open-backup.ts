import { createHash } from "node:crypto";
import { Transform, type Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { fileSentence } from "~/platform/file-trouble.server";
import { UsageError } from "../run-command";
import { requireFile } from "../whole-file";
import { MANIFEST, manifestSchema, type Manifest } from "./format";

/** An opened backup. */
export interface OpenBackup {
  manifest: Manifest;
  zip: ZipFile;
  entries: Map<string, Entry>;
}

/** Max bytes of a manifest. */
const MAX_MANIFEST = 10 * 1024 * 1024;

/** Opens a backup and reads its manifest. Throws a UsageError if the file is not a backup. */
export async function openBackup(file: string): Promise<OpenBackup> {
  requireFile(file);
  const none = (why: string) =>
    new UsageError(
      file.endsWith(".part")
        ? `"${file}" is incomplete: the command that wrote it was interrupted. Use another backup, and delete this one`
        : `"${file}" is not a Finderlohn backup: ${why}`,
    );
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    // The library's messages describe ZIP internals.
    throw none(fileSentence(error) ?? "it is not a ZIP file, or its end is missing");
  });
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const entry = entries.get(MANIFEST);
    if (!entry || entry.uncompressedSize > MAX_MANIFEST) throw none("it has no manifest");
    const { success, data } = manifestSchema.safeParse(JSON.parse(await text(await zip.openReadStreamPromise(entry))));
    if (!success) throw none("its manifest cannot be read");
    if (data.method === "pg_dump") {
      throw new UsageError(
        `"${file}" was made with pg_dump: restore it with Finderlohn ${data.program}, or restore the file database.dump in it with pg_restore`,
      );
    }
    return { manifest: data, zip, entries };
  } catch (error) {
    zip.close();
    throw error instanceof UsageError ? error : none((error as Error).message);
  }
}

const NEWLINE = 10;

/** Reads every file of a backup completely. Throws if one is missing or differs from the manifest. */
export async function verifyFiles(backup: OpenBackup, done: () => void): Promise<void> {
  for (const { name } of backup.manifest.files) {
    await checked(backup, name, countLines);
    done();
  }
}

async function countLines(pieces: Readable): Promise<number> {
  let lines = 0;
  for await (const piece of pieces as AsyncIterable<Buffer>)
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

const damaged = (file: string) => new Error(`${file} of the backup is damaged: nothing was restored`);

/** Reads a file of a backup; `read` returns the number of rows. Throws if rows or checksum differ from the manifest. */
export async function checked(
  { zip, entries, manifest }: OpenBackup,
  file: string,
  read: (pieces: Readable) => Promise<number>,
): Promise<void> {
  const entry = entries.get(file);
  const facts = manifest.files.find(({ name }) => name === file);
  if (!entry || !facts) throw new Error(`the backup does not contain ${file}: nothing was restored`);
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      done(null, piece);
    },
  });
  const source = await zip.openReadStreamPromise(entry);
  async function* unpacked() {
    try {
      yield* source;
    } catch {
      // The messages of the decompression libraries name no file.
      throw damaged(file);
    }
  }
  const [found, whole] = await Promise.allSettled([read(hashing), pipeline(unpacked, hashing)]);
  // If reading stopped early, the reader's error says why.
  if (found.status === "rejected") throw found.reason;
  if (whole.status === "rejected") throw whole.reason;
  if (hash.digest("hex") !== facts.sha256 || found.value !== facts.rows) throw damaged(file);
}
