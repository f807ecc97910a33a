import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { log } from "~/platform/log.server";
import { redirectWithToast } from "./flash.server";
import { pathForLog } from "./form.server";
import type { Call } from "./session.server";
import { submit } from "./submit.server";

// For actions whose faults have words of their own. Everywhere else a fault ends on the error page.

/** Runs an action; a fault (neither a refusal nor a redirect) is logged and becomes an error toast with this title. */
export async function orFaultToast(
  call: Call,
  to: string,
  title: string,
  run: () => Promise<Response>,
): Promise<Response> {
  try {
    return await run();
  } catch (fault) {
    if (fault instanceof Response) throw fault;
    logFault(call, fault);
    return redirectWithToast(to, { tone: "error", title });
  }
}

/** `submit`, but a fault is logged and becomes an error of the form, so that nothing typed is lost. */
export async function submitOrFault<S extends z.ZodType>(
  call: Call,
  form: FormData,
  schema: S,
  message: string,
  run: (input: z.output<S>) => Promise<Response>,
) {
  try {
    return await submit(form, schema, run);
  } catch (fault) {
    if (fault instanceof Response) throw fault;
    logFault(call, fault);
    return data(parseWithZod(form, { schema }).reply({ formErrors: [message] }), { status: 500 });
  }
}

function logFault({ request, context }: Call, fault: unknown): void {
  log.error({ err: fault, request_id: context.requestId, path: pathForLog(request) }, "an action failed");
}
