import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useTranslation } from "react-i18next";
import { addressWith } from "~/paths/address";
import { Link } from "~/components/ui/link";
import { PageLinks } from "~/components/ui/page-links";
import { useAddress } from "~/components/ui/use-address";
import type { AuditRow } from "~/domain/audit/list-audit.server";
import type { Page } from "~/domain/shared/page";
import { AuditSentence } from "./audit-sentence";
import { paths } from "~/paths/paths";

type AuditStepsProps = {
  row: AuditRow;
  /** The steps of the open row. */
  open: { id: string; page: Page<AuditRow> } | null;
  timeZone: string;
};

/** Opens and closes an action of many steps, by the URL of the page. */
export function AuditSteps({ row, open, timeZone }: AuditStepsProps) {
  const { t } = useTranslation("settings");
  const { search } = useAddress();
  const isOpen = open?.id === row.id;
  const Icon = isOpen ? ChevronDown : ChevronRight;
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
        className="-ml-1 inline-flex min-h-11 items-center gap-1 rounded-sm pr-2 text-sm font-normal text-muted hover:text-ink md:min-h-8"
      >
        <Icon aria-hidden className="size-4" />
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
