import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { StatusBadge } from "~/components/ui/badge";
import { DescriptionList } from "~/components/ui/description-list";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { TextBlock } from "~/components/webhooks/text-block";
import { stateTones } from "~/components/webhooks/use-delivery-words";
import { readDelivery } from "~/domain/webhooks/list-deliveries.server";
import { resendDelivery } from "~/domain/webhooks/resend.server";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { intent } from "~/browser/intents";
import { sendForm } from "~/browser/client-actions";
import { pageTitle } from "~/browser/page-title";
import { knownSearch } from "~/paths/address";
import { paths } from "~/paths/paths";
import { AttemptList } from "./attempt-list";

const intents = { send: "button" } as const;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const found = await staffScope({ request, context }, async (scope) => {
    const delivery = await readDelivery(scope, params["deliveryId"]);
    return delivery && { delivery, timeZone: (await scope.organization()).timeZone };
  });
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  const t = await translator(request);
  return { ...found, title: t("webhooks:delivery.title", { event: found.delivery.event }) };
}

export async function action(args: ActionFunctionArgs) {
  const { pathname, search } = new URL(args.request.url);
  return runAction(args, {
    who: "member",
    of: intents,
    intents: {
      send: {
        backTo: pathname + knownSearch(search),
        run: async (_, { inScope, t }) => {
          await inScope((scope) => resendDelivery(scope, args.params["deliveryId"] ?? ""));
          const [title, description] = [t("webhooks:delivery.sent"), t("webhooks:delivery.sent_text")];
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

/** One delivery: its body, every attempt with its response, and a resend button (HOOK-04). */
export default function Delivery() {
  const { delivery, timeZone, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("webhooks");
  const { search } = useAddress();
  const { when } = useAuditWords(timeZone);
  const { id, status, isTest, at, nextAttemptAt, body, tries, lastError } = delivery;
  const list = paths.deliveries(search);
  return (
    <RouteDialog size="lg" title={title} closeTo={list}>
      <div className="grid gap-5">
        <DescriptionList
          items={[
            {
              label: t("log.state"),
              value: <StatusBadge tone={stateTones[status]}>{t(`log.states.${status}`)}</StatusBadge>,
            },
            ...(isTest ? [{ label: t("log.test"), value: t("delivery.test_text") }] : []),
            ...(nextAttemptAt ? [{ label: t("delivery.next"), value: when(nextAttemptAt) }] : []),
            { label: t("delivery.when"), value: when(at) },
            { label: t("delivery.id"), value: <code translate="no">{id}</code>, copy: id },
          ]}
        />
        <AttemptList tries={tries} timeZone={timeZone} lastError={lastError} />
        <section aria-labelledby="body" className="grid gap-2 border-t pt-5">
          <h3 id="body" className="font-semibold">
            {t("delivery.body")}
          </h3>
          <TextBlock label={t("delivery.body")} text={body} copyLabel={t("delivery.copy_body")} />
        </section>
        <DialogForm>
          <FormActions>
            <DialogCancel to={list}>{t("delivery.close")}</DialogCancel>
            {!isTest && (
              <SubmitButton {...intent(intents, "send")} pendingLabel={t("delivery.sending")}>
                {t(status === "pending" ? "delivery.send_now" : "delivery.send")}
              </SubmitButton>
            )}
          </FormActions>
        </DialogForm>
      </div>
    </RouteDialog>
  );
}
