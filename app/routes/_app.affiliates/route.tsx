import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { translator } from "~/i18n/i18n.server";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { showsPage } from "~/paths/affiliate-view";
import { AffiliateList } from "./affiliate-list";
import { AffiliatePage } from "./affiliate-page";
import { loadList, loadPage } from "./load.server";
import { paths } from "~/paths/paths";

/** Loads the list, or the page of an affiliate: a dialog is shown above the one it was opened on. */
export async function loader(args: LoaderFunctionArgs) {
  const title = (await translator(args.request))("affiliates:title");
  if (args.params["affiliateId"] && showsPage(new URL(args.request.url)))
    return { title, page: await loadPage(args), list: null };
  return { title, page: null, list: await loadList(args) };
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

export default function Affiliates() {
  const { page, list } = useLoaderData<typeof loader>();
  return (
    <div className="space-y-6">
      {page && <AffiliatePage key={page.affiliate.id} page={page} />}
      {list && <AffiliateList loaded={list} />}
      <Outlet />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("affiliates");
  return <ScreenError title={t("title")} failed={t("failed")} screen={paths.affiliates()} />;
}
