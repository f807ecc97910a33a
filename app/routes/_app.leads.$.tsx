import type { LoaderFunctionArgs } from "@remix-run/node";
import { nothingHere } from "~/server/nothing-here.server";

/** An address below this screen that is none: said within the shell. */
export async function loader(args: LoaderFunctionArgs) {
  return nothingHere(args, "staff");
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export default function NothingHere() {
  return null;
}
