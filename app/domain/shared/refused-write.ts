// Why the database has refused a write. The error also aborts the transaction, so nothing is left to clean up.

const isOfCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

/** Returns whether another row has a value that must be unique. */
export const isDuplicate = (error: unknown): boolean => isOfCode(error, "P2002");

/** Returns whether the row to which the new one refers has been deleted meanwhile. */
export const isOfDeleted = (error: unknown): boolean => isOfCode(error, "P2003");
