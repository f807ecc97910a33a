import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerLive } from "~/server/live.server";

/** The stream of an organization's changes for open staff screens (API-05). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerLive({ request, context }, "staff");
}
