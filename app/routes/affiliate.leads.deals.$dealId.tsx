import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DealDialog } from "~/components/portal/deal-dialog";
import { useAddress } from "~/components/ui/use-address";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { loadOwnDeal } from "~/server/own-deal.server";

export async function loader(args: LoaderFunctionArgs) {
  return loadOwnDeal(args);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** A deal over the list of deals. */
export default function Deal() {
  const { deal } = useLoaderData<typeof loader>();
  const { search } = useAddress();
  return <DealDialog deal={deal} closeTo={paths.ownLeads(search || "?tab=deals")} />;
}
