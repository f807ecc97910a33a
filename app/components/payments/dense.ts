/** Around a table of payments: its many columns need their room, so the space between them is smaller. */
export const dense = "md:[&_:is(td,th)]:px-2 md:[&_td:first-child]:min-w-28";
