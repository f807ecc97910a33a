import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FormReply } from "~/browser/form-reply";
import { intent } from "~/browser/intents";
import { useFormat } from "~/browser/use-format";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { Alert } from "~/components/ui/alert";
import type { AccountView, PendingAccount } from "~/domain/payouts/payee";
import type { PayeeAccounts } from "~/domain/payouts/payee-account.server";
import { accountSchema } from "~/domain/payouts/payee.schema";
import { AccountFields, useAccountLabels } from "./account-fields";
import { payeeIntents } from "./payee-intents";
import "~/components/payouts/payee-texts";

type AccountSectionProps = {
  accounts: PayeeAccounts;
  /** The holder proposed for a new account. */
  holder: string;
  timeZone: string;
  lastResult: FormReply | undefined;
  /** Explains what happens to a new account. */
  rule: string;
  /** What staff can do with an account that waits. */
  confirm?: ReactNode;
};

/** The account of an affiliate, the one that waits to replace it, and the form for another one (PAY-02). */
export function AccountSection({ accounts, holder, timeZone, lastResult, rule, confirm }: AccountSectionProps) {
  const { t } = useTranslation("payouts");
  const words = useAccountWords();
  const waits = useWaitWords();
  const { current, pending, sharedWith } = accounts;
  return (
    <div className="grid gap-4">
      {current ? (
        <p className="wrap-anywhere">
          <span className="block text-xs text-muted">{t("payee.paid_to")}</span>
          {words(current)}
        </p>
      ) : (
        !pending && <p className="text-muted">{t("payee.account_none")}</p>
      )}
      {sharedWith.length > 0 && <Alert tone="warning">{t("payee.shared", { names: sharedWith.join(", ") })}</Alert>}
      {pending && (
        <div className="grid gap-3 rounded-lg border p-4">
          <p className="wrap-anywhere">
            <span className="block font-medium">{t("payee.pending")}</span>
            {words(pending)}
          </p>
          <p className="text-muted">
            {waits(pending, timeZone)}{" "}
            {pending.waits !== "expired" && t(current ? "payee.pending_before" : "payee.pending_first")}
          </p>
          {confirm}
          <Form method="post" preventScrollReset>
            <input type="hidden" name="id" value={pending.id} />
            <SubmitButton variant="secondary" {...intent(payeeIntents, "withdraw")}>
              {t("payee.withdraw")}
            </SubmitButton>
          </Form>
        </div>
      )}
      <AccountForm
        key={`${current?.id} ${pending?.id}`}
        isFirst={!current && !pending}
        holder={holder}
        lastResult={lastResult}
        rule={rule}
      />
    </div>
  );
}

/** Returns how an account is named: its holder, country and last four characters. */
export function useAccountWords() {
  const { t } = useTranslation("payouts");
  return ({ holder, end, country }: Pick<AccountView, "holder" | "end" | "country">): string =>
    t("payee.account_of", { holder, end, country });
}

/** Returns what an account waits for before it is paid to. */
export function useWaitWords() {
  const { t } = useTranslation("payouts");
  const format = useFormat();
  return ({ waits, effectiveAt }: PendingAccount, timeZone: string): string =>
    t(`payee.waits.${waits}`, { date: effectiveAt ? format.moment(effectiveAt, timeZone) : "" });
}

type AccountFormProps = { isFirst: boolean; holder: string; lastResult: FormReply | undefined; rule: string };

function AccountForm({ isFirst, holder, lastResult, rule }: AccountFormProps) {
  const { t } = useTranslation("payouts");
  const [form, fields] = useForm({
    id: "account",
    lastResult,
    defaultValue: { holder, iban: "", bic: "" },
    ...bySchema(accountSchema),
  });
  const labels = useAccountLabels();
  return (
    <details open={isFirst || lastResult !== undefined}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium text-accent">
        {t(isFirst ? "payee.account_new" : "payee.account_change")}
      </summary>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="mt-2 grid gap-4">
        <input type="hidden" {...intent(payeeIntents, "account")} />
        <FormErrors form={form} labels={labels} />
        <TextField field={fields.holder} label={labels.holder} help={t("payee.holder_help")} autoComplete="off" />
        <div className="grid items-start gap-4 sm:grid-cols-[2fr_1fr]">
          <AccountFields fields={fields} />
        </div>
        <p className="text-xs text-muted">{rule}</p>
        <FormActions>
          <SubmitButton pendingLabel={t("payee.account_pending")}>{t("payee.account_save")}</SubmitButton>
        </FormActions>
      </Form>
    </details>
  );
}
