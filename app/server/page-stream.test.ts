import { createElement, Suspense, type ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { describe, expect, test } from "vitest";
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
  const page = createElement("main", null, rows, createElement(Suspense, { fallback: "soon" }, createElement(Late)));
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

describe("no page has zero bytes, which React 18 leaves where a character does not fit into its buffer", () => {
  const BUFFER = 2_048;
  const characters = ["ä", "–", "😀"];

  /** The page as its reader gets it. */
  async function rendered(page: ReactElement): Promise<string> {
    const { sink, body } = pageStream();
    const { pipe } = renderToPipeableStream(page, { onShellReady: () => pipe(sink) });
    return new Response(body).text();
  }

  /** Texts shorter than those that React writes past its buffer, together longer than several buffers. */
  const texts = (character: string, before: number) =>
    Array.from({ length: 20 }, (_, row) => (row === 0 ? "x".repeat(before) : "") + character.repeat(300));

  test.each(characters)("%s at every place around the end of the buffer, in texts", async (character) => {
    for (let before = 0; before < 8; before++) {
      const all = texts(character, before);
      const page = createElement("ul", null, ...all.map((text) => createElement("li", null, text)));
      expect(await rendered(page)).toBe(`<ul>${all.map((text) => `<li>${text}</li>`).join("")}</ul>`);
    }
  });

  test.each(characters)("%s in attributes and in the data of the page", async (character) => {
    for (let before = 0; before < 8; before++) {
      const all = texts(character, before);
      const inputs = all.map((text) => createElement("input", { defaultValue: text }));
      const data = all.map((text) =>
        createElement("script", { dangerouslySetInnerHTML: { __html: JSON.stringify(text) } }),
      );
      const html = await rendered(createElement("div", null, ...inputs, ...data));
      const expected = all
        .map((text) => `<input value="${text}"/>`)
        .concat(all.map((text) => `<script>${JSON.stringify(text)}</script>`));
      expect(html).toBe(`<div>${expected.join("")}</div>`);
    }
  });

  test("one character at each offset", async () => {
    for (const character of characters) {
      for (let before = BUFFER - 80; before < BUFFER; before++) {
        const parts = ["x".repeat(600), "x".repeat(600), "x".repeat(600), "x".repeat(before - 1_800)];
        const page = createElement(
          "p",
          { title: character },
          parts.map((part) => part),
          `${character}!`,
        );
        const html = await rendered(page);
        expect(html.replaceAll("<!-- -->", "")).toBe(`<p title="${character}">${"x".repeat(before)}${character}!</p>`);
      }
    }
  });

  test("pieces without such a rest are left as they are", async () => {
    const { sink, body } = pageStream();
    const pieces = ["a".repeat(BUFFER), "short", "b".repeat(3 * BUFFER), "ä".repeat(BUFFER / 2)];
    for (const piece of pieces) sink.write(Buffer.from(piece));
    sink.end();
    expect(await new Response(body).text()).toBe(pieces.join(""));
  });
});
