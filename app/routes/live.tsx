import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerLive } from "~/server/live.server";

/** What staff's open screens hear of their organisation (API-05). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerLive({ request, context }, "staff");
}
