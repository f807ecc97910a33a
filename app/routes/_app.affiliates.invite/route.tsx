import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { useAffiliateName } from "~/browser/namesakes";
import { pageTitle } from "~/browser/page-title";
import { SkippedList } from "~/components/affiliates/skipped-list";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { chosenAffiliates } from "~/domain/affiliates/affiliate-batch";
import { inviteAll, MAX_INVITED, readUninvited } from "~/domain/affiliates/invite-all.server";
import { affiliateList, chosenParams } from "~/paths/affiliate-view";
import { runAction } from "~/server/action.server";
import { chosenIds, MAX_SENT } from "~/server/affiliate-batches.server";
import { invitedToast } from "~/server/invited-toast.server";
import { previewInvitation } from "~/server/invitation-preview.server";
import { staffScope } from "~/server/open-scope.server";
import { requestLanguage, translator } from "~/server/request-language.server";

/** The selected affiliates; without any, all who can be invited. */
const inviteSchema = z
  .object({ affiliate_id: chosenAffiliates.optional() })
  .transform((input) => ({ ids: input.affiliate_id ?? null }));

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const params = new URL(args.request.url).searchParams;
  const { organization, ...found } = await staffScope(args, async (scope) => ({
    ...(await readUninvited(scope, await chosenIds(scope, params))),
    organization: (await scope.organization()).name,
  }));
  const mail = await previewInvitation(await requestLanguage(args.request), organization);
  return { title: t("affiliates:invite_all.title"), most: MAX_INVITED, mail, ...found };
}

export async function action(args: ActionFunctionArgs) {
  const to = affiliateList(new URL(args.request.url).search);
  return runAction(args, {
    who: "member",
    repeated: { affiliate_id: MAX_SENT },
    schema: inviteSchema,
    run: async ({ ids }, { inScope, t }) => {
      const found = await inScope((scope) => readUninvited(scope, ids));
      const result = await inviteAll(
        inScope,
        found.affiliates.map(({ id }) => id),
      );
      if (result.stopped && result.sent === 0) throw result.stopped;
      return { to, toast: invitedToast(found, result, t) };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/**
 * Asks for confirmation before inviting several affiliates: names them, how many there are, and shows the email. Those
 * selected in the list, or every affiliate without a valid invitation.
 */
export default function InviteAll() {
  const { title, affiliates, count, most, mail, skipped } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["affiliates", "batches", "common"]);
  const { search } = useLocation();
  const affiliateName = useAffiliateName();
  const closeTo = affiliateList(search);
  const { ids, all } = chosenParams(new URLSearchParams(search));
  const isChosen = all || ids.length > 0;
  const text = () => {
    if (count === 0) return isChosen ? t("batches:invite.nobody") : t("invite_all.nobody");
    if (count > affiliates.length) return t("invite_all.text_most", { count, most });
    return isChosen ? t("batches:invite.text", { count }) : t("invite_all.text", { count });
  };
  return (
    <RouteDialog title={title} description={text()} closeTo={closeTo} size="sm">
      <DialogForm className="grid gap-4">
        {isChosen && affiliates.map(({ id }) => <input key={id} type="hidden" name="affiliate_id" value={id} />)}
        {affiliates.length > 0 && (
          <ul className="max-h-[30dvh] divide-y overflow-y-auto border-y" tabIndex={0} aria-label={title}>
            {affiliates.map(({ id, name, email }) => (
              <li key={id} className="py-2 wrap-anywhere">
                {affiliateName(id, name)}
                <span className="block text-xs text-muted">{email}</span>
              </li>
            ))}
          </ul>
        )}
        <SkippedList title={t("batches:invite.skipped", { count: skipped.length })} skipped={skipped} />
        {affiliates.length > 0 && (
          <section aria-labelledby="invitation-mail" className="rounded-md border px-4 py-3 wrap-anywhere">
            <h3 id="invitation-mail" className="text-xs text-muted">
              {t("batches:invite.mail")}
            </h3>
            <p className="font-medium">{mail.subject}</p>
            {mail.paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-2">
                {paragraph}
              </p>
            ))}
            <p className="mt-3 text-xs text-muted">{t("batches:invite.mail_language")}</p>
          </section>
        )}
        <FormActions>
          <DialogCancel to={closeTo}>{affiliates.length === 0 ? t("common:close") : undefined}</DialogCancel>
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
