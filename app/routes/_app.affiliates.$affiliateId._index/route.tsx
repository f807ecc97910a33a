import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { pageTitle } from "~/browser/page-title";
import { affiliateOf } from "~/server/named-affiliate.server";

/** Names the page of an affiliate. The surrounding route draws its content, and keeps it behind its dialogs. */
export async function loader(args: LoaderFunctionArgs) {
  const { name } = await affiliateOf(args);
  return { title: name };
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function AffiliateName() {
  return null;
}
