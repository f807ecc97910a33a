import { EventEmitter } from "node:events";
import type { WorkerEvents } from "graphile-worker";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fairShare } from "./fair-share";

let events: EventEmitter;
let next: number;

beforeEach(() => {
  vi.useFakeTimers();
  // As if the process had run for a while.
  vi.advanceTimersByTime(60_000);
  [events, next] = [new EventEmitter(), 0];
});

afterEach(() => vi.useRealTimers());

const share = (slots: number, slotsPerOrganization = slots) =>
  fairShare({ slots, slotsPerOrganization }, events as unknown as WorkerEvents);
const jobOf = (org: string) => ({ job: { id: String(next++), flags: { [`org:${org}`]: true } } });

/** Simulates a worker that searches and finds a job of the organization, unless its flag is excluded. */
async function starts(search: () => Promise<string[]>, org: string) {
  const flags = await search();
  if (flags.includes(`org:${org}`)) {
    events.emit("worker:getJob:empty");
    return undefined;
  }
  const job = jobOf(org);
  events.emit("job:start", job);
  return () => events.emit("job:complete", job);
}

test("[W7] lets workers search one after the other, each knowing the previous one's job", async () => {
  const search = share(10);
  const first = search();
  const second = search();
  const answered = vi.fn();
  void second.then(answered);
  expect(await first).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answered).not.toHaveBeenCalled();
  events.emit("job:start", jobOf("a"));
  expect(await second).toEqual(["org:a"]);
});

test("[W7] gives an organization one more slot per quick job, and a single slot after a slow one", async () => {
  const search = share(20, 3);
  const slots = async () => {
    const running: (() => void)[] = [];
    for (let end; (end = await starts(search, "a"));) running.push(end);
    return running;
  };
  for (const expected of [1, 2, 3, 3]) {
    const running = await slots();
    expect(running).toHaveLength(expected);
    for (const end of running) end();
  }
  const running = await slots();
  await vi.advanceTimersByTimeAsync(6_000);
  for (const end of running) end();
  expect(await slots()).toHaveLength(1);
});

test("[W7] keeps the last slots from an organization that already holds as many", async () => {
  const search = share(5);
  for (let count = 0; count < 10; count++) (await starts(search, "a"))!();
  const running = [];
  for (let end; (end = await starts(search, "a"));) running.push(end);
  expect(running).toHaveLength(3);
  expect(await starts(search, "b")).toBeDefined();
  expect(await starts(search, "c")).toBeDefined();
});

test("[W7] leaves half of the slots to others, however many organizations are slow", async () => {
  const search = share(10);
  for (let org = 0; org < 30; org++) {
    const end = await starts(search, `slow-${org}`);
    await vi.advanceTimersByTimeAsync(15_000);
    end!();
  }
  const held = [];
  for (let org = 0; org < 30; org++) {
    if (await starts(search, `slow-${org}`)) held.push(org);
  }
  expect(held).toHaveLength(5);
  expect(await starts(search, "quick")).toBeDefined();
});

test("J3: releases waiting searches when the runner stops", async () => {
  const search = share(10);
  await search();
  const waiting = search();
  events.emit("pool:gracefulShutdown");
  await expect(waiting).resolves.toEqual([]);
});

test("lets an idle runner search once a second, however many slots it has", async () => {
  share(100);
  const nudge = vi.fn();
  events.emit("pool:create", { workerPool: { nudge } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(nudge.mock.calls).toEqual(Array.from({ length: 10 }, () => [1]));
  events.emit("pool:gracefulShutdown");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(nudge).toHaveBeenCalledTimes(10);
});
