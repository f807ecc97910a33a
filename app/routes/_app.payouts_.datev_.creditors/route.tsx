import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { EmptyState } from "~/components/ui/empty-state";
import { NameLink } from "~/components/ui/name-link";
import { PageHeader } from "~/components/ui/page-header";
import { PageLinks } from "~/components/ui/page-links";
import { DialogLink } from "~/components/ui/route-dialog";
import { RowActionLink, RowActions } from "~/components/ui/row-actions";
import { Table } from "~/components/ui/table";
import { countUnnumbered, listCreditors, type Creditor } from "~/domain/payouts/creditors.server";
import { paths } from "~/paths/paths";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import "~/components/payouts/payout-texts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("datev:creditors.title");
  const cursor = new URL(request.url).searchParams.get("cursor");
  return staffScope({ request, context }, async (scope) => ({
    title,
    page: await listCreditors(scope, cursor),
    rest: await countUnnumbered(scope),
  }));
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

/** The tax adviser's account of each affiliate (PAY-14). */
export default function Creditors() {
  const { title, page, rest } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["datev", "common"]);
  const affiliateName = useAffiliateName();
  const columns = [
    {
      id: "name",
      header: t("creditors.affiliate"),
      primary: true,
      cell: ({ id, name, otherName }: Creditor) => (
        <>
          <NameLink to={paths.affiliate(id)}>{affiliateName(id, name)}</NameLink>
          {otherName && <span className="block text-xs font-normal text-muted wrap-anywhere">{otherName}</span>}
        </>
      ),
    },
    {
      id: "number",
      header: t("creditors.number"),
      align: "end" as const,
      cell: ({ number }: Creditor) => number ?? "–",
    },
  ];
  return (
    <div className="space-y-6">
      <PageHeader
        title={title}
        subtitle={t("creditors.text")}
        back={{ to: paths.datev(), label: t("title") }}
        actions={rest > 0 && <DialogLink to={paths.numberCreditors()}>{t("creditors.rest")}</DialogLink>}
      />
      <Table
        caption={title}
        rows={page.rows}
        rowKey={({ id }) => id}
        columns={columns}
        rowActions={({ id, name }) => (
          <RowActions id={id} label={t("common:actions_of", { name: affiliateName(id, name) })}>
            <RowActionLink
              dialog
              to={paths.creditor(id)}
              icon="pencil"
              text={t("creditors.edit")}
              of={affiliateName(id, name)}
            />
          </RowActions>
        )}
        empty={
          <EmptyState icon="wallet" title={t("creditors.none")}>
            {t("creditors.none_text")}
          </EmptyState>
        }
      />
      <PageLinks page={page} path={paths.creditors()} />
      <Outlet />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("datev");
  return <ScreenError title={t("creditors.title")} failed={t("creditors.load_failed")} screen={paths.creditors()} />;
}
