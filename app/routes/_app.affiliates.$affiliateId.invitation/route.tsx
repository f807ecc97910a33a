import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { DialogLink, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { translator } from "~/i18n/i18n.server";
import { affiliateOf } from "~/server/named-affiliate.server";
import { pageTitle } from "~/browser/page-title";
import { handOutLink, mailInvitation } from "./invitation-buttons.server";
import { readInvitationPage } from "./invitation-page.server";
import { MailedInvitation } from "./mailed-invitation";
import { MessageToCopy } from "./message-to-copy";
import { runAction } from "~/server/action.server";
import { sendForm } from "~/browser/client-actions";
import { invitationIntents } from "./intents";
import { behindDialog } from "~/paths/affiliate-view";
import { paths } from "~/paths/paths";

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
    intents: { send: mailInvitation(args), link: handOutLink(args) },
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
