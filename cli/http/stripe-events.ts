import express, { Router } from "express";
import { BillingRefusal, type Billing } from "~/domain/subscriptions/billing";
import { takeEvent } from "~/domain/subscriptions/take-event.server";
import { paths } from "~/paths/paths";
import type { Database } from "~/platform/db/database.server";
import { log, reasonLine } from "~/platform/log.server";

/** Stripe's events are some kilobytes. */
const LIMIT_BYTES = 256 * 1024;

/**
 * What Stripe posts to /webhooks/stripe. It stands before the checks of forms and of their origin: its signature over
 * the raw body is its proof (I4, S1). Answers 200 as soon as the event is stored together with its job, also for one
 * that is known already or not handled here, and 400 for what is not signed by Stripe.
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
        log.warn({ ip: request.ip, reason }, "an event without Stripe's signature was refused");
        answer(400, "The signature does not fit.\n");
      });
    },
  );
  router.all(path, (_request, response) => {
    response.status(405).set("Allow", "POST").type("text/plain").send("Stripe posts its events here.\n");
  });
  return router;
}
