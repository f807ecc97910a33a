import type { UploadedFile } from "./upload.server";

/** Reads the first bytes of an uploaded text file as UTF-8, and discards the rest. */
export async function startOf(file: UploadedFile, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file.bytes) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  file.leave();
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
}
