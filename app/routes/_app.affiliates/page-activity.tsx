import { useTranslation } from "react-i18next";
import { useAuditDetail } from "~/components/audit/use-audit-detail";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { Card } from "~/components/ui/card";
import { ButtonLink } from "~/components/ui/button";
import { paths } from "~/paths/paths";
import type { PageProps } from "./page-props";

/** Lists the actions on this affiliate, latest first. */
export function PageActivity({ page: { activity, timeZone } }: PageProps) {
  const { t } = useTranslation("affiliates");
  const words = useAuditWords(timeZone);
  const detailOf = useAuditDetail();
  if (activity.length === 0) return null;
  return (
    <Card
      title={t("page.activity")}
      actions={
        <ButtonLink to={paths.settings("activity")} variant="ghost" size="sm">
          {t("page.all_activity")}
        </ButtonLink>
      }
    >
      <ol className="divide-y">
        {activity.map((row) => {
          const { before, after } = words.sentence(row);
          const detail = detailOf(row);
          return (
            <li key={row.id} className="gap-x-6 py-2.5 md:flex md:items-baseline md:justify-between">
              <p className="min-w-0 wrap-anywhere">
                {before}
                {after !== null && <bdi>{row.subject}</bdi>}
                {after}
                <span className="text-muted">{` · ${words.who(row.actor)}`}</span>
                {detail && <span className="block text-xs text-muted">{detail}</span>}
              </p>
              <time dateTime={row.at} className="text-xs whitespace-nowrap text-muted tabular-nums">
                {words.when(row.at)}
              </time>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
