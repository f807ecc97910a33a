import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { DialogLink, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { translator } from "~/i18n/i18n.server";
import { requireActingMember } from "~/web/acting-member.server";
import { affiliateOf } from "~/web/affiliate-call.server";
import { orFaultToast } from "~/web/faults.server";
import { formOf } from "~/web/form.server";
import { pageTitle } from "~/web/page-title";
import { handOutLink, mailInvitation } from "./invitation-buttons.server";
import { readInvitationPage } from "./invitation-page.server";
import { MailedInvitation } from "./mailed-invitation";
import { MessageToCopy } from "./message-to-copy";

export async function loader(call: LoaderFunctionArgs) {
  const affiliate = await affiliateOf(call);
  const t = await translator(call.request);
  return {
    affiliate,
    ...(await readInvitationPage(call, affiliate)),
    title: t("affiliates:invitation.title", { name: affiliate.name }),
  };
}

export async function action(call: ActionFunctionArgs) {
  await requireActingMember(call);
  const { id } = await affiliateOf(call);
  const intent = (await formOf(call.request)).get("intent");
  const here = `/affiliates/${id}/invitation${new URL(call.request.url).search}`;
  const t = await translator(call.request);
  const act = intent === "link" ? handOutLink : mailInvitation;
  return orFaultToast(call, here, t("affiliates:toast.fault"), () => act(call, id, here));
}

export { buttonClientAction as clientAction } from "~/web/form-action";

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Invitation() {
  const { affiliate, mailed, message, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("affiliates");
  const { search } = useAddress();
  return (
    <RouteDialog title={title} closeTo={`/affiliates${search}`} size="md">
      {affiliate.status === "inactive" ? (
        <Alert
          tone="warning"
          actions={
            <DialogLink to={`/affiliates/${affiliate.id}/edit${search}`} replace>
              {t("invitation.to_edit")}
            </DialogLink>
          }
        >
          {t("invitation.inactive")}
        </Alert>
      ) : (
        <div className="space-y-6">
          <MailedInvitation email={affiliate.email} mailed={mailed} />
          <MessageToCopy affiliate={affiliate} message={message} />
        </div>
      )}
    </RouteDialog>
  );
}
