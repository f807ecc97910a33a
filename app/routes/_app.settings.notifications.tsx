import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MailChoicesForm } from "~/components/notifications/mail-choices-form";
import { readMailChoices, saveMailChoices } from "~/domain/notifications/mail-choices.server";
import { mailChoicesSchema } from "~/domain/notifications/mail-choices.schema";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("notices:topics.page");
  return { title, choices: await staffScope({ request, context }, readMailChoices) };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    schema: mailChoicesSchema,
    run: async (on, { inScope, t }) => {
      await inScope((scope) => saveMailChoices(scope, on), "own_account");
      return {
        to: paths.settings("notifications"),
        toast: { tone: "success", title: t("notices:topics.saved") },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function MailSettings() {
  const { choices } = useLoaderData<typeof loader>();
  return <MailChoicesForm choices={choices} />;
}
