import pg from "pg";
import { vi } from "vitest";

/** How many messages to the database something takes, of every connection of this process. */
export async function countStatements(use: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  try {
    await use();
    return sent.mock.calls.length;
  } finally {
    sent.mockRestore();
  }
}
