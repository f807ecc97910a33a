import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { NextRowFocus } from "~/components/payments/next-focus";
import { Icon } from "~/components/ui/icon";
import { type Commission, commissionKinds, isPayable, type CommissionKind } from "~/domain/commissions/commission";
import { intent } from "~/browser/intents";
import { commissionIntents } from "~/components/payments/commission-intents";

const formOf = (kind: CommissionKind) => `mark-paid-${kind}`;

/** The forms of a list's MarkPaidButtons, one for each kind of payment. */
export function MarkPaidForms({ rows }: { rows: readonly Commission[] }) {
  const payable = rows.filter(isPayable);
  return commissionKinds.map((kind) => (
    <Form key={kind} id={formOf(kind)} method="post" preventScrollReset hidden>
      <input type="hidden" {...intent(commissionIntents, "mark-paid")} />
      <input type="hidden" name="kind" value={kind} />
      <NextRowFocus rows={payable} />
    </Form>
  ));
}

export type MarkPaidButtonProps = {
  payment: Pick<Commission, "kind" | "id">;
  /** Names the payment for screen readers. */
  name: string;
};

/** Marks a due monthly payment or one-off commission of a list paid. Shows only the icon in tables. */
export function MarkPaidButton({ payment, name }: MarkPaidButtonProps) {
  const { t } = useTranslation("commissions");
  return (
    <SubmitButton
      id={`pay-${payment.id}`}
      form={formOf(payment.kind)}
      name="id"
      value={payment.id}
      variant="secondary"
      size="sm"
      title={t("mark_paid")}
      aria-label={`${t("mark_paid")}: ${name}`}
      className="cells:w-10 cells:px-0"
    >
      <Icon name="check" />
      <span className="cells:sr-only">{t("mark_paid")}</span>
    </SubmitButton>
  );
}
