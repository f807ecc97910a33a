import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { paths } from "~/paths/paths";
import { CancelButton } from "./cancel-button";
import { LeftOut } from "./left-out";
import type { LoadedImport } from "./load.server";
import { OutcomeCards } from "./outcome-cards";
import { RowList } from "./row-list";
import { StartForm } from "./start-form";
import { UnknownAffiliates } from "./unknown-affiliates";

/** Shows what would be created, and which rows are wrong and why; nothing is created yet. */
export function Preview(loaded: LoadedImport) {
  const { run, counts } = loaded;
  const { t } = useTranslation("imports");
  const isEmpty = counts.ready + (run.kind === "leads" ? counts.duplicate : 0) === 0;
  return (
    <>
      <OutcomeCards counts={counts} status={run.status} />
      <LeftOut {...loaded} />
      <UnknownAffiliates {...loaded} />
      {isEmpty ? (
        <Alert tone="warning" title={t("preview.nothing")}>
          {t("preview.nothing_text")}
        </Alert>
      ) : (
        <StartForm {...loaded} />
      )}
      <div className="flex flex-wrap gap-2 max-md:*:flex-auto">
        <ButtonLink variant="secondary" to={paths.importRun(run.kind, run.id, { step: "columns" })}>
          {t("preview.columns")}
        </ButtonLink>
        <CancelButton label={t("cancel.discard")} />
      </div>
      <RowList {...loaded} />
    </>
  );
}
