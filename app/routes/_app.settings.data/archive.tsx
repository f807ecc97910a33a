import Download from "lucide-react/icons/download";
import { useTranslation } from "react-i18next";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { OwnersOnly } from "~/components/members/why-not";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { DialogLink } from "~/components/ui/route-dialog";
import { paths } from "~/paths/paths";

export type ArchiveProps = {
  organization: string;
  timeZone: string;
  /** Names of the owners, who can do it; null for an owner. */
  owners: string[] | null;
  /** End of the re-authentication, until which it can be downloaded. */
  readyUntil: string | null;
};

const parts = ["records", "files", "proof"] as const;

/** Downloads all data of the organization. */
export function Archive({ organization, timeZone, owners, readyUntil }: ArchiveProps) {
  const { t } = useTranslation("exports");
  const { when } = useAuditWords(timeZone);
  return (
    <Card title={t("archive.title")} description={t("archive.text", { organization })}>
      <div className="space-y-4">
        <ul className="max-w-prose list-disc space-y-1 ps-5 text-muted">
          {parts.map((part) => (
            <li key={part}>{t(`archive.parts.${part}`)}</li>
          ))}
        </ul>
        {owners && <OwnersOnly owners={owners} />}
        {readyUntil && (
          <Alert tone="success" title={t("archive.ready")}>
            {t("archive.ready_until", { when: when(readyUntil) })}
          </Alert>
        )}
        {!owners && (
          <div className="flex flex-wrap gap-2 max-md:*:flex-1">
            {readyUntil ? (
              <ButtonLink to={paths.archiveZip()} reloadDocument>
                <Download aria-hidden />
                {t("archive.download")}
              </ButtonLink>
            ) : (
              <DialogLink to={paths.archive()} variant="primary">
                {t("archive.open")}
              </DialogLink>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}
