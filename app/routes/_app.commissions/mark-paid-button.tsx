import { Form } from "@remix-run/react";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { NextFocus } from "~/components/payments/next-focus";
import { cn } from "~/components/ui/cn";
import type { PaymentView } from "~/domain/commissions/payment";

export type MarkPaidButtonProps = {
  payment: Pick<PaymentView, "kind" | "id">;
  /** Which payment, for those who do not see the row. */
  name: string;
  /** The row that follows, if there is one: the focus goes on to its button. */
  next?: Pick<PaymentView, "id"> | undefined;
  /** Shows only the icon where there is a table. */
  compact?: boolean;
};

/** Marks a due payment or one-off commission paid. */
export function MarkPaidButton({ payment, name, next, compact }: MarkPaidButtonProps) {
  const { t } = useTranslation("commissions");
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="mark-paid" />
      <input type="hidden" name="kind" value={payment.kind} />
      <input type="hidden" name="id" value={payment.id} />
      <NextFocus id={next ? `pay-${next.id}` : "main"} />
      <SubmitButton
        id={`pay-${payment.id}`}
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
