// Why the database has refused a write. The error also aborts the transaction, so nothing is left to clean up.

/** Returns whether an error has one of these codes: of Prisma's methods, or SQLSTATE of a statement in SQL. */
const isOfCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

/** Returns whether another row has a value that must be unique. */
export const isDuplicate = (error: unknown): boolean => isOfCode(error, "P2002", "23505");

/** Returns whether the row to which the new one refers has been deleted meanwhile. */
export const isOfDeleted = (error: unknown): boolean => isOfCode(error, "P2003", "23503");

/** Returns whether a concurrent change was in the way: {@link isOfDeleted}, a write conflict or a deadlock. */
export const isCollision = (error: unknown): boolean =>
  isOfDeleted(error) ||
  isOfCode(error, "P2034", "40001", "40P01") ||
  (error instanceof Error && "code" in error && /\b40P01\b/.test(error.message));
