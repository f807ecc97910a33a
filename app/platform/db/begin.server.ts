const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Returns the message that begins a transaction. Its statements take no parameters, so every value must be an id or
 * null. SET LOCAL replaces set_config(), which Citus does not forward to its workers. The time zone is UTC, because
 * Prisma writes timestamps without a zone. The timeout also ends statements whose client has stopped waiting.
 */
export function beginOf(
  settings: Partial<Record<"app.org_id" | "app.affiliate_id", string | null>>,
  statementMs: number,
  onlyReads = false,
): string {
  const given = Object.entries(settings).flatMap(([name, id]) =>
    id === null ? [] : [`set local ${name} = '${uuid(id)}'`],
  );
  const begin = onlyReads ? "begin read only" : "begin";
  const limit = `set local statement_timeout = ${Math.ceil(statementMs)}`;
  return [begin, "set local timezone = 'UTC'", limit, ...given].join("; ");
}

/**
 * Separates BEGIN from the settings that follow it. Citus forwards the whole message of a SET LOCAL to its workers,
 * where another BEGIN writes a warning to the log for each transaction.
 */
export function separateBegin(message: string): string[] {
  const end = message.indexOf(";");
  return [message.slice(0, end), message.slice(end + 1).trim()];
}

/** An id that may be part of a statement's text. Throws RangeError for everything else. */
export function uuid(value: string): string {
  if (!UUID.test(value)) throw new RangeError("not the UUID of an organization or affiliate");
  return value;
}
