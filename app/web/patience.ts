/** An answer that comes within this time replaces what is shown without a skeleton in between. */
export const PATIENCE_MS = 150;
