/** The bell counts no further: whoever has more has stopped to count. */
export const MOST_COUNTED = 100;

/** What the bell shows of a number of unread notices. */
export const unreadText = (count: number): string => (count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(count));
