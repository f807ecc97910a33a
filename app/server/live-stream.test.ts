import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveEvent } from "~/platform/realtime/hub.server";
import { liveStream, type AccessCheck } from "./live-stream.server";

let hear: (news: LiveEvent) => void;
let may: AccessCheck;
let ends: number;
let isHeard: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  [may, ends, isHeard] = ["yes", 0, true];
});
afterEach(() => void vi.useRealTimers());

const open = () =>
  liveStream({
    subscribe: (tell) => {
      hear = tell;
      return () => (isHeard = false);
    },
    position: () => "a.7",
    mayStay: async () => may,
    onEnd: () => (ends += 1),
    heartbeatMs: 25_000,
  });

/** Collects what a page that reads everything receives. */
function reading({ body }: ReturnType<typeof open>) {
  const told = { text: "", isOver: false };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      told.text += decoder.decode(value);
    }
    told.isOver = true;
  })();
  return { told, reader };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("[API-05] sends concurrent changes in one event, each topic once", async () => {
  const { told } = reading(open());
  hear({ kind: "joined", missed: false });
  await pass(30);
  for (const topic of ["lead", "deal", "lead"] as const) hear({ kind: "changed", topic });
  await pass(30);
  expect(told.text).toBe(
    `retry: 10000\n\nevent: joined\ndata: {"at":"a.7","missed":false}\n\n` +
      `event: changed\ndata: {"at":"a.7","topics":["lead","deal"]}\n\n`,
  );
});

test("[API-05] sends a heartbeat every 25 s", async () => {
  const { told } = reading(open());
  await pass(24_999);
  expect(told.text).not.toContain("beat");
  await pass(1);
  expect(told.text).toContain("event: beat\n");
});

test("[API-05] sends nothing but the end to a listener who has lost access", async () => {
  for (const cause of ["a message", "a heartbeat"]) {
    may = "yes";
    const { told } = reading(open());
    await pass(30);
    may = "no";
    if (cause === "a message") hear({ kind: "changed", topic: "lead" });
    await pass(cause === "a message" ? 30 : 25_000);
    expect(told).toEqual({ text: "retry: 10000\n\nevent: end\ndata:\n\n", isOver: true });
    expect(isHeard).toBe(false);
  }
  expect(ends).toBe(2);
});

test("[API-05] ends the stream without an end event when access cannot be checked", async () => {
  const { told } = reading(open());
  may = "unknown";
  hear({ kind: "changed", topic: "lead" });
  await pass(30);
  expect(told).toEqual({ text: "retry: 10000\n\n", isOver: true });
});

test("[API-05] uses no memory for a page that reads nothing, and sends the changes once it does", async () => {
  const stream = open();
  for (let at = 0; at < 10_000; at++) {
    hear({ kind: "changed", topic: at % 2 ? "lead" : "deal" });
    if (at % 100 === 0) await pass(30);
  }
  const { told } = reading(stream);
  await pass(100);
  // What was written before it was full, and the rest as one event.
  expect(told.text.split("event: changed").length).toBeLessThan(12);
  expect(told.text).toContain('["lead","deal"]');
});

test("[API-05] removes the stream of a page that has gone", async () => {
  const { reader } = reading(open());
  await reader.cancel();
  expect([isHeard, ends]).toEqual([false, 1]);
  hear({ kind: "changed", topic: "lead" });
  await pass(60_000);
});
