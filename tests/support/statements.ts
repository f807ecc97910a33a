import pg from "pg";
import { vi } from "vitest";

/** Counts the messages that a callback sends to the database on all connections of this process. */
export async function countStatements(use: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  try {
    await use();
    return sent.mock.calls.length;
  } finally {
    sent.mockRestore();
  }
}
