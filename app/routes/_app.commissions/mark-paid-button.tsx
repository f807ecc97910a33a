import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { NextRowFocus } from "~/components/payments/next-focus";
import { RowActionButton } from "~/components/ui/row-actions";
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

/** The row action that marks a due monthly payment or one-off commission paid. */
export function MarkPaidButton({ payment, name }: MarkPaidButtonProps) {
  const { t } = useTranslation("commissions");
  return (
    <RowActionButton
      id={`pay-${payment.id}`}
      form={formOf(payment.kind)}
      name="id"
      value={payment.id}
      icon="check"
      text={t("mark_paid")}
      of={name}
    />
  );
}
