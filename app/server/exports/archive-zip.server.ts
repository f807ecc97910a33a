import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import yazl from "yazl";

/** The manifest entry of a file. */
export interface FileFacts {
  name: string;
  rows: number;
  bytes: number;
  sha256: string;
}

/** A file of the archive. It is read only after all earlier files have been sent. */
export interface ArchiveFile {
  name: string;
  /** Returns the chunks; calls `wrote` with the number of rows of each chunk. */
  pieces: (wrote: (rows: number) => void) => AsyncIterable<Buffer>;
}

/**
 * Streams a ZIP of the files, followed by the manifest of what was written, if one is given. It follows the speed of
 * the reader, and stops when the reader is gone. It uses yazl, because fflate has no back-pressure and archiver has 40
 * dependencies.
 */
export async function* zipPieces(
  files: readonly ArchiveFile[],
  manifest: { name: string; of: (files: FileFacts[]) => string } | null,
  mtime: Date,
): AsyncGenerator<Buffer> {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  const facts: FileFacts[] = [];
  let current: Readable | undefined;
  const add = (name: string, pieces: () => AsyncIterable<Buffer>) => {
    zip.addReadStreamLazy(name, { mtime }, (begin) => {
      current = Readable.from(pieces(), { objectMode: true, highWaterMark: 1 });
      // A read error aborts the ZIP, so that a truncated archive does not look complete. yazl alone would wait forever.
      current.on("error", (error) => output.destroy(error));
      begin(null, current);
    });
  };
  for (const file of files) add(file.name, () => counted(file, (fact) => facts.push(fact)));
  if (manifest)
    add(manifest.name, async function* () {
      yield Buffer.from(manifest.of(facts));
    });
  zip.on("error", (error: Error) => output.destroy(error));
  zip.end();
  try {
    for await (const piece of output) yield piece as Buffer;
  } finally {
    current?.destroy();
  }
}

/** Passes the chunks of a file on, and calls `done` with its manifest entry at the end. */
export async function* counted(
  { name, pieces }: Pick<ArchiveFile, "name" | "pieces">,
  done: (fact: FileFacts) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let [rows, bytes] = [0, 0];
  for await (const piece of pieces((more) => (rows += more))) {
    hash.update(piece);
    bytes += piece.length;
    yield piece;
  }
  done({ name, rows, bytes, sha256: hash.digest("hex") });
}
