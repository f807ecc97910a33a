import { useTranslation } from "react-i18next";
import { Card } from "~/components/ui/card";
import { DialogLink } from "~/components/ui/route-dialog";
import { paths } from "~/paths/paths";

export type RepliesCardProps = { replyTo: string | null; mayEdit: boolean };

/** Shows the reply address of emails to affiliates. */
export function RepliesCard({ replyTo, mayEdit }: RepliesCardProps) {
  const { t } = useTranslation("settings");
  return (
    <Card title={t("replies.title")} description={t("replies.text")}>
      <div className="flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
        <p className="min-w-0 wrap-anywhere">{replyTo ?? t("replies.none")}</p>
        {mayEdit && (
          <DialogLink to={paths.replyTo()} prefetch="intent" className="shrink-0">
            {t("replies.change")}
          </DialogLink>
        )}
      </div>
    </Card>
  );
}
