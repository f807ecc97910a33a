import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { Icon } from "~/components/ui/icon";
import { DialogLink, RouteDialog, DialogForm } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { translator } from "~/server/request-language.server";
import { affiliateOf } from "~/server/named-affiliate.server";
import { pageTitle } from "~/browser/page-title";
import { createManualLink, mailInvitation } from "./invitation-buttons.server";
import { readInvitationPage, type Mailed, type Message } from "./invitation-page.server";
import { runAction } from "~/server/action.server";
import { sendForm } from "~/browser/client-actions";
import { behindDialog } from "~/paths/affiliate-view";
import { paths } from "~/paths/paths";
import { SubmitButton } from "~/components/forms/submit-button";
import { intent } from "~/browser/intents";
import { CopyButton } from "~/components/ui/copy-button";
import { Textarea } from "~/components/ui/textarea";

/** Intents of the invitation: send the email again, or make a link to pass on. */
const invitationIntents = { send: "button", link: "button" } as const;

export async function loader(args: LoaderFunctionArgs) {
  const affiliate = await affiliateOf(args);
  const t = await translator(args.request);
  return {
    affiliate,
    ...(await readInvitationPage(args, affiliate)),
    title: t("affiliates:invitation.title", { name: affiliate.name }),
  };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    of: invitationIntents,
    intents: { send: mailInvitation(args), link: createManualLink(args) },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, invitationIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Invitation() {
  const { affiliate, mailed, message, refused, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["affiliates", "common"]);
  const { search } = useAddress();
  return (
    <RouteDialog title={title} closeTo={behindDialog(affiliate.id, search)} size="md">
      {affiliate.status === "inactive" ? (
        <Alert
          tone="warning"
          actions={
            <DialogLink to={paths.affiliateDialog(affiliate.id, "edit", search)} replace>
              {t("invitation.to_edit")}
            </DialogLink>
          }
        >
          {t("invitation.inactive")}
        </Alert>
      ) : (
        <div className="space-y-6">
          {refused && (
            <Alert
              tone="warning"
              actions={
                <DialogLink to={paths.affiliateDialog(affiliate.id, "edit", search)} size="sm" replace>
                  {t("common:refused.change")}
                </DialogLink>
              }
            >
              <span className="wrap-anywhere">{t("common:refused.text", { email: affiliate.email })}</span>
            </Alert>
          )}
          <MailedInvitation email={affiliate.email} mailed={mailed} />
          <MessageToCopy affiliate={affiliate} message={message} />
        </div>
      )}
    </RouteDialog>
  );
}

/** Shows when the invitation was emailed and the state of its link, with a button to send it again. */
function MailedInvitation({ email, mailed }: { email: string; mailed: Mailed | null }) {
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
          <Icon name="send" />
          {t(mailed ? "invitation.send_again" : "invitation.send")}
        </SubmitButton>
      </DialogForm>
    </section>
  );
}

type MessageToCopyProps = { affiliate: { name: string }; message: Message };

/** The invitation's message, for staff to pass on themselves. */
function MessageToCopy({ affiliate, message }: MessageToCopyProps) {
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
