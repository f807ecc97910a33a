/**
 * Limit for the sessions of one user, more than any user has browsers. A further session ends the one unused for the
 * longest time.
 */
export const MAX_SESSIONS = 50;
