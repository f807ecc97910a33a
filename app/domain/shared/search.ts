/**
 * Prisma's filter for "contains this text", whatever its case. Prisma hands `contains` to LIKE as it is, so the
 * characters that LIKE takes for wildcards are escaped. Postgres stores no NUL, and an error for one helps nobody.
 */
export function containing(text: string) {
  return { contains: text.replaceAll("\0", "").replace(/[\\%_]/g, "\\$&"), mode: "insensitive" as const };
}
