import express, { Router } from "express";
import { BillingRefusal, type Billing } from "~/domain/subscriptions/billing";
import { takeEvent } from "~/domain/subscriptions/take-event.server";
import { paths } from "~/paths/paths";
import type { Database } from "~/platform/db/database.server";
import { log, reasonLine } from "~/platform/log.server";

/** Max bytes of a Stripe event; events have some kilobytes. */
const LIMIT_BYTES = 256 * 1024;

/**
 * Returns the route for Stripe's events at /webhooks/stripe. It runs before the form and origin checks, because the
 * signature over the raw body authenticates the request (I4, S1). Responds with 200 once the event is stored with its
 * job, or is known or not handled, and with 400 for an invalid signature.
 */
export function stripeEvents(database: Database, billing: Billing): Router {
  const router = Router();
  const path = paths.stripeEvents();
  router.post(
    path,
    express.raw({ type: () => true, limit: LIMIT_BYTES, inflate: false }),
    (request, response, next) => {
      const answer = (status: number, text: string) => response.status(status).type("text/plain").send(text);
      const take = async () => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const event = billing.readEvent(body, request.get("stripe-signature"));
        if (event) await database.withIdentity((scope) => takeEvent(scope, event));
        answer(200, "ok\n");
      };
      take().catch((error: unknown) => {
        if (!(error instanceof BillingRefusal)) return next(error);
        const reason = reasonLine(error.cause);
        log.warn({ ip: request.ip, reason }, "Stripe event rejected: invalid signature");
        answer(400, "Invalid signature.");
      });
    },
  );
  router.all(path, (_request, response) => {
    response.status(405).set("Allow", "POST").type("text/plain").send("This URL receives Stripe events by POST.");
  });
  return router;
}
