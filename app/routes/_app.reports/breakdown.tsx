import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { Table } from "~/components/ui/table";
import type { TableColumn } from "~/components/ui/table-column";
import type { LeadSource } from "~/domain/leads/lead";
import { conversionPerMille } from "~/domain/reports/conversion";
import type { BreakdownBy, Group } from "~/domain/reports/read-breakdown.server";
import { GroupExport, useGroupColumns } from "./group-columns";
import "./report-texts";

type BreakdownProps = { by: BreakdownBy; groups: readonly Group[] };

/** Leads and deals of the period by source, or by member. */
export function Breakdown({ by, groups }: BreakdownProps) {
  const { t } = useTranslation("reports");
  const texts = `${by}s` as const;
  const nameOf = useGroupName(by);
  const [leads, ...sold] = useGroupColumns<Group>();
  const columns: TableColumn<Group>[] = [
    { id: "name", header: t(`${texts}.name`), primary: true, cell: nameOf },
    leads!,
    ...useStepColumns(),
    ...sold,
  ];
  return (
    <Card title={t(`${texts}.title`)} description={t(`${texts}.text`)} actions={<GroupExport by={by} />} flush>
      <div className="p-4 md:p-6 md:pt-4">
        <Table
          caption={t(`${texts}.text`)}
          fit="some"
          rows={groups}
          rowKey={({ key }) => key}
          columns={columns}
          empty={
            <EmptyState icon={by === "source" ? "compass" : "users"} title={t("empty.title")}>
              {t(`${texts}.empty`)}
            </EmptyState>
          }
        />
      </div>
    </Card>
  );
}

function useGroupName(by: BreakdownBy) {
  const { t } = useTranslation("reports");
  return ({ key, name }: Group) =>
    by === "source" ? t(`sources.${key as LeadSource}`) : (name ?? t("members.former"));
}

/** How many of the leads were qualified and won so far, with their share. */
function useStepColumns(): TableColumn<Group>[] {
  const { t } = useTranslation("reports");
  const format = useFormat();
  return (["qualified", "won"] as const).map((step) => ({
    id: step,
    header: t(`of_them.${step}`),
    align: "end",
    labelled: true,
    cell: ({ now }) => (
      <>
        {format.number(now[step])}
        {now.leads > 0 && (
          <div className="text-xs text-muted">{format.percent(conversionPerMille(now[step], now.leads) * 10)}</div>
        )}
      </>
    ),
  }));
}
