import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { flatFields, formOf } from "./form.server";

/** A file that is posted. Its bytes come from the network as they are read; what is not read is not kept. */
export interface UploadedFile {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  /** Lets the rest go by unread: a browser takes the answer only after it has sent everything. */
  leave(): void;
}

/** What may come before the file. */
const LIMITS = { fields: 20, fieldNameSize: 100, fieldSize: 10_000, files: 1, parts: 21, headerPairs: 20 };

/**
 * The fields of a posted form, and its file, which is its last field. Fields behind the file are not read. A form in
 * the other encoding has no file. Throws a 400 answer when the body is no form, and 413 when there are too many fields.
 */
export async function uploadOf(
  request: Request,
  field: string,
): Promise<{ form: FormData; file: UploadedFile | null }> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type) || !request.body) return { form: await formOf(request), file: null };
  const form = new FormData();
  const file = await beginning(request.body as ReadableStream, type, field, form);
  return { form: flatFields(form), file };
}

/** Reads the fields into `form`, up to the file. */
function beginning(body: ReadableStream, type: string, field: string, form: FormData): Promise<UploadedFile | null> {
  return new Promise((resolve, reject) => {
    const answer = (status: number) => reject(new Response(null, { status }));
    let parser: BusboyInstance;
    try {
      parser = new Busboy({ headers: { "content-type": type } as BusboyHeaders, limits: LIMITS });
    } catch {
      return answer(400);
    }
    const source = Readable.fromWeb(body);
    parser.on("field", (name, value) => form.append(name, value));
    parser.on("fieldsLimit", () => answer(413));
    parser.on("file", (name, stream, fileName) => {
      if (name !== field) return void stream.resume();
      // A browser sends a file without name and bytes where none was chosen.
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

/** The bytes. Whoever stops reading can still leave the rest. */
const read = (stream: Readable): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => stream.iterator({ destroyOnReturn: false }),
});
