import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { watchBytes } from "~/domain/imports/detect-encoding";
import { decoded, isByteEncoding, type Encoding } from "~/domain/imports/encodings";
import { MOST_BYTES } from "~/domain/imports/import-run";
import { DomainError } from "~/domain/shared/errors";

/** An open file on disk, and how its text is encoded. */
export interface SpooledFile {
  handle: fs.promises.FileHandle;
  encoding: Encoding;
}

/**
 * Writes a file that comes in to the disk, has it used, and removes it. Whether it is UTF-8 is known at its end only,
 * so it is read twice; the memory it takes does not grow with it. It leaves its folder as soon as it is open, so
 * nothing stays there when the process is killed. Throws `import_file_too_large` (params: megabytes; nothing more is
 * read then), `import_file_no_text` (a workbook or another file that is no text), `import_file_empty`.
 */
export async function spooled<T>(bytes: AsyncIterable<Uint8Array>, use: (file: SpooledFile) => Promise<T>): Promise<T> {
  const name = path.join(os.tmpdir(), `finderlohn-import-${randomUUID()}`);
  // Nobody else on the machine may read it.
  const handle = await fs.promises.open(name, "wx+", 0o600);
  const unlink = () => fs.promises.rm(name, { force: true });
  try {
    // Windows removes no open file.
    await unlink().catch(() => {});
    return await use({ handle, encoding: await write(bytes, handle) });
  } finally {
    await handle.close();
    await unlink();
  }
}

async function write(bytes: AsyncIterable<Uint8Array>, handle: fs.promises.FileHandle): Promise<Encoding> {
  const watch = watchEncoding();
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new DomainError("import_file_too_large", { max: MOST_BYTES / 1024 / 1024 });
    watch.see(chunk);
    // Not write(): where the disk is nearly full that may write less than it was given.
    await handle.appendFile(chunk);
  }
  if (size === 0) throw new DomainError("import_file_empty");
  return watch.encoding();
}

/** Bytes that are read from the disk at a time. */
const READ_AT_ONCE = 64 * 1024;

/** The bytes from the start on, however often they were read before. */
async function* bytesOf({ handle }: SpooledFile): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(READ_AT_ONCE), 0, READ_AT_ONCE, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

const BOMS: [number[], Encoding][] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/**
 * Finds out the encoding of what it sees: by its mark; without one it is UTF-8 if all of it can be read so, UTF-16 if
 * every other byte is zero as in western texts, and otherwise the one in which most of it are words.
 */
function watchEncoding() {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const bytes = watchBytes();
  let start = Buffer.alloc(0);
  let isUtf8 = true;
  let size = 0;
  /** Zero bytes at even and at odd places. */
  const zeros: [number, number] = [0, 0];
  const readable = (chunk?: Uint8Array) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
      return true;
    } catch {
      return false;
    }
  };
  return {
    see(chunk: Uint8Array) {
      if (start.length < 3) start = Buffer.concat([start, chunk.subarray(0, 3)]);
      for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, at + 1)) zeros[(size + at) & 1]!++;
      size += chunk.byteLength;
      isUtf8 &&= readable(chunk);
      bytes.see(chunk);
    },
    encoding(): Encoding {
      const marked = BOMS.find(([mark]) => mark.every((byte, index) => start[index] === byte))?.[1];
      if (marked?.startsWith("utf-16")) return marked;
      if (zeros[0] + zeros[1] > 0) {
        const half = size * LEAST_ZEROS;
        if (size % 2 === 0 && zeros[1] > half && zeros[0] === 0) return "utf-16le";
        if (size % 2 === 0 && zeros[0] > half && zeros[1] === 0) return "utf-16be";
        // Other texts have no zero bytes. A workbook of Excel has many.
        throw new DomainError("import_file_no_text");
      }
      return marked ?? (isUtf8 && readable() ? "utf-8" : bytes.encoding());
    },
  };
}

/** The share of zero bytes from which on a file is UTF-16; a half would be ASCII alone. */
const LEAST_ZEROS = 0.4;

/** The text of a file, piece by piece, without its byte order mark. */
export async function* textOf(file: SpooledFile): AsyncGenerator<string> {
  const { encoding } = file;
  if (isByteEncoding(encoding)) {
    for await (const chunk of bytesOf(file)) yield decoded(chunk, encoding);
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytesOf(file)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

const DELIMITERS = [";", ",", "\t"];
/** Characters of the header that are looked at. */
const LOOKED_AT = 20_000;

/**
 * What separates the cells: what its first line names ("sep=;", as Excel writes it), or what stands most often outside
 * of quotes in the first line that is not empty.
 */
export async function delimiterOf(file: SpooledFile): Promise<{ delimiter: string; isNamed: boolean }> {
  let text = "";
  for await (const piece of textOf(file)) {
    text += piece;
    if (text.trimStart().length > LOOKED_AT) break;
  }
  const named = /^sep=([;,\t])(?:\r|\n|$)/i.exec(text)?.[1];
  if (named) return { delimiter: named, isNamed: true };
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const sign of text.trimStart().slice(0, LOOKED_AT)) {
    if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === "\n" || sign === "\r")) break;
    else if (!quoted && counts.has(sign)) counts.set(sign, counts.get(sign)! + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return { delimiter: most![1] > 0 ? most![0] : ",", isNamed: false };
}
