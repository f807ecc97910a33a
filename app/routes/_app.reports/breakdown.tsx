import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { countText } from "~/components/ui/count-text";
import { NameLink } from "~/components/ui/name-link";
import { Table } from "~/components/ui/table";
import type { TableColumn } from "~/components/ui/table-column";
import type { LeadSource } from "~/domain/leads/lead";
import { conversionPerMille } from "~/domain/reports/conversion";
import { NO_MEMBER } from "~/domain/leads/lead-work";
import { MAX_MEMBER_LEADS, type MemberGroup } from "~/domain/reports/member-work";
import type { BreakdownBy, Group } from "~/domain/reports/read-breakdown.server";
import { paths } from "~/paths/paths";
import { GroupExport, useGroupColumns } from "./group-columns";
import "./report-texts";

type BreakdownProps = { by: "source"; groups: readonly Group[] } | { by: "member"; groups: readonly MemberGroup[] };
type Row = Group & Partial<Pick<MemberGroup, "work">>;

/** Leads and deals of the period by source, or by member. */
export function Breakdown({ by, groups }: BreakdownProps) {
  const { t } = useTranslation("reports");
  const texts = `${by}s` as const;
  const nameOf = useGroupName(by);
  const [leads, ...sold] = useGroupColumns<Row>();
  const work = useWorkColumns();
  const columns: TableColumn<Row>[] = [
    { id: "name", header: t(`${texts}.name`), primary: true, cell: nameOf },
    leads!,
    ...useStepColumns(),
    ...sold,
    ...(by === "member" ? work : []),
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
    by === "source"
      ? t(`sources.${key as LeadSource}`)
      : (name ?? t(`members.${key === NO_MEMBER ? "nobody" : "former"}`));
}

/** How many of the leads were qualified and won so far, with their share. */
function useStepColumns(): TableColumn<Row>[] {
  const { t } = useTranslation("reports");
  const format = useFormat();
  return (["qualified", "won"] as const).map((step) => ({
    id: step,
    header: t(`of_them.${step}`),
    align: "end",
    labelled: true,
    cell: ({ now }) => (
      <>
        {format.number(now[step])}{" "}
        {now.leads > 0 && (
          <div className="text-xs text-muted">
            <span className="cells:hidden">· </span>
            {format.percent(conversionPerMille(now[step], now.leads) * 10)}
          </div>
        )}
      </>
    ),
  }));
}

/** The leads that a member is responsible for today. A former member has none. */
function useWorkColumns(): TableColumn<Row>[] {
  const { t, i18n } = useTranslation("reports");
  return (["open", "overdue"] as const).map((state) => ({
    id: state,
    header: t(`members.${state}`),
    align: "end",
    labelled: true,
    cell: ({ key, work }) => {
      if (!work) return "–";
      const count = work[state];
      const list = { responsible: key, view: "list", ...(state === "overdue" && { step: "overdue" }) };
      return (
        <NameLink to={count > 0 ? paths.leads(list) : null}>
          {countText({ count, cut: count >= MAX_MEMBER_LEADS }, i18n.language)}
        </NameLink>
      );
    },
  }));
}
