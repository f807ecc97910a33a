import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { UserPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "~/components/ui/page-header";
import { DialogLink } from "~/components/ui/route-dialog";
import { SkeletonRows } from "~/components/ui/skeleton";
import { affiliateStatuses } from "~/domain/affiliates/affiliate.schema";
import { listAffiliates, PAGE } from "~/domain/affiliates/list-affiliates.server";
import { readOrganization } from "~/domain/organizations/read-organization.server";
import { translator } from "~/i18n/i18n.server";
import { staffScope } from "~/web/open-scope.server";
import { ScreenError } from "~/web/screen-error";
import { AffiliatesTable } from "./affiliates-table";
import { FilterForm } from "./filter-form";
import { useFiltering } from "./use-filtering";
import { pageTitle } from "~/web/page-title";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const search = params.get("q")?.trim() ?? "";
  const status = affiliateStatuses.find((one) => one === params.get("status"));
  const t = await translator(request);
  const page = await staffScope({ request, context }, async (scope) => ({
    affiliates: await listAffiliates(scope, { search, status }),
    timeZone: (await readOrganization(scope)).timeZone,
  }));
  const cut = page.affiliates.length === PAGE;
  return { title: t("affiliates:title"), filter: { search, status: status ?? "" }, cut, ...page };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Affiliates() {
  const { affiliates, cut, timeZone, filter } = useLoaderData<typeof loader>();
  const { t } = useTranslation("affiliates");
  const { search } = useLocation();
  const filtering = useFiltering();
  const filtered = filter.search !== "" || filter.status !== "";
  return (
    <div className="space-y-6">
      <PageHeader
        title={t("title")}
        subtitle={t("subtitle")}
        actions={
          <DialogLink variant="primary" to={`/affiliates/new${search}`}>
            <UserPlus aria-hidden />
            {t("add")}
          </DialogLink>
        }
      />
      {(affiliates.length > 0 || filtered) && <FilterForm {...filter} />}
      {filtering ? (
        <SkeletonRows rows={Math.max(affiliates.length, 1)} />
      ) : (
        <AffiliatesTable affiliates={affiliates} cut={cut} timeZone={timeZone} filtered={filtered} />
      )}
      <Outlet />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("affiliates");
  return <ScreenError title={t("title")} failed={t("failed")} screen="/affiliates" />;
}
