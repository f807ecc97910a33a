import { http, HttpResponse, type HttpHandler } from "msw";
import { paths } from "~/paths/paths";
import { newId, type Made, type MadeOf, type Memory } from "./memory.server";
import { listOf, seconds } from "./shapes";

const API = "https://api.stripe.com/v1";

/**
 * Returns MSW handlers that respond to requests of Stripe's SDK from the memory. `appUrl` is the base URL of the
 * simulated pages.
 */
export function stripeHandlers(memory: Memory, appUrl: string): HttpHandler[] {
  return [
    http.post(`${API}/customers`, async ({ request }) => {
      const form = await formOf(request);
      return once(memory, request, form, "customer", {
        object: "customer",
        id: newId("cus"),
        created: seconds(new Date()),
        livemode: false,
        name: form.get("name") ?? "",
        email: form.get("email") ?? "",
        metadata: { org_id: form.get("metadata[org_id]") ?? "" },
        preferred_locales: [form.get("preferred_locales[0]") ?? "en"],
      });
    }),

    http.post(`${API}/customers/:id`, async ({ request, params }) => {
      const form = await formOf(request);
      const id = String(params["id"]);
      const to = {
        name: form.get("name") ?? "",
        email: form.get("email") ?? "",
        preferred_locales: [form.get("preferred_locales[0]") ?? "en"],
      };
      if (!(await memory.change("customer", id, {}, to))) return missing("customer", id);
      return HttpResponse.json(await memory.find("customer", id));
    }),

    http.get(`${API}/checkout/sessions`, async ({ request }) => {
      const asked = new URL(request.url).searchParams;
      const sessions = await memory.ofCustomer("session", asked.get("customer") ?? "");
      const status = asked.get("status");
      const found = sessions.filter((session) => !status || session.status === status);
      return HttpResponse.json(listOf("/v1/checkout/sessions", found));
    }),

    http.post(`${API}/checkout/sessions`, async ({ request }) => {
      const form = await formOf(request);
      const customer = form.get("customer") ?? "";
      if (!(await memory.find("customer", customer))) return missing("customer", customer);
      const id = newId("cs_simulated");
      return once(memory, request, form, "session", {
        object: "checkout.session",
        id,
        customer,
        mode: "subscription",
        status: "open",
        client_reference_id: form.get("client_reference_id") ?? "",
        payment_status: "unpaid",
        subscription: null,
        url: appUrl + paths.simulatedCheckout(id),
        success_url: form.get("success_url") ?? "",
        cancel_url: form.get("cancel_url") ?? "",
        locale: form.get("locale") ?? "en",
        created: seconds(new Date()),
        livemode: false,
        metadata: {
          price: form.get("line_items[0][price]") ?? "",
          checkout: form.get("metadata[checkout]") ?? "",
          note: form.get("custom_text[submit][message]") ?? "",
        },
      });
    }),

    http.post(`${API}/checkout/sessions/:id/expire`, async ({ params }) => {
      const id = String(params["id"]);
      const isOpen = await memory.change("session", id, { status: "open" }, { status: "expired", url: null });
      if (!isOpen) return refused(400, "This session is not open.");
      return HttpResponse.json(await memory.find("session", id));
    }),

    http.post(`${API}/billing_portal/sessions`, async ({ request }) => {
      const form = await formOf(request);
      const customer = form.get("customer") ?? "";
      if (!(await memory.find("customer", customer))) return missing("customer", customer);
      const id = newId("bps");
      return once(memory, request, form, "portal", {
        object: "billing_portal.session",
        id,
        customer,
        livemode: false,
        locale: form.get("locale") ?? "en",
        return_url: form.get("return_url") ?? "",
        url: appUrl + paths.simulatedPortal(id),
        created: seconds(new Date()),
      });
    }),

    http.delete(`${API}/subscriptions/:id`, async ({ params }) => {
      const id = String(params["id"]);
      const now = seconds(new Date());
      const over = { status: "canceled", ended_at: now, canceled_at: now } as const;
      const isRunning = await memory.change("subscription", id, { ended_at: null }, over);
      return isRunning ? HttpResponse.json(await memory.find("subscription", id)) : missing("subscription", id);
    }),

    http.post(`${API}/subscriptions/:id`, async ({ request, params }) => {
      const id = String(params["id"]);
      const cancels = (await formOf(request)).get("cancel_at_period_end") === "true";
      const found = await memory.find("subscription", id);
      if (!found) return missing("subscription", id);
      const end = found.items.data[0]?.current_period_end ?? null;
      const to = cancels
        ? { cancel_at_period_end: true, canceled_at: seconds(new Date()), cancel_at: end }
        : { cancel_at_period_end: false, canceled_at: null, cancel_at: null };
      await memory.change("subscription", id, { ended_at: null }, to);
      return HttpResponse.json(await memory.find("subscription", id));
    }),

    http.get(`${API}/subscriptions`, async ({ request }) => {
      const customer = new URL(request.url).searchParams.get("customer") ?? "";
      if (!(await memory.find("customer", customer))) return missing("customer", customer);
      return HttpResponse.json(listOf("/v1/subscriptions", await memory.ofCustomer("subscription", customer)));
    }),
  ];
}

/**
 * Creates an object, or returns the response of the first request with the same idempotency key, whatever happened to
 * the object since. Rejects other parameters for a used key, as Stripe does.
 */
async function once<K extends Made>(
  memory: Memory,
  request: Request,
  form: URLSearchParams,
  kind: K,
  made: MadeOf<K>,
): Promise<Response> {
  const id = `idempotency_${request.headers.get("Idempotency-Key") ?? newId("none")}`;
  await memory.add("idempotency", { id, asked: form.toString(), answer: made });
  const { asked, answer } = (await memory.find("idempotency", id))!;
  if (asked !== form.toString()) {
    const message = "Keys for idempotent requests can only be used with the same parameters.";
    return HttpResponse.json({ error: { type: "idempotency_error", message } }, { status: 400 });
  }
  await memory.add(kind, answer as MadeOf<K>);
  return HttpResponse.json(answer);
}

const formOf = async (request: Request) => new URLSearchParams(await request.text());

const missing = (what: string, id: string) =>
  refused(404, `No such ${what}: '${id}'`, { code: "resource_missing", param: what });

const refused = (status: number, message: string, more: object = {}) =>
  HttpResponse.json({ error: { type: "invalid_request_error", message, ...more } }, { status });
