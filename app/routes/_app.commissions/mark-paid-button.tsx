import { Form } from "@remix-run/react";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";

export type MarkPaidButtonProps = {
  paymentId: string;
  /** Which payment, for those who do not see the row. */
  name: string;
};

/** Marks a due payment paid. */
export function MarkPaidButton({ paymentId, name }: MarkPaidButtonProps) {
  const { t } = useTranslation("commissions");
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="mark-paid" />
      <input type="hidden" name="payment_id" value={paymentId} />
      <SubmitButton
        variant="secondary"
        size="sm"
        pendingLabel={t("marking_paid")}
        aria-label={`${t("mark_paid")}: ${name}`}
      >
        <Check aria-hidden />
        {t("mark_paid")}
      </SubmitButton>
    </Form>
  );
}
