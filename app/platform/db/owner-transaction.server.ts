import type pg from "pg";

/** Runs statements of the owner role in one transaction. */
export async function inOwnerTransaction<T>(owner: pg.Pool, use: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await owner.connect();
  try {
    await client.query("begin");
    const value = await use(client);
    await client.query("commit");
    client.release();
    return value;
  } catch (error) {
    await client.query("rollback").then(
      () => client.release(),
      (failure: Error) => client.release(failure),
    );
    throw error;
  }
}
