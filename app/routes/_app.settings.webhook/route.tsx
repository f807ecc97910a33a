import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readWebhook, saveWebhook, seenWebhook } from "~/domain/webhooks/save-webhook.server";
import { saveWebhookSchema } from "~/domain/webhooks/webhook.schema";
import { translator } from "~/i18n/i18n.server";
import { webhookAllowance } from "~/web/app-context.server";
import { redirectWithToast } from "~/web/flash.server";
import { formOf } from "~/web/form.server";
import { requireMember, staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { submit } from "~/web/submit.server";
import { useReply } from "~/web/use-reply";
import { WebhookForm } from "./webhook-form";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const webhook = await staffScope({ request, context }, readWebhook);
  const title = (await translator(request))("settings:webhook.title");
  return { title, webhook, seen: seenWebhook(webhook) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireMember({ request, context });
  const t = await translator(request);
  const form = await formOf(request);
  // An empty address switches the webhook off; a form without the field is not one that says so.
  if (!form.has("webhook_url")) throw new Response(null, { status: 400, statusText: "Bad Request" });
  return submit(form, saveWebhookSchema, async (input) => {
    await staffScope({ request, context }, (scope) => saveWebhook(scope, input, webhookAllowance()));
    return redirectWithToast("/settings/webhook", { tone: "success", title: t("settings:webhook.saved") });
  });
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function WebhookSettings() {
  const { webhook, seen } = useLoaderData<typeof loader>();
  const lastResult = useReply();
  // A saved address comes back normalised, so the fields start anew from it.
  return <WebhookForm key={`${webhook?.url} ${webhook?.event}`} {...{ webhook, seen, lastResult }} />;
}
