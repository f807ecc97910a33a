/** A response within this time is shown without a skeleton before it. */
export const SKELETON_DELAY_MS = 150;
