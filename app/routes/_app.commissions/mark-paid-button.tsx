import { Form } from "@remix-run/react";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { cn } from "~/components/ui/cn";

export type MarkPaidButtonProps = {
  paymentId: string;
  /** Which payment, for those who do not see the row. */
  name: string;
  /** Shows only the icon where there is a table. */
  compact?: boolean;
};

/** Marks a due payment paid. */
export function MarkPaidButton({ paymentId, name, compact }: MarkPaidButtonProps) {
  const { t } = useTranslation("commissions");
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="mark-paid" />
      <input type="hidden" name="payment_id" value={paymentId} />
      <SubmitButton
        variant="secondary"
        size="sm"
        title={compact ? t("mark_paid") : undefined}
        aria-label={`${t("mark_paid")}: ${name}`}
        className={cn(compact && "cells:w-10 cells:px-0")}
      >
        <Check aria-hidden />
        <span className={cn(compact && "cells:sr-only")}>{t("mark_paid")}</span>
      </SubmitButton>
    </Form>
  );
}
