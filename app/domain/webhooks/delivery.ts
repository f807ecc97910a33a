/** pending: waits for an attempt. failed: no attempt is left, or the endpoint no longer receives deliveries. */
export const deliveryStates = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Number of days for which the log keeps a delivery. */
export const KEPT_DAYS = 30;

/** Limit for deliveries that are resent together. */
export const MAX_RESENT = 500;

/** Number of hours for which the earlier secret still signs after a change. */
export const OLD_SECRET_HOURS = 24;
