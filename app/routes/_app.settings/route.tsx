import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "~/components/ui/page-header";
import { readOrganization } from "~/domain/organizations/read-organization.server";
import { readWebhook, saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { saveWebhookSchema } from "~/domain/webhooks/webhook.schema";
import { translator } from "~/i18n/i18n.server";
import { webhookAllowance } from "~/web/app-context.server";
import { redirectWithToast } from "~/web/flash.server";
import { requireMember, staffScope } from "~/web/open-scope.server";
import { submit } from "~/web/submit.server";
import { LanguageSection } from "./language-section";
import { OrganizationSection } from "./organization-section";
import { WebhookSection } from "./webhook-section";
import { pageTitle } from "~/web/page-title";
import { formOf } from "~/web/form.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  return staffScope({ request, context }, async (scope) => {
    const { name, timeZone } = await readOrganization(scope);
    return {
      title: t("settings:title"),
      organization: { name, timeZone },
      webhook: await readWebhook(scope),
    };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireMember({ request, context });
  const t = await translator(request);
  const form = await formOf(request);
  // An empty address removes the webhook; a form without the field is not one that says so.
  if (!form.has("webhook_url")) throw new Response(null, { status: 400, statusText: "Bad Request" });
  return submit(form, saveWebhookSchema, async (input) => {
    await staffScope({ request, context }, (scope) => saveWebhook(scope, input, webhookAllowance()));
    return redirectWithToast("/settings#webhook", { tone: "success", title: t("settings:webhook.saved") });
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Settings() {
  const { organization, webhook } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const { t } = useTranslation("settings");
  return (
    <div className="max-w-3xl space-y-6">
      <PageHeader title={t("title")} subtitle={t("subtitle")} />
      <LanguageSection />
      {/* A saved address comes back normalised, so the fields start anew from it. */}
      <WebhookSection key={`${webhook?.url} ${webhook?.event}`} webhook={webhook} lastResult={lastResult} />
      <OrganizationSection {...organization} />
    </div>
  );
}
