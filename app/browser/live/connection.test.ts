import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectLive, type LiveNews, type LiveState } from "./connection";

/** A fake EventSource that tests control. */
class Stream {
  isOpen = true;
  private readonly hearers = new Map<string, (event: Event) => void>();
  constructor(readonly since: string) {}
  addEventListener(name: string, hear: unknown) {
    this.hearers.set(name, hear as (event: Event) => void);
  }
  close() {
    this.isOpen = false;
  }
  say(name: string, data?: object) {
    this.hearers.get(name)?.({ data: data ? JSON.stringify(data) : "" } as unknown as Event);
  }
}

let streams: Stream[];
let news: LiveNews[];
let states: LiveState[];
const last = () => streams.at(-1)!;

function connect() {
  [streams, news, states] = [[], [], []];
  const connection = connectLive({
    since: "a.1",
    open: (since) => {
      const stream = new Stream(since);
      streams.push(stream);
      return stream;
    },
    onNews: (heard) => news.push(heard),
    onState: (state) => states.push(state),
  });
  connection.join();
  return connection;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("[API-05] a page joins, receives changes, and leaves", () => {
  const connection = connect();
  last().say("joined", { at: "a.1", missed: false });
  last().say("changed", { at: "a.2", topics: ["lead", "no such topic"] });
  expect(news).toEqual([["lead"]]);
  connection.leave();
  expect(last().isOpen).toBe(false);
  last().say("changed", { at: "a.3", topics: ["deal"] });
  expect(news).toHaveLength(1);
  expect(states).toEqual(["joining", "joined", "leaving", "closed"]);
  connection.join();
  expect(last().since).toBe("a.2");
  last().say("joined", { at: "b.0", missed: true });
  expect(news.at(-1)).toBe("anything");
});

test("[API-05] a lost stream reconnects after 1, 2, 5 and 10 s, and from 1 s again once it was joined", () => {
  connect();
  for (const seconds of [1, 2, 5, 10, 10]) {
    const before = streams.length;
    last().say("error");
    expect(states.at(-1)).toBe("errored");
    vi.advanceTimersByTime(seconds * 1000 - 1);
    expect(streams).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(streams).toHaveLength(before + 1);
    expect(states.at(-1)).toBe("joining");
  }
  last().say("joined", { at: "b.1", missed: true });
  last().say("error");
  vi.advanceTimersByTime(1000);
  expect(streams).toHaveLength(7);
  expect(last().since).toBe("b.1");
  expect(streams.slice(0, -1).every(({ isOpen }) => !isOpen)).toBe(true);
});

test("[API-05] a stream without an event for a minute counts as lost, and a heartbeat is enough", () => {
  connect();
  last().say("joined", { at: "a.1", missed: false });
  vi.advanceTimersByTime(59_000);
  last().say("beat");
  vi.advanceTimersByTime(59_000);
  expect(states.at(-1)).toBe("joined");
  vi.advanceTimersByTime(1_000);
  expect(states.at(-1)).toBe("errored");
});

test("[API-05] a stream that the server has ended does not reconnect", () => {
  const connection = connect();
  last().say("end");
  expect(connection.state()).toBe("closed");
  connection.join();
  vi.advanceTimersByTime(120_000);
  expect(streams).toHaveLength(1);
});

test("[API-05] a stream replaced by another window reconnects when its page is visible again", () => {
  const connection = connect();
  last().say("joined", { at: "a.2", missed: false });
  last().say("replaced");
  expect(connection.state()).toBe("closed");
  vi.advanceTimersByTime(120_000);
  expect(streams).toHaveLength(1);
  connection.join();
  expect(last().since).toBe("a.2");
  expect(streams).toHaveLength(2);
});
