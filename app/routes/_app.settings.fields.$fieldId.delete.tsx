import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { intent } from "~/browser/intents";
import { pageTitle } from "~/browser/page-title";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { deleteOwnField } from "~/domain/fields/delete-own-field.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { pageFor } from "~/server/named-member.server";
import { namedOwnField, ownFieldButton } from "~/server/own-fields.server";
import { translator } from "~/server/request-language.server";
import "~/components/fields/field-texts";

const intents = { delete: "button" } as const;

export async function loader(args: LoaderFunctionArgs) {
  const { field, isOwner, values } = await namedOwnField(args, { isDeleted: false });
  const title = (await translator(args.request))("fields:delete.title", { label: field.label });
  return pageFor(isOwner, { title, isOwner, values });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    of: intents,
    named: { field_id: args.params["fieldId"] },
    intents: { delete: ownFieldButton(deleteOwnField, "delete.done") },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, intents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks before a field is deleted, and says what happens to its values (WORK-16). */
export default function DeleteOwnField() {
  const { title, isOwner, values } = useLoaderData<typeof loader>();
  const { t } = useTranslation("fields");
  const list = paths.settings("fields");
  const { count } = values;
  return (
    <RouteDialog
      kind="alert"
      size="sm"
      title={title}
      description={t(isOwner ? "delete.text" : "owners_only")}
      closeTo={list}
    >
      <DialogForm className="grid gap-4">
        {isOwner && <p>{values.cut ? t("delete.values_cut", { count }) : t("delete.values", { count })}</p>}
        <FormActions>
          <DialogCancel to={list} autoFocus />
          {isOwner && (
            <SubmitButton variant="danger" {...intent(intents, "delete")} pendingLabel={t("delete.pending")}>
              {t("delete.submit")}
            </SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
