import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerLive } from "~/server/live.server";

/** What an affiliate's open pages hear of their own leads and commissions (API-05). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerLive({ request, context }, "portal");
}
