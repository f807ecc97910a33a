import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ApiKeysOwnersOnly } from "~/components/api-keys/owners-only";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { hasApiKey, readApiKey } from "~/domain/api-keys/list-api-keys.server";
import { revokeApiKey } from "~/domain/api-keys/revoke-api-key.server";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { DomainError } from "~/domain/shared/errors";
import { recordId } from "~/domain/shared/fields";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { pageFor } from "~/server/named-member.server";
import { staffScope } from "~/server/open-scope.server";
import { sendForm } from "~/browser/client-actions";
import { intent } from "~/browser/intents";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import "~/components/api-keys/api-texts";

const intents = { revoke: "button" } as const;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const title = (await translator(request))("api:revoke.title");
  const { data: id } = recordId.safeParse(params["keyId"]);
  const found = await staffScope({ request, context }, async (scope, user) => {
    if (id === undefined || !(await hasApiKey(scope, id))) return null;
    const key = user.membership.role === "owner" ? await readApiKey(scope, id) : null;
    return { key: key && { name: key.name, tail: key.tail }, owners: await readOwners(scope) };
  });
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  return pageFor(found.key !== null, { title, ...found });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    of: intents,
    intents: {
      revoke: {
        backTo: paths.settings("api"),
        run: async (_, { inScope, t }) => {
          const { data: id } = recordId.safeParse(args.params["keyId"]);
          if (id === undefined) throw new DomainError("not_found");
          const name = await inScope((scope) => revokeApiKey(scope, id), "ending_access");
          const [title, description] = [t("api:revoke.done"), t("api:revoke.done_text", { name })];
          return { toast: { tone: "success", title, description } };
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, intents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks for confirmation before an API key is revoked (API-02). */
export default function RevokeApiKey() {
  const { title, key, owners } = useLoaderData<typeof loader>();
  const { t } = useTranslation("api");
  const list = paths.settings("api");
  return (
    <RouteDialog kind="alert" size="sm" title={title} description={key ? t("revoke.text") : undefined} closeTo={list}>
      <DialogForm className="grid gap-4">
        {key ? (
          <div className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">
            <p className="font-medium">{key.name}</p>
            <p className="font-mono text-sm text-muted" translate="no">
              fl_…{key.tail}
            </p>
          </div>
        ) : (
          <ApiKeysOwnersOnly owners={owners} />
        )}
        <FormActions>
          <DialogCancel to={list} autoFocus />
          {key && (
            <SubmitButton variant="danger" {...intent(intents, "revoke")} pendingLabel={t("revoke.pending")}>
              {t("revoke.submit")}
            </SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
