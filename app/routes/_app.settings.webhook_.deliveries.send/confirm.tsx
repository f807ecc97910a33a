import { useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { MOST_SENT_AGAIN } from "~/domain/webhooks/delivery";
import type { SentAgain } from "~/domain/webhooks/send-again.schema";
import { useReply } from "~/browser/use-reply";

export type ConfirmProps = {
  since: string;
  which: SentAgain;
  /** Start of the last resend, if any. */
  before: string | undefined;
  /** At most one more than a single resend sends. */
  count: number;
  closeTo: string;
};

/** The number of deliveries, and the button that resends them. */
export function Confirm({ since, which, before, count, closeTo }: ConfirmProps) {
  const { t } = useTranslation("webhooks");
  const [form] = useForm({ lastResult: useReply() });
  const now = Math.min(count, MOST_SENT_AGAIN);
  const words = count === 0 ? "since.found_zero" : now < count ? "since.more" : "since.found";
  return (
    <DialogForm className="grid gap-4 border-t pt-5">
      <FormErrors form={form} labels={{}} />
      <input type="hidden" name="since" value={since} />
      <input type="hidden" name="which" value={which} />
      {before && <input type="hidden" name="before" value={before} />}
      <p role="status" className="font-medium">
        {t(words, { count: now })}
      </p>
      <FormActions>
        <DialogCancel to={closeTo} />
        {now > 0 && <SubmitButton pendingLabel={t("since.sending")}>{t("since.send", { count: now })}</SubmitButton>}
      </FormActions>
    </DialogForm>
  );
}
