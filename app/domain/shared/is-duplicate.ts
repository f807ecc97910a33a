/**
 * Returns whether a write failed because another row has a value that must be unique. The error also aborts the
 * transaction, so nothing is left to clean up.
 */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "P2002";
