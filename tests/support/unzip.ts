import { buffer } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";

/** Returns the files of a ZIP in order. yauzl checks sizes and CRC-32 while reading. */
export async function unzip(zip: Buffer): Promise<Map<string, Buffer>> {
  const opened = await fromBufferPromise(zip, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of opened.eachEntry())
    files.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)));
  return files;
}
