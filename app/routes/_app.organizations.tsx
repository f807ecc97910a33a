import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { SubmitButton } from "~/components/forms/submit-button";
import { PageHeader } from "~/components/ui/page-header";
import { recordId } from "~/domain/shared/fields";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { everyStaffScope, requireMember } from "~/server/open-scope.server";
import { switchTo } from "~/server/session.server";
import { intent } from "~/browser/intents";
import { pageTitle } from "~/browser/page-title";
import { sendForm } from "~/browser/client-actions";
import { paths } from "~/paths/paths";

const intents = { switch: "button" } as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireMember({ request, context });
  const organizations = await everyStaffScope(user, async (scope) => ({
    id: scope.orgId,
    name: (await scope.organization()).name,
    isCurrent: scope.orgId === user.membership.orgId,
  }));
  return { organizations, title: (await translator(request))("shell:organizations.title") };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    // Also allowed for a user whose organization requires a second factor first.
    who: "account",
    of: intents,
    intents: {
      switch: {
        does: "account.switch",
        backTo: paths.organizations(),
        schema: z.object({ organization: recordId }),
        run: async ({ organization }, { t }) => {
          await switchTo(args, organization);
          return { to: paths.leads(), toast: { tone: "success", title: t("members:toast.switched") } };
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

/** For members of several organizations: one session shows one of them (AUTH-05). */
export default function Organizations() {
  const { organizations } = useLoaderData<typeof loader>();
  const { t } = useTranslation("shell");
  return (
    <div className="space-y-6">
      <PageHeader title={t("organizations.title")} subtitle={t("organizations.text")} />
      <ul className="max-w-3xl divide-y rounded-lg border bg-surface">
        {organizations.map(({ id, name, isCurrent }) => (
          <li key={id} className="flex min-h-14 items-center justify-between gap-4 px-4 py-2">
            <span className="font-medium wrap-anywhere">{name}</span>
            {isCurrent ? (
              <span className="text-muted" aria-current="true">
                {t("organizations.current")}
              </span>
            ) : (
              // The whole page is reloaded: nothing of the other organization stays on it.
              <Form method="post" reloadDocument>
                <input type="hidden" name="organization" value={id} />
                <SubmitButton
                  size="sm"
                  variant="secondary"
                  {...intent(intents, "switch")}
                  aria-label={t("organizations.switch_to", { organization: name })}
                >
                  {t("organizations.switch")}
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
