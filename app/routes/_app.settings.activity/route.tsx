import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { ListSearch } from "~/components/forms/list-search";
import { ViewsMenu } from "~/components/lists/views-menu";
import { SearchCut } from "~/components/forms/search-cut";
import { PeriodFilter } from "~/components/forms/period-filter";
import { EmptyState } from "~/components/ui/empty-state";
import { ListToolbar } from "~/components/ui/list-toolbar";
import { Icon } from "~/components/ui/icon";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import { listAudit, listSteps, type AuditRow } from "~/domain/audit/list-audit.server";
import { readPeriod } from "~/domain/shared/period";
import { translator } from "~/server/request-language.server";
import { openDefaultView } from "~/server/open-view.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { paths } from "~/paths/paths";
import { addressWith } from "~/paths/address";
import { Link } from "~/components/ui/link";
import { useAddress } from "~/components/ui/use-address";
import type { Page } from "~/domain/shared/page";
import { useAffiliateName } from "~/browser/namesakes";
import { useAuditDetail } from "~/components/audit/use-audit-detail";

type AuditSentenceProps = { row: AuditRow; timeZone: string };

/** The action with a link to its object, and the changes below. */
function AuditSentence({ row, timeZone }: AuditSentenceProps) {
  const { t } = useTranslation("settings");
  const words = useAuditWords(timeZone);
  const detail = useAuditDetail()(row);
  const { before, after } = words.sentence(row);
  return (
    <span className="hyphenated cards:line-clamp-2">
      {before}
      {after !== null && <Subject row={row} gone={t("activity.gone")} />}
      {after}
      {detail && (
        <>
          {" "}
          <span className="inline-block text-xs font-normal text-muted">{detail}</span>
        </>
      )}
    </span>
  );
}

function Subject({ row: { subject, record }, gone }: { row: AuditRow; gone: string }) {
  const affiliateName = useAffiliateName();
  if (!record) return <bdi>{subject ?? gone}</bdi>;
  return (
    <Link
      to={pathOf[record.kind](record.id)}
      prefetch="intent"
      className="underline decoration-control/60 underline-offset-4 hover:decoration-ink"
    >
      <bdi>{record.kind === "affiliate" ? affiliateName(record.id, subject) : subject}</bdi>
    </Link>
  );
}

const pathOf: Record<NonNullable<AuditRow["record"]>["kind"], (id: string) => string> = {
  affiliate: paths.affiliate,
  lead: paths.lead,
  deal: (id) => paths.deal(id, { tab: "deals" }),
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const [cursor, id] = [searchParams.get("cursor"), searchParams.get("open")];
  const title = (await translator(request))("settings:activity.title");
  return staffScope({ request, context }, async (scope) => {
    await openDefaultView(scope, request, "activity");
    const period = readPeriod(searchParams, await scope.today());
    const search = searchParams.get("q")?.trim() ?? "";
    const steps = await listSteps(scope, id, { cursor: searchParams.get("steps") });
    return {
      title,
      page: await listAudit(scope, { cursor, period, search }),
      search,
      period,
      open: id && steps ? { id, page: steps } : null,
      begun: cursor !== null,
      timeZone: (await scope.organization()).timeZone,
    };
  });
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Shows who changed what and when (OPS-06). */
export default function Activity() {
  const { page, period, open, begun, timeZone, search } = useLoaderData<typeof loader>();
  const { t } = useTranslation("settings");
  const words = useAuditWords(timeZone);
  const empty = begun ? "page_empty" : search ? "search_empty" : period ? "period_empty" : "empty";
  return (
    <section aria-labelledby="activity" className="min-w-0 space-y-2">
      <header>
        <div className="flex items-center gap-1">
          <h2 id="activity" className="text-base font-semibold">
            {t("activity.title")}
          </h2>
          <ViewsMenu list="activity" />
        </div>
        <p className="text-muted">{t("activity.text")}</p>
      </header>
      <ListToolbar>
        <ListSearch
          path={paths.settings("activity")}
          value={search}
          label={t("activity.search.label")}
          placeholder={t("activity.search.placeholder")}
        />
        <PeriodFilter path={paths.settings("activity")} chosen={period} of="done" all="" />
      </ListToolbar>
      {page.cut && <SearchCut>{t("activity.search.cut")}</SearchCut>}
      <Table
        name="activity"
        caption={t("activity.caption")}
        fit="few"
        isMain
        rows={page.rows}
        rowKey={(row) => row.id}
        columns={[
          {
            id: "what",
            header: t("activity.what"),
            primary: true,
            className: "whole cells:py-0.5",
            cell: (row: AuditRow) => (
              <>
                <AuditSentence row={row} timeZone={timeZone} />{" "}
                {row.steps > 0 && <AuditSteps row={row} open={open} timeZone={timeZone} />}
              </>
            ),
          },
          {
            id: "who",
            header: t("activity.who"),
            className: "cells:min-w-36",
            cell: (row: AuditRow) => words.who(row.actor),
          },
          {
            id: "when",
            header: t("activity.when"),
            align: "end",
            cell: (row: AuditRow) => (
              <time dateTime={row.at} className="whitespace-nowrap">
                {words.when(row.at)}
              </time>
            ),
          },
        ]}
        empty={
          <EmptyState
            icon="rotate-ccw-clock"
            title={t(`activity.${empty}`)}
            action={
              empty !== "empty" && <ButtonLink to={paths.settings("activity")}>{t("activity.newest")}</ButtonLink>
            }
          >
            {t(`activity.${empty}_text`)}
          </EmptyState>
        }
      />
      <PageLinks page={page} path={paths.settings("activity")} />
    </section>
  );
}

type AuditStepsProps = {
  row: AuditRow;
  /** The steps of the open row. */
  open: { id: string; page: Page<AuditRow> } | null;
  timeZone: string;
};

/** Opens and closes an action of many steps, by the URL of the page. */
function AuditSteps({ row, open, timeZone }: AuditStepsProps) {
  const { t } = useTranslation("settings");
  const { search } = useAddress();
  const isOpen = open?.id === row.id;
  const icon = isOpen ? "chevron-down" : "chevron-right";
  const cursor = new URLSearchParams(search).get("cursor");
  const to = addressWith(paths.settings("activity"), search, {
    cursor,
    open: isOpen ? null : row.id,
    steps: null,
  });
  return (
    <>
      <Link
        to={to}
        replace
        preventScrollReset
        aria-expanded={isOpen}
        aria-controls={isOpen ? `steps-${row.id}` : undefined}
        className="-my-1 inline-flex min-h-11 items-center gap-1 rounded-sm pr-2 text-sm font-normal text-muted hover:text-ink md:min-h-7"
      >
        <Icon name={icon} className="size-4" />
        {t("activity.steps", { count: row.steps })}
      </Link>
      {isOpen && (
        <div id={`steps-${row.id}`} className="mb-2 space-y-2 border-l pl-4 font-normal">
          <ol>
            {open.page.rows.map((step) => (
              <li key={step.id}>
                <AuditSentence row={step} timeZone={timeZone} />
              </li>
            ))}
          </ol>
          <PageLinks page={open.page} total={{ count: row.steps }} path={paths.settings("activity")} param="steps" />
        </div>
      )}
    </>
  );
}
