/** What the forms of both lists of notices may ask for. */
export const noticeIntents = { open: "button", read: "button", "read-all": "button" } as const;
