const BAR_WIDTH = 30;
const REDRAW_MS = 100;
const CLEAR_LINE = "\r\u001b[K";

export interface Progress {
  add(count: number): void;
  /** Removes the progress line. */
  end(): void;
}

let isDrawn = false;

/** Removes a visible progress line, so that the next output has its own line. */
export function clearProgress(): void {
  if (isDrawn) process.stderr.write(CLEAR_LINE);
  isDrawn = false;
}

/** Redraws a line on stderr. Writes nothing if stderr is not a terminal. */
function drawing(line: (done: number) => string, isAsked = true): Progress {
  const { stderr } = process;
  if (!stderr.isTTY || !isAsked) return { add: () => {}, end: () => {} };
  let [done, drawn] = [0, 0];
  const draw = () => {
    stderr.write(`\r${line(done)} `);
    isDrawn = true;
    drawn = performance.now();
  };
  draw();
  return {
    add(count) {
      done += count;
      if (performance.now() - drawn > REDRAW_MS) draw();
    },
    end: clearProgress,
  };
}

/** Shows a bar of the completed part of `total`. */
export function progressBar(total: number): Progress {
  return drawing((done) => {
    const filled = Math.round((Math.min(done, total) / total) * BAR_WIDTH);
    return `[${"#".repeat(filled).padEnd(BAR_WIDTH, "-")}] ${done} of ${total}`;
  }, total > 0);
}

/** Calls `run` for each item in order, with a progress bar. */
export async function eachWithProgress<T>(list: T[], run: (item: T) => Promise<void>): Promise<void> {
  const bar = progressBar(list.length);
  try {
    for (const item of list) {
      await run(item);
      bar.add(1);
    }
  } finally {
    bar.end();
  }
}

const MEGABYTE = 1024 * 1024;

/** Passes on the chunks of a file of unknown length and shows its size in megabytes so far. */
export async function* withBytesShown(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const shown = drawing((bytes) => `${(bytes / MEGABYTE).toFixed(1)} MB`);
  try {
    for await (const piece of pieces) {
      yield piece;
      shown.add(piece.length);
    }
  } finally {
    shown.end();
  }
}
