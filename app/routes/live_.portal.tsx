import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerLive } from "~/server/live.server";

/** The stream of changes of an affiliate's own leads and commissions for open portal pages (API-05). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerLive({ request, context }, "portal");
}
