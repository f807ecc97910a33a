/** Returns a text as a download response. */
export const downloadText = (fileName: string, type: string, text: string): Response =>
  downloadBytes(fileName, type, Buffer.from(text));

/** Returns bytes as a download response. */
export const downloadBytes = (fileName: string, type: string, bytes: Uint8Array): Response =>
  download(
    fileName,
    type,
    (async function* () {
      yield Buffer.from(bytes);
    })(),
  );

/** Returns a file as a download response. Each chunk is produced when the previous one is read; none after a cancel. */
export function download(fileName: string, type: string, pieces: AsyncGenerator<Buffer>): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
