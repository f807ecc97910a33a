import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { intent } from "~/browser/intents";
import { pageTitle } from "~/browser/page-title";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { purgeOwnField } from "~/domain/fields/delete-own-field.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { pageFor } from "~/server/named-member.server";
import { namedOwnField, ownFieldButton } from "~/server/own-fields.server";
import { translator } from "~/server/request-language.server";
import "~/components/fields/field-texts";

const intents = { purge: "button" } as const;

export async function loader(args: LoaderFunctionArgs) {
  const { field, isOwner } = await namedOwnField(args, { isDeleted: true });
  const title = (await translator(args.request))("fields:purge.title", { label: field.label });
  return pageFor(isOwner, { title, isOwner });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    of: intents,
    named: { field_id: args.params["fieldId"] },
    intents: { purge: ownFieldButton(purgeOwnField, "purge.done") },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, intents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks before a deleted field is removed with all its values (WORK-16). */
export default function PurgeOwnField() {
  const { title, isOwner } = useLoaderData<typeof loader>();
  const { t } = useTranslation("fields");
  const list = paths.settings("fields");
  return (
    <RouteDialog
      kind="alert"
      size="sm"
      title={title}
      description={t(isOwner ? "purge.text" : "owners_only")}
      closeTo={list}
    >
      <DialogForm className="grid gap-4">
        <FormActions>
          <DialogCancel to={list} autoFocus />
          {isOwner && (
            <SubmitButton variant="danger" {...intent(intents, "purge")} pendingLabel={t("purge.pending")}>
              {t("purge.submit")}
            </SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
