import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { flatFields, formOf, type Repeated } from "./form.server";

/** A posted file. Its bytes arrive from the network as they are read; unread bytes are not stored. */
export interface UploadedFile {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  /** Discards the rest unread: a browser reads the response only after it has sent everything. */
  leave(): void;
  /** Returns the next file of the form, after this one has been read or left; null after the last. */
  next(): Promise<UploadedFile | null>;
}

/** Limits for the fields before the file, beside repeated ones. */
const LIMITS = { fieldNameSize: 100, fieldSize: 10_000, headerPairs: 20 };
const MAX_FIELDS = 20;

function limitsOf(repeated: Repeated, files: number) {
  const fields = Object.values(repeated).reduce((total, times) => total + times, MAX_FIELDS);
  return { ...LIMITS, files, fields, parts: fields + files };
}

/**
 * Returns the fields of a posted form, and its first file. Files, at most `most`, must come last; fields after them are
 * not read. A form in the other encoding has no file. Throws a 400 response when the body is not a form, and 413 when
 * there are too many fields.
 */
export async function uploadOf(
  request: Request,
  field: string,
  repeated: Repeated = {},
  most = 1,
): Promise<{ form: FormData; file: UploadedFile | null }> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type) || !request.body)
    return { form: await formOf(request, repeated), file: null };
  const form = new FormData();
  const file = await beginning(request.body as ReadableStream, type, field, { form, limits: limitsOf(repeated, most) });
  return { form: flatFields(form, repeated), file };
}

/** Reads the fields into `form`, up to the first file. */
function beginning(
  body: ReadableStream,
  type: string,
  field: string,
  { form, limits }: { form: FormData; limits: ReturnType<typeof limitsOf> },
): Promise<UploadedFile | null> {
  return new Promise((resolve, reject) => {
    const answer = (status: number) => reject(new Response(null, { status }));
    let parser: BusboyInstance;
    try {
      parser = new Busboy({ headers: { "content-type": type } as BusboyHeaders, limits });
    } catch {
      return answer(400);
    }
    const source = Readable.fromWeb(body);
    const files = new Files();
    parser.on("field", (name, value) => form.append(name, value));
    parser.on("fieldsLimit", () => answer(413));
    parser.on("file", (name, stream, fileName) => {
      if (name !== field) return void stream.resume();
      // If no file was chosen, a browser sends one without name and bytes.
      const isNone = !fileName;
      if (isNone) stream.resume();
      source.once("error", (error) => stream.destroy(error));
      parser.once("error", (error: Error) => stream.destroy(error));
      const file = isNone ? null : files.of(fileName, stream);
      files.add(file);
      resolve(file);
    });
    parser.on("finish", () => {
      files.end();
      resolve(null);
    });
    parser.on("error", () => answer(400));
    source.on("error", () => answer(400));
    for (const event of ["error", "close"]) source.once(event, () => files.end());
    source.pipe(parser);
  });
}

/** The files of a form, in the order in which they arrive. The parser goes on when a file was read or left. */
class Files {
  #isLeft = false;
  #isOver = false;
  #waiting: UploadedFile[] = [];
  #first = true;
  #take: ((file: UploadedFile | null) => void) | undefined;

  of(name: string, stream: Readable): UploadedFile {
    return {
      name,
      bytes: read(stream),
      leave: () => {
        this.#isLeft = true;
        stream.resume();
        for (const file of this.#waiting.splice(0)) file.leave();
      },
      next: () => {
        stream.resume();
        const file = this.#waiting.shift();
        if (file || this.#isOver) return Promise.resolve(file ?? null);
        return new Promise((take) => (this.#take = take));
      },
    };
  }

  /** The first file is returned with the form. */
  add(file: UploadedFile | null): void {
    if (this.#first) this.#first = false;
    else if (file && this.#isLeft) file.leave();
    else if (file && this.#take) this.#give(file);
    else if (file) this.#waiting.push(file);
  }

  end(): void {
    this.#isOver = true;
    this.#give(null);
  }

  #give(file: UploadedFile | null): void {
    const take = this.#take;
    this.#take = undefined;
    take?.(file);
  }
}

/** Yields the bytes. A reader that stops can still discard the rest. */
const read = (stream: Readable): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => stream.iterator({ destroyOnReturn: false }),
});
