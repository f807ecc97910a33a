// Where the things that lists name are shown. `search` keeps the filters of the list behind a dialog.

export const leadPath = (id: string, search = ""): string => `/leads/${id}${search}`;

export const dealPath = (id: string, search = ""): string => `/leads/deals/${id}${search}`;

/** The lead a deal was won from, above the deals. */
export const wonLeadPath = (id: string): string => leadPath(id, "?tab=deals");

export const affiliatePath = (id: string, search = ""): string => `/affiliates/${id}/terms${search}`;

export const ownDealPath = (id: string, search = ""): string => `/affiliate/leads/deals/${id}${search}`;

/** Everything that was paid or is to be paid for a deal. */
export const paymentsPath = (dealId: string): string => `/commissions?tab=all&deal=${dealId}`;
