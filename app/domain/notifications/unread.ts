/** Limit of the count shown at the bell. */
export const MOST_COUNTED = 100;

/** Returns the text of the bell for a number of unread notifications. */
export const unreadText = (count: number): string => (count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(count));
