import payouts from "./payouts.json";

/** Texts about payees and what is owed to them. */
export default { payouts };
