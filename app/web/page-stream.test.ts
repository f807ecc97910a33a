import { createElement, Suspense } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { expect, test } from "vitest";
import { pageStream } from "./page-stream.server";

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

test("what React writes in one go is one piece; what comes later is another", async () => {
  let arrive = () => {};
  let waiting: Promise<void> | null = new Promise<void>((resolve) => (arrive = resolve));
  const Late = () => {
    if (waiting) throw waiting.then(() => (waiting = null));
    return createElement("p", null, "late");
  };
  const rows = Array.from({ length: 2_000 }, (_, row) => createElement("li", { key: row }, `row ${row} – ü`));
  const { sink, body } = pageStream();
  const page = createElement(
    "main",
    null,
    rows,
    createElement(Suspense, { fallback: "soon" }, createElement(Late)),
  );
  const { pipe } = renderToPipeableStream(page, { onShellReady: () => pipe(sink) });

  const reader = body.getReader();
  const first = await reader.read();
  expect(text(first.value!)).toContain("row 1999 – ü");
  expect(text(first.value!)).toContain("soon");
  arrive();
  const second = await reader.read();
  expect(text(second.value!)).toContain("late");
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

test("a reader who leaves ends the rendering, and an error reaches the reader", async () => {
  const left = pageStream();
  const closed = new Promise((resolve) => left.sink.once("close", resolve));
  left.sink.write(Buffer.from("begun"));
  await left.body.cancel();
  await closed;
  expect(left.sink.destroyed).toBe(true);

  const broken = pageStream();
  broken.sink.on("error", () => {});
  broken.sink.destroy(new Error("broken"));
  await expect(broken.body.getReader().read()).rejects.toThrow("broken");
});
