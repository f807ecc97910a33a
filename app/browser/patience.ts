/** A response within this time is shown without a skeleton before it. */
export const PATIENCE_MS = 150;
