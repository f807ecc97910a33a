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
}

/** Limits for the fields before the file, beside repeated ones. */
const LIMITS = { fieldNameSize: 100, fieldSize: 10_000, files: 1, headerPairs: 20 };
const MAX_FIELDS = 20;

function limitsOf(repeated: Repeated) {
  const fields = Object.values(repeated).reduce((total, times) => total + times, MAX_FIELDS);
  return { ...LIMITS, fields, parts: fields + 1 };
}

/**
 * Returns the fields of a posted form, and its file, which must be the last field. Fields after it are not read. A form
 * in the other encoding has no file. Throws a 400 response when the body is not a form, and 413 when there are too many
 * fields.
 */
export async function uploadOf(
  request: Request,
  field: string,
  repeated: Repeated = {},
): Promise<{ form: FormData; file: UploadedFile | null }> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type) || !request.body)
    return { form: await formOf(request, repeated), file: null };
  const form = new FormData();
  const file = await beginning(request.body as ReadableStream, type, field, { form, limits: limitsOf(repeated) });
  return { form: flatFields(form, repeated), file };
}

/** Reads the fields into `form`, up to the file. */
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
    parser.on("field", (name, value) => form.append(name, value));
    parser.on("fieldsLimit", () => answer(413));
    parser.on("file", (name, stream, fileName) => {
      if (name !== field) return void stream.resume();
      // If no file was chosen, a browser sends one without name and bytes.
      const isNone = !fileName;
      if (isNone) stream.resume();
      source.once("error", (error) => stream.destroy(error));
      parser.once("error", (error: Error) => stream.destroy(error));
      resolve(isNone ? null : { name: fileName, bytes: read(stream), leave: () => stream.resume() });
    });
    parser.on("finish", () => resolve(null));
    parser.on("error", () => answer(400));
    source.on("error", () => answer(400));
    source.pipe(parser);
  });
}

/** Yields the bytes. A reader that stops can still discard the rest. */
const read = (stream: Readable): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => stream.iterator({ destroyOnReturn: false }),
});
