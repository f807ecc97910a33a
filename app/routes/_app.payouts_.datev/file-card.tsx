import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Icon } from "~/components/ui/icon";
import { datevFiles } from "~/domain/documents/datev.schema";
import type { Period } from "~/domain/shared/period";
import { paths } from "~/paths/paths";
import "~/components/payouts/payout-texts";

type FileCardProps = {
  period: Period;
  /** Whether the bookings can be written. */
  canBook: boolean;
  /** Names of creditors whose address does not fit. */
  withoutAddress: readonly string[];
};

/** Downloads the files of the period. */
export function FileCard({ period, canBook, withoutAddress }: FileCardProps) {
  const { t } = useTranslation("datev");
  return (
    <Card title={t("files")} description={t("files_text")}>
      <Form method="post" action={paths.loadDatev()} reloadDocument className="flex flex-wrap items-center gap-2">
        <input type="hidden" name="from" value={period.from} />
        <input type="hidden" name="to" value={period.to} />
        {datevFiles
          .filter((kind) => canBook || kind === "documents")
          .map((kind) => (
            <Button key={kind} type="submit" name="kind" value={kind} variant="secondary">
              <Icon name="download" />
              {t(`file.${kind}`)}
            </Button>
          ))}
      </Form>
      {canBook && withoutAddress.length > 0 && (
        <p className="mt-3 text-muted wrap-anywhere">{t("without_address", { names: withoutAddress.join(", ") })}</p>
      )}
    </Card>
  );
}
