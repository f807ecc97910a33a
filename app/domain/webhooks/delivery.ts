/** pending: waits for an attempt. failed: none is left, or nothing is sent to the endpoint any more. */
export const deliveryStates = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** How long the log keeps a delivery. */
export const KEPT_DAYS = 30;

/** How many deliveries are sent again at once. */
export const MOST_SENT_AGAIN = 500;

/** How long the secret before still signs after a change. */
export const OLD_SECRET_HOURS = 24;
