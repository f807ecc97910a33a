/** Limit of the count shown at the bell. */
export const MAX_COUNTED = 100;

/** Returns the text of the bell for a number of unread notifications. */
export const unreadText = (count: number): string => (count >= MAX_COUNTED ? `${MAX_COUNTED - 1}+` : String(count));
