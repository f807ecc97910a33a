import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { intent } from "~/browser/intents";
import { useFormat } from "~/browser/use-format";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { SubmitButton } from "~/components/forms/submit-button";
import { Alert } from "~/components/ui/alert";
import { Button, ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Icon } from "~/components/ui/icon";
import { DialogLink } from "~/components/ui/route-dialog";
import { isPayable } from "~/domain/payouts/invoice-status";
import type { BankFiles } from "~/domain/payouts/make-bank-file.server";
import type { Run } from "~/domain/payouts/run";
import { payoutFileFormats } from "~/domain/payouts/run.schema";
import { paths } from "~/paths/paths";
import { runIntents } from "./intents";
import "~/components/payouts/payout-texts";

type SendSectionProps = {
  run: Run;
  /** Null for a run in another currency than EUR. */
  bank: BankFiles | null;
  /** Whether the organization has uploaded a template of Wise. */
  hasTemplate: boolean;
  timeZone: string;
};

/** How the payments of an approved run get to the bank: its bank files, and other files (PAY-11). */
export function SendSection({ run, bank, hasTemplate, timeZone }: SendSectionProps) {
  const { t } = useTranslation("runs");
  const isOpen = run.state === "approved" || run.state === "sent";
  const hasFiles = (bank?.files.length ?? 0) > 0;
  // While all payouts wait for invoices, there is nothing that could be sent.
  const canSend = isOpen && run.payoutList.some(isPayable);
  if (!canSend && !hasFiles) return null;
  return (
    <Card
      title={t(isOpen ? "bank.title" : "bank.done_title")}
      description={bank ? t(isOpen ? "bank.text" : "bank.done_text") : undefined}
    >
      <div className="space-y-4">
        {bank && <StoredFiles run={run} files={bank.files} timeZone={timeZone} />}
        {bank && canSend && <NextFile bank={bank} />}
        {canSend && <OtherWays run={run} hasTemplate={hasTemplate} />}
      </div>
    </Card>
  );
}

/** Files that are not for a bank, and the note that the payments are on their way without a file. */
function OtherWays({ run, hasTemplate }: Pick<SendSectionProps, "run" | "hasTemplate">) {
  const { t } = useTranslation("runs");
  return (
    <div className="-mx-2 flex flex-wrap items-center gap-x-2 gap-y-1">
      <Form
        method="post"
        action={paths.loadPayouts(run.id)}
        reloadDocument
        className="flex flex-wrap items-center gap-x-2 gap-y-1"
      >
        {payoutFileFormats
          .filter((format) => format !== "wise" || hasTemplate)
          .map((format) => (
            <Button key={format} type="submit" name="format" value={format} variant="ghost" size="sm">
              <Icon name="download" />
              {t(`bank.${format}`)}
            </Button>
          ))}
        <DialogLink variant="ghost" size="sm" to={paths.payoutRunDialog(run.id, "wise")}>
          {t(hasTemplate ? "wise.change" : "wise.set_up")}
        </DialogLink>
      </Form>
      {run.state === "approved" && (
        <Form method="post" preventScrollReset>
          <SubmitButton {...intent(runIntents, "send")} variant="ghost" size="sm">
            <Icon name="check" />
            {t("run.sent_action")}
          </SubmitButton>
        </Form>
      )}
    </div>
  );
}

/** Makes the next bank file, or says what is in the way. */
function NextFile({ bank: { ready, unreachable, hasAccount } }: { bank: BankFiles }) {
  const { t } = useTranslation(["runs", "errors"]);
  return (
    <>
      {unreachable.length > 0 && (
        <Alert tone="warning">
          <p className="font-medium">{t("bank.unreachable")}</p>
          <ul className="list-disc pl-5">
            {unreachable.map(({ name, problem }) => (
              <li key={name}>{t(`errors:${problem}`, { name })}</li>
            ))}
          </ul>
        </Alert>
      )}
      {ready > 0 && !hasAccount && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p>{t("bank.no_account")}</p>
          <ButtonLink variant="secondary" size="sm" to={paths.payerAccount()}>
            {t("bank.enter_account")}
          </ButtonLink>
        </div>
      )}
      {ready > 0 && hasAccount && (
        <>
          <p className="max-w-prose text-muted">{t("bank.check")}</p>
          <Form method="post" preventScrollReset>
            <SubmitButton {...intent(runIntents, "bank_file")}>{t("bank.make", { count: ready })}</SubmitButton>
          </Form>
        </>
      )}
    </>
  );
}

type StoredFilesProps = { run: Run; files: BankFiles["files"]; timeZone: string };

/** The bank files of a run. After the run was taken back, they must not be used. */
function StoredFiles({ run, files, timeZone }: StoredFilesProps) {
  const { t } = useTranslation("runs");
  const format = useFormat();
  const { when } = useAuditWords(timeZone);
  if (files.length === 0) return null;
  return (
    <ul className="divide-y border-y">
      {files.map(({ id, messageId, payouts, amount, createdAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere tabular-nums">
              {messageId}
              <wbr />
              .xml
            </p>
            <p className="text-muted tabular-nums">
              {t("bank.file", { count: payouts, amount: format.money({ amount, currency: "EUR" }) })} ·{" "}
              {when(createdAt)}
            </p>
            {run.state === "void" && <p className="text-danger">{t("bank.withdrawn")}</p>}
          </div>
          <Form method="post" action={paths.loadBankFile(run.id)} reloadDocument>
            <Button
              type="submit"
              name="file_id"
              value={id}
              variant="secondary"
              size="sm"
              aria-label={`${t("bank.load")}: ${messageId}.xml`}
            >
              <Icon name="download" />
              {t("bank.load")}
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
