import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readWebhook, saveWebhook, webhookVersion } from "~/domain/webhooks/save-webhook.server";
import { saveWebhookSchema } from "~/domain/webhooks/webhook.schema";
import { translator } from "~/i18n/i18n.server";
import { webhookAllowance } from "~/server/app-context.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { useStoredKey } from "~/browser/use-stored-key";
import { WebhookForm } from "./webhook-form";
import { runAction } from "~/server/action.server";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const webhook = await staffScope({ request, context }, readWebhook);
  const title = (await translator(request))("settings:webhook.title");
  return { title, webhook, version: webhookVersion(webhook) };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    schema: saveWebhookSchema,
    run: async (input, { form, inScope, t }) => {
      // An empty address switches the webhook off. A form without the field does not.
      if (!form.has("webhook_url")) throw new Response(null, { status: 400, statusText: "Bad Request" });
      await inScope((scope) => saveWebhook(scope, input, webhookAllowance()));
      return {
        to: paths.settings("webhook"),
        toast: { tone: "success", title: t("settings:webhook.saved") },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function WebhookSettings() {
  const { webhook, version } = useLoaderData<typeof loader>();
  const lastResult = useReply();
  // A saved address is normalised, so the fields are filled again from it.
  const key = useStoredKey(`${webhook?.url} ${webhook?.event}`, lastResult);
  return <WebhookForm key={key} {...{ webhook, version, lastResult }} />;
}
