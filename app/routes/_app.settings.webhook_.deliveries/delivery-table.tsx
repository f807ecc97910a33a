import { useTranslation } from "react-i18next";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { StatusBadge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Table } from "~/components/ui/table";
import { useAddress } from "~/components/ui/use-address";
import { TestBadge } from "~/components/webhooks/test-badge";
import { stateTones, useDeliveryWords } from "~/components/webhooks/use-delivery-words";
import type { Page } from "~/domain/shared/page";
import type { DeliveryRow } from "~/domain/webhooks/list-deliveries.server";
import { paths } from "~/paths/paths";

export type DeliveryTableProps = {
  page: Page<DeliveryRow>;
  timeZone: string;
  /** Why there may be nothing. */
  why: "empty" | "no_webhook" | "filter_empty" | "page_empty";
};

/** The deliveries, newest first; each links to its attempts. */
export function DeliveryTable({ page, timeZone, why }: DeliveryTableProps) {
  const { t } = useTranslation("webhooks");
  const { search } = useAddress();
  const { when } = useAuditWords(timeZone);
  const { result } = useDeliveryWords();
  return (
    <Table
      name="deliveries"
      caption={t("log.caption")}
      fit="few"
      isMain
      rows={page.rows}
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.delivery(id, search)}
      rowOpensDialog
      columns={[
        {
          id: "event",
          header: t("log.event"),
          primary: true,
          cell: ({ event, isTest }) => (
            <>
              <span translate="no">{event}</span>
              {isTest && <TestBadge />}
            </>
          ),
        },
        {
          id: "state",
          header: t("log.state"),
          cell: ({ status, nextAttemptAt }) => (
            <StatusBadge
              tone={stateTones[status]}
              hint={nextAttemptAt ? t("log.next", { when: when(nextAttemptAt) }) : undefined}
            >
              {t(`log.states.${status}`)}
            </StatusBadge>
          ),
        },
        {
          id: "result",
          header: t("log.result"),
          cell: ({ lastStatus, lastError }) => (
            <span className="line-clamp-2 wrap-anywhere">{result({ status: lastStatus, error: lastError })}</span>
          ),
        },
        { id: "attempts", header: t("log.attempts"), align: "end", labelled: true, cell: ({ attempts }) => attempts },
        {
          id: "when",
          header: t("log.when"),
          align: "end",
          cell: ({ at }) => (
            <time dateTime={at} className="whitespace-nowrap">
              {when(at)}
            </time>
          ),
        },
      ]}
      empty={
        <EmptyState
          icon="send"
          title={t(`log.${why}`)}
          action={
            why === "no_webhook" ? (
              <ButtonLink to={paths.settings("webhook")}>{t("log.set_up")}</ButtonLink>
            ) : (
              why !== "empty" && <ButtonLink to={paths.deliveries()}>{t("log.show_all")}</ButtonLink>
            )
          }
        >
          {t(`log.${why}_text`)}
        </EmptyState>
      }
    />
  );
}
