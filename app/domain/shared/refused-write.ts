// Why the database has refused a write. The error also aborts the transaction, so nothing is left to clean up.

const isOfCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

/** Returns whether another row has a value that must be unique. */
export const isDuplicate = (error: unknown): boolean => isOfCode(error, "P2002");

/** Returns whether the row to which the new one refers has been deleted meanwhile. */
export const isOfDeleted = (error: unknown): boolean => isOfCode(error, "P2003");

/** Returns whether a concurrent change was in the way: {@link isOfDeleted}, a write conflict (P2034) or a deadlock. */
export const isCollision = (error: unknown): boolean =>
  isOfDeleted(error) ||
  isOfCode(error, "P2034") ||
  (error instanceof Error && "code" in error && /\b40P01\b/.test(error.message));
