const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The message that begins a transaction. Its statements take no parameters, so every value is an id or null. SET LOCAL
 * and not set_config(): Citus hands only the former on to its workers. Prisma writes moments without their time zone. A
 * statement that takes too long ends on the server, too, when nobody waits for it any more.
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

/** An id that may be part of a statement's text. Throws RangeError for everything else. */
export function uuid(value: string): string {
  if (!UUID.test(value)) throw new RangeError("not an organisation or affiliate id");
  return value;
}
