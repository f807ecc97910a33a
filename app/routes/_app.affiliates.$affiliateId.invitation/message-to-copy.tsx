import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { CopyButton } from "~/components/ui/copy-button";
import { Textarea } from "~/components/ui/textarea";
import { DialogForm } from "~/components/ui/route-dialog";
import type { Message } from "./invitation-page.server";
import { invitationIntents } from "./intents";
import { intent } from "~/browser/intents";

export type MessageToCopyProps = { affiliate: { name: string }; message: Message };

/** The invitation's message, for staff to pass on themselves. */
export function MessageToCopy({ affiliate, message }: MessageToCopyProps) {
  const { t } = useTranslation("affiliates");
  const { text, linkUntil, mayHandOut } = message;
  const help = linkUntil
    ? t("invitation.with_link", { until: linkUntil, name: affiliate.name })
    : t(mayHandOut ? "invitation.without_link" : "invitation.mail_only");
  return (
    <section aria-labelledby="by-hand" className="border-t pt-5">
      <h3 id="by-hand" className="font-semibold">
        {t("invitation.by_hand")}
      </h3>
      <p id="message-help" className="mt-1 mb-3 text-muted">
        {help}
      </p>
      <Textarea
        key={text}
        readOnly
        rows={12}
        defaultValue={text}
        aria-label={t("invitation.message")}
        aria-describedby="message-help"
      />
      <div className="mt-4 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        {mayHandOut && (
          <DialogForm className="grid">
            <SubmitButton
              variant="secondary"
              {...intent(invitationIntents, "link")}
              pendingLabel={t("invitation.making_link")}
            >
              {t(linkUntil ? "invitation.make_link_again" : "invitation.make_link")}
            </SubmitButton>
          </DialogForm>
        )}
        <CopyButton
          variant="primary"
          text={text}
          label={t("invitation.copy")}
          copiedLabel={t("invitation.copied")}
          notify={t("invitation.copied_title")}
          notifyText={t("invitation.copied_text")}
        />
      </div>
    </section>
  );
}
