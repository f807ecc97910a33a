import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { pageTitle } from "~/browser/page-title";
import { Icon } from "~/components/ui/icon";
import { DialogLink } from "~/components/ui/route-dialog";
import { restoreOwnField } from "~/domain/fields/delete-own-field.server";
import { ownEntities } from "~/domain/fields/own-field";
import { readAllOwnFields } from "~/domain/fields/read-own-fields.server";
import { moveOwnField } from "~/domain/fields/save-own-field.server";
import { fieldPaths } from "~/paths/field-paths";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { ownFieldButton } from "~/server/own-fields.server";
import { translator } from "~/server/request-language.server";
import { DeletedFields, FieldsTable } from "./fields-table";
import { fieldIntents } from "./intents";
import "~/components/fields/field-texts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("fields:title");
  return staffScope({ request, context }, async (scope, user) => ({
    title,
    fields: await readAllOwnFields(scope),
    mayChange: user.membership.role === "owner",
  }));
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    of: fieldIntents,
    intents: {
      up: ownFieldButton((scope, id) => moveOwnField(scope, id, "up"), "move.done"),
      down: ownFieldButton((scope, id) => moveOwnField(scope, id, "down"), "move.done"),
      restore: ownFieldButton(restoreOwnField, "deleted.restored"),
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, fieldIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The organization's own fields of leads and deals (WORK-16). */
export default function OwnFieldsPage() {
  const { fields, mayChange } = useLoaderData<typeof loader>();
  const { t } = useTranslation("fields");
  return (
    <section aria-labelledby="own-fields" className="min-w-0 space-y-6">
      <header>
        <h2 id="own-fields" className="text-base font-semibold">
          {t("title")}
        </h2>
        <p className="mt-1 max-w-prose text-muted">{t("text")}</p>
        {!mayChange && <p className="mt-1 text-muted">{t("owners_only")}</p>}
      </header>
      {ownEntities.map((entity) => (
        <section key={entity} aria-labelledby={`fields-${entity}`} className="space-y-2">
          <div className="flex items-center justify-between gap-4">
            <h3 id={`fields-${entity}`} className="font-semibold">
              {t(`entity.${entity}`)}
            </h3>
            {mayChange && (
              <DialogLink size="sm" to={fieldPaths.add(entity)} prefetch="intent">
                <Icon name="plus" />
                {t("add.open")}
                <span className="sr-only">: {t(`entity.${entity}`)}</span>
              </DialogLink>
            )}
          </div>
          <FieldsTable entity={entity} fields={fields[entity]} mayChange={mayChange} />
        </section>
      ))}
      <DeletedFields fields={fields.deleted} mayChange={mayChange} />
      <Outlet />
    </section>
  );
}
