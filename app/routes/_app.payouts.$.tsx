import type { LoaderFunctionArgs } from "@remix-run/node";
import { nothingHere } from "~/server/nothing-here.server";

/** Shows an unknown address below this screen as not found within the shell. */
export async function loader(args: LoaderFunctionArgs) {
  return nothingHere(args, "staff");
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export default function NothingHere() {
  return null;
}
