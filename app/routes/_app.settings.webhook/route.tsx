import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ClientActionFunctionArgs, Form } from "@remix-run/react";
import { WebhookSecret } from "~/components/webhooks/webhook-secret";
import {
  enableWebhook,
  hasDeliveries,
  readEndpointState,
  type EndpointState,
} from "~/domain/webhooks/change-endpoint.server";
import { readWebhook, saveWebhook, webhookVersion } from "~/domain/webhooks/save-webhook.server";
import { eventNames } from "~/domain/webhooks/events";
import { providersOf } from "~/domain/webhooks/webhook-url";
import { saveWebhookSchema } from "~/domain/webhooks/webhook.schema";
import { translator } from "~/server/request-language.server";
import { webhookAllowance } from "~/server/app-context.server";
import { echoReply } from "~/server/form-reply.server";
import type { FormReply } from "~/browser/form-reply";
import { askedProofs } from "~/server/prove.server";
import { staffScope } from "~/server/open-scope.server";
import { sendWebhookTest, type WebhookTest } from "~/server/webhook-test.server";
import { sendForm } from "~/browser/client-actions";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { useStoredKey } from "~/browser/use-stored-key";
import { runAction } from "~/server/action.server";
import { paths } from "~/paths/paths";
import { webhookIntents } from "./intents";
import { TestResult } from "./test-result";
import { WebhookForm } from "./webhook-form";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { Alert } from "~/components/ui/alert";
import { intent } from "~/browser/intents";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { DialogLink } from "~/components/ui/route-dialog";
import { TextBlock } from "~/components/webhooks/text-block";
import { verifySnippets } from "~/domain/webhooks/verify-snippets";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("settings:webhook.title");
  const proofs = await askedProofs({ request, context });
  return staffScope({ request, context }, async (scope) => {
    const webhook = await readWebhook(scope);
    return {
      title,
      proofs,
      webhook,
      version: webhookVersion(webhook),
      providers: providersOf(webhookAllowance()),
      state: await readEndpointState(scope),
      hasLog: await hasDeliveries(scope),
      timeZone: (await scope.organization()).timeZone,
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  const backTo = paths.settings("webhook");
  return runAction(args, {
    who: "member",
    of: webhookIntents,
    repeated: { webhook_events: eventNames.length },
    intents: {
      save: {
        schema: saveWebhookSchema,
        run: async (input, { form, inScope, t }) => {
          // An empty URL disables the webhook. A form without the field does not.
          if (!form.has("webhook_url")) throw new Response(null, { status: 400, statusText: "Bad Request" });
          const { secret, version } = await inScope(async (scope) => ({
            ...(await saveWebhook(scope, input, webhookAllowance())),
            version: webhookVersion(await readWebhook(scope)),
          }));
          if (secret) {
            const typed = echoReply(form);
            const reply: Reply = { ...typed, initialValue: { ...typed.initialValue, version }, secret };
            return { reply };
          }
          return { to: backTo, toast: { tone: "success", title: t("settings:webhook.saved") } };
        },
      },
      test: {
        schema: saveWebhookSchema,
        run: async (input, { form, inScope }) => {
          const reply: Reply = { ...echoReply(form), test: await sendWebhookTest(args, inScope, input) };
          return { reply };
        },
      },
      enable: {
        backTo,
        run: async (_, { inScope, t }) => {
          await inScope(enableWebhook);
          const [title, description] = [t("webhooks:disabled.enabled"), t("webhooks:disabled.enabled_text")];
          return { toast: { tone: "success", title, description } };
        },
      },
    },
  });
}

type Reply = FormReply & { secret?: string; test?: WebhookTest };

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, webhookIntents);
}

