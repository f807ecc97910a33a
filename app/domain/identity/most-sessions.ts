/**
 * Sessions that one person may have: more than anybody has browsers. A further one ends the one that was used least
 * lately.
 */
export const MOST_SESSIONS = 50;
