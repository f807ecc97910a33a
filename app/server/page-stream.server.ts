import { Writable } from "node:stream";

/** React's buffer, and the most that can be left of it: one byte less than the longest character has. */
const BUFFER_BYTES = 2_048;
const LONGEST_REST = 3;

/**
 * React 18 hands its buffer on whole when the next character does not fit into what is left of it, so that zero bytes
 * stand in the page (react/react#24985, mended in React 19). No page has zero bytes of its own: HTML knows none.
 */
function withoutRest(piece: Uint8Array): Uint8Array {
  if (piece.length !== BUFFER_BYTES) return piece;
  let end = BUFFER_BYTES;
  while (end > BUFFER_BYTES - LONGEST_REST && piece[end - 1] === 0) end--;
  return piece.subarray(0, end);
}

/**
 * What a page is rendered into, and the body of its response. React writes 2 KB at a time, and each piece would have a
 * way of its own through the streams and the compression behind; here, what React writes in one go is one piece.
 */
export function pageStream(): { sink: Writable; body: ReadableStream<Uint8Array> } {
  let pieces: Uint8Array[] = [];
  let out: ReadableStreamDefaultController<Uint8Array>;
  const hand = () => {
    if (pieces.length > 0) out.enqueue(Buffer.concat(pieces));
    pieces = [];
  };
  const sink = new Writable({
    // React stops at a full sink; a page is held in memory anyway.
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(piece: Uint8Array, _encoding, done) {
      pieces.push(withoutRest(piece));
      done();
    },
    final(done) {
      hand();
      out.close();
      done();
    },
    destroy(error, done) {
      pieces = [];
      if (error) out.error(error);
      done(error);
    },
  });
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      out = controller;
    },
    // The reader has gone: React hears it from the sink and stops.
    cancel() {
      sink.destroy();
    },
  });
  // React calls it whenever it has written what it has.
  return { sink: Object.assign(sink, { flush: hand }), body };
}
