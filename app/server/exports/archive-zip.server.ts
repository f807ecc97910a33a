import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import yazl from "yazl";

/** What the manifest says of a file. */
export interface FileFacts {
  name: string;
  rows: number;
  bytes: number;
  sha256: string;
}

/** A file of the archive. It is begun when those before it have been taken. */
export interface ArchiveFile {
  name: string;
  /** Its pieces; `wrote` is told how many rows each has. */
  pieces: (wrote: (rows: number) => void) => AsyncIterable<Buffer>;
  /** Compressed already: it is stored as it is. */
  isCompressed?: boolean;
}

/**
 * A ZIP of files, and at its end the manifest made of what was written. It is made no faster than it is taken, and ends
 * when nobody takes it any more. yazl writes it: fflate knows no back-pressure, archiver brings 40 packages for the
 * same.
 */
export async function* zipPieces(
  files: readonly ArchiveFile[],
  manifest: { name: string; of: (files: FileFacts[]) => string },
  mtime: Date,
): AsyncGenerator<Buffer> {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  const facts: FileFacts[] = [];
  let current: Readable | undefined;
  const add = (name: string, pieces: () => AsyncIterable<Buffer>, compress = true) => {
    zip.addReadStreamLazy(name, { mtime, compress }, (begin) => {
      current = Readable.from(pieces(), { objectMode: true, highWaterMark: 1 });
      // A file that cannot be read breaks the whole off: a short archive must not look like a whole one. yazl itself
      // would wait.
      current.on("error", (error) => output.destroy(error));
      begin(null, current);
    });
  };
  for (const file of files) add(file.name, () => counted(file, (fact) => facts.push(fact)), !file.isCompressed);
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

/** The pieces of a file, whose facts are told once it has been read to its end. */
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
