import { useTranslation } from "react-i18next";
import { ExportMenu } from "~/components/exports/export-menu";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { KEPT_DAYS } from "~/domain/imports/import-run";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";
import { LeftOut } from "./left-out";
import type { LoadedImport } from "./load.server";
import { OutcomeCards } from "./outcome-cards";
import { RowList } from "./row-list";
import { Form } from "@remix-run/react";
import { SubmitButton } from "~/components/forms/submit-button";
import { Card } from "~/components/ui/card";
import { intent } from "~/browser/intents";
import { importIntents } from "./intents";

/** Shows the created and the rejected rows with reasons, as a list and as a file. */
export function Result(loaded: LoadedImport) {
  const { run, counts, invitations } = loaded;
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  const created = { count: counts.created, number: number(counts.created) };
  const { later = 0, perDay = 0 } = invitations ?? {};
  const invited =
    later > 0
      ? t("result.invited_later", {
          now: number(counts.created - later),
          later: number(later),
          limit: number(perDay),
        })
      : t("result.invited");
  const words = run.kind === "customer-payments" ? paymentWords : recordWords;
  const isCanceled = run.status === "cancelled";
  const isUndone = run.status === "undone";
  return (
    <>
      <Alert
        tone={isCanceled ? "warning" : "success"}
        title={
          isUndone
            ? t(words.undone, { count: counts.undone, number: number(counts.undone) })
            : isCanceled
              ? t("cancelled.title")
              : t(`result.${run.kind}`, created)
        }
        actions={
          <ButtonLink variant="secondary" to={paths.importedList(run.kind)}>
            {t(`result.list.${run.kind}`)}
          </ButtonLink>
        }
      >
        {isUndone
          ? counts.created > 0 && t(words.kept, created)
          : isCanceled
            ? t(words.before, created)
            : run.invites && invited}
      </Alert>
      <OutcomeCards counts={counts} run={run} />
      {!isUndone && <LeftOut {...loaded} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{t("result.kept", { count: KEPT_DAYS })}</p>
        <ExportMenu
          label={t("result.report")}
          scope={t("result.report_text")}
          hrefOf={(format) => paths.importReport(run.kind, run.id, { format })}
        />
      </div>
      <RowList {...loaded} />
      <UndoCard {...loaded} />
    </>
  );
}

const recordWords = { undone: "undo.done", kept: "undo.kept", before: "cancelled.created" } as const;
const paymentWords = { undone: "payments.undone", kept: "payments.kept", before: "payments.before" } as const;

/** Undoes an import that has ended, and says beforehand what will stay. */
function UndoCard({ run, counts }: LoadedImport) {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  if (run.status === "undone" || counts.created === 0) return null;
  return (
    <Card title={t("undo.title")} description={t(`undo.text.${run.kind}`)}>
      <Form method="post" className="max-md:grid">
        <SubmitButton variant="danger" {...intent(importIntents, "undo")}>
          {t(`undo.submit.${run.kind}`, { count: counts.created, number: number(counts.created) })}
        </SubmitButton>
      </Form>
    </Card>
  );
}
