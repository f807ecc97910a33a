import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { useAffiliateName } from "~/browser/namesakes";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { inviteAll, MAX_INVITED, readUninvited } from "~/domain/affiliates/invite-all.server";
import { errorText } from "~/i18n/error-text";
import { translator } from "~/server/request-language.server";
import { affiliateList } from "~/paths/affiliate-view";
import { pageTitle } from "~/browser/page-title";
import { runAction } from "~/server/action.server";
import { reasonOf } from "~/server/form-reply.server";
import { staffScope } from "~/server/open-scope.server";

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  return {
    title: t("affiliates:invite_all.title"),
    most: MAX_INVITED,
    ...(await staffScope(args, readUninvited)),
  };
}

export async function action(args: ActionFunctionArgs) {
  const to = affiliateList(new URL(args.request.url).search);
  return runAction(args, {
    who: "member",
    run: async (_, { inScope, t }) => {
      const { affiliates } = await inScope(readUninvited);
      const { sent, stopped } = await inviteAll(
        inScope,
        affiliates.map(({ id }) => id),
      );
      if (stopped && sent === 0) throw stopped;
      return {
        to,
        toast: {
          tone: stopped ? "warning" : sent > 0 ? "success" : "info",
          title: sent > 0 ? t("affiliates:invite_all.sent", { count: sent }) : t("affiliates:invite_all.nobody"),
          ...(stopped && { description: errorText(t, `errors:${reasonOf(stopped)}`) }),
        },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks for confirmation before inviting every affiliate without a valid invitation: names them, and shows how many. */
export default function InviteAll() {
  const { title, affiliates, count, most } = useLoaderData<typeof loader>();
  const { t } = useTranslation("affiliates");
  const { search } = useAddress();
  const affiliateName = useAffiliateName();
  const closeTo = affiliateList(search);
  const text =
    count === 0
      ? t("invite_all.nobody")
      : count > affiliates.length
        ? t("invite_all.text_most", { count, most })
        : t("invite_all.text", { count });
  return (
    <RouteDialog title={title} description={text} closeTo={closeTo} size="sm">
      <DialogForm className="grid gap-4">
        {affiliates.length > 0 && (
          <ul className="max-h-[40dvh] divide-y overflow-y-auto border-y" tabIndex={0} aria-label={title}>
            {affiliates.map(({ id, name, email }) => (
              <li key={id} className="py-2 wrap-anywhere">
                {affiliateName(id, name)}
                <span className="block text-xs text-muted">{email}</span>
              </li>
            ))}
          </ul>
        )}
        <FormActions>
          <DialogCancel to={closeTo} />
          {affiliates.length > 0 && (
            <SubmitButton pendingLabel={t("invitation.sending")}>
              {t("invite_all.submit", { count: affiliates.length })}
            </SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
