import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { NextFocus } from "~/components/payments/next-focus";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { Select } from "~/components/ui/select";
import type { CommissionFacts } from "~/domain/commissions/commission";
import { NO_TRANSACTION, type TransactionKey } from "~/domain/commissions/receipt-batch";
import { compareNames } from "~/domain/shared/order";
import { replyTo } from "~/browser/form-reply";
import { intent } from "~/browser/intents";
import { useReply } from "~/browser/use-reply";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";
import { receiptIntents } from "./intents";
import { UploadForm } from "./upload-form";

type AssignFormProps = {
  files: readonly { id: string; name: string; match: TransactionKey | null }[];
  transactions: readonly (CommissionFacts & { key: TransactionKey })[];
  closeTo: string;
};

/** Shows which file becomes the receipt of which transaction, before it does. Each pairing can be changed. */
export function AssignForm({ files, transactions, closeTo }: AssignFormProps) {
  const { t } = useTranslation(["batches", "transactions"]);
  const format = useFormat();
  const affiliateName = useAffiliateName();
  const reply = replyTo(useReply(), "assign");
  const [form] = useForm({ id: "assign-receipts", lastResult: reply });
  const sent = (name: string) => [reply?.initialValue?.[name] ?? []].flat() as string[];
  const chosen = sent("transaction");
  const posted = new Map(sent("file_id").map((id, index) => [id, chosen[index]]));
  const options = transactions
    .map(({ key, kind, affiliateId, affiliate, company, deal, amount, period }) => {
      const month = kind === "payment" ? [format.month(period)] : [];
      const name = affiliateName(affiliateId, affiliate) ?? "–";
      return { value: key, label: [name, format.money(amount), `${company}, ${deal}`, ...month].join(" · ") };
    })
    .sort((one, other) => compareNames(one.label, other.label));
  const open = files.filter(({ match }) => match === null).length;
  const without = transactions.length - (files.length - open);
  return (
    <>
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <input type="hidden" {...intent(receiptIntents, "assign")} />
        <NextFocus id="main" />
        <FormErrors form={form} labels={{ transaction: t("receipts.transaction") }} />
        <p className="text-muted">
          {[
            t("receipts.matched", { count: files.length - open, total: files.length }),
            ...(open > 0 ? [t("receipts.open", { count: open })] : []),
            ...(without > 0 ? [t("receipts.without", { count: without })] : []),
          ].join(" ")}
        </p>
        <ul className="divide-y border-y">
          {files.map(({ id, name, match }) => (
            <li key={id} className="grid items-center gap-x-4 gap-y-1 py-2 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
              <input type="hidden" name="file_id" value={id} />
              <a href={paths.file(id)} className="min-w-0 wrap-anywhere underline underline-offset-4">
                {name}
              </a>
              <Select
                name="transaction"
                aria-label={t("receipts.transaction_of", { name })}
                defaultValue={posted.get(id) ?? match ?? NO_TRANSACTION}
                options={[{ value: NO_TRANSACTION, label: t("receipts.no_transaction") }, ...options]}
              />
            </li>
          ))}
        </ul>
        <FormActions>
          <DialogCancel to={closeTo} />
          <SubmitButton pendingLabel={t("receipts.saving")}>{t("receipts.save")}</SubmitButton>
        </FormActions>
      </DialogForm>
      <UploadForm />
    </>
  );
}
