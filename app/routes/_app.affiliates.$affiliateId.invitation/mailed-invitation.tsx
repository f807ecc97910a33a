import Send from "lucide-react/icons/send";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { DialogForm } from "~/components/ui/route-dialog";
import type { Mailed } from "./invitation-page.server";
import { invitationIntents } from "./intents";
import { intent } from "~/browser/intents";

/** Shows when the invitation was emailed and the state of its link, with a button to send it again. */
export function MailedInvitation({ email, mailed }: { email: string; mailed: Mailed | null }) {
  const { t } = useTranslation("affiliates");
  return (
    <section
      aria-labelledby="by-mail"
      className="flex flex-col gap-x-6 gap-y-3 md:flex-row md:items-center md:justify-between"
    >
      <div className="min-w-0">
        <h3 id="by-mail" className="font-semibold">
          {t("invitation.by_mail")}
        </h3>
        <p className="mt-1 text-muted wrap-anywhere tabular-nums">
          {mailed ? t("invitation.mailed", { at: mailed.at, email }) : t("invitation.unmailed", { email })}{" "}
          {mailed?.until && t("invitation.valid", { until: mailed.until })}
          {mailed && !mailed.until && t("invitation.expired")}
        </p>
      </div>
      <DialogForm className="grid shrink-0">
        <SubmitButton
          variant={mailed ? "secondary" : "primary"}
          {...intent(invitationIntents, "send")}
          pendingLabel={t("invitation.sending")}
        >
          <Send aria-hidden />
          {t(mailed ? "invitation.send_again" : "invitation.send")}
        </SubmitButton>
      </DialogForm>
    </section>
  );
}