export { headers } from "~/server/retry-after.server";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The webhook's URL and events, its state, and how a receiver verifies deliveries (SET-03, HOOK-04). */
export default function WebhookSettings() {
  const { webhook, version, providers, state, hasLog, timeZone, proofs } = useLoaderData<typeof loader>();
  const { t } = useTranslation("webhooks");
  const lastResult: Reply | undefined = useReply();
  // A saved URL is normalized, so the fields are filled again from it.
  const key = useStoredKey(`${webhook?.url} ${webhook?.events.join()}`, lastResult);
  return (
    <div className="space-y-6">
      {lastResult?.secret && <WebhookSecret secret={lastResult.secret} title={t("secret.first")} />}
      {state && <EndpointNotice state={state} timeZone={timeZone} />}
      <WebhookForm
        key={key}
        webhook={webhook}
        version={version}
        providers={providers}
        lastResult={lastResult}
        proofs={proofs}
      >
        {lastResult?.test && <TestResult test={lastResult.test} />}
      </WebhookForm>
      {(state || hasLog) && <LogLink />}
      {state?.isOn && <SignatureCard state={state} timeZone={timeZone} />}
      <Outlet />
    </div>
  );
}

type EndpointNoticeProps = { state: EndpointState; timeZone: string };

/** Explains why and since when nothing is sent, and what to do; or that deliveries are failing. */
function EndpointNotice({ state, timeZone }: EndpointNoticeProps) {
  const { t } = useTranslation("webhooks");
  const { when } = useAuditWords(timeZone);
  const { isOn, disabled, failingSince } = state;
  if (!isOn) return null;
  if (disabled) {
    return (
      <Alert
        tone="danger"
        title={t("disabled.title", { since: when(disabled.at) })}
        actions={
          <Form method="post" preventScrollReset>
            <SubmitButton {...intent(webhookIntents, "enable")} pendingLabel={t("disabled.enabling")}>
              {t("disabled.enable")}
            </SubmitButton>
          </Form>
        }
      >
        <p>{t(`disabled.${disabled.because}`)}</p>
        <p>{t("disabled.missed")}</p>
      </Alert>
    );
  }
  return failingSince ? (
    <Alert tone="warning" title={t("failing.title", { since: when(failingSince) })}>
      {t("failing.text")}
    </Alert>
  ) : null;
}

/** Links to the log. */
function LogLink() {
  const { t } = useTranslation("webhooks");
  return (
    <Card title={t("log.title")} description={t("log.open_text")}>
      <ButtonLink variant="secondary" to={paths.deliveries()} prefetch="intent">
        {t("log.open")}
      </ButtonLink>
    </Card>
  );
}

type SignatureCardProps = { state: EndpointState; timeZone: string };

/** The secret, how to change it, and how a receiver verifies a delivery. */
function SignatureCard({ state, timeZone }: SignatureCardProps) {
  const { t } = useTranslation("webhooks");
  const { when } = useAuditWords(timeZone);
  const { hasSecret, previousUntil } = state;
  return (
    <Card title={t("secret.title")} description={t("secret.text")}>
      <div className="grid gap-5">
        <div className="flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
          <p>
            {t(hasSecret ? "secret.set" : "secret.none")}{" "}
            {previousUntil && t("secret.both_until", { until: when(previousUntil) })}
          </p>
          <DialogLink to={paths.webhookSecret()} prefetch="intent" className="shrink-0">
            {t(hasSecret ? "secret.change" : "secret.make")}
          </DialogLink>
        </div>
        <section aria-labelledby="verify" className="grid gap-3 border-t pt-5">
          <h3 id="verify" className="font-semibold">
            {t("verify.title")}
          </h3>
          <p className="text-muted">{t("verify.text")}</p>
          {verifySnippets.map(({ language, code }) => (
            <details key={language} className="rounded-md border">
              <summary className="min-h-11 cursor-pointer px-3 py-2.5 font-medium">{language}</summary>
              <div className="px-3 pb-3">
                <TextBlock label={language} text={code} copyLabel={t("verify.copy", { language })} />
              </div>
            </details>
          ))}
        </section>
      </div>
    </Card>
  );
}
