import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { RouteDialog, DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { addDays, startOfDay } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { KEPT_DAYS, MAX_RESENT } from "~/domain/webhooks/delivery";
import { sendAgainSchema, type SendAgain, type ResendFilter, sentAgain } from "~/domain/webhooks/resend.schema";
import { countToSend, resendDeliveries } from "~/domain/webhooks/resend.server";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { useForm } from "@conform-to/react";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { useReply } from "~/browser/use-reply";
import { DateField } from "~/components/forms/date-field";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { Button } from "~/components/ui/button";

/** Returns the selection of the form, in the organization's time zone. */
async function wantedBy(scope: Scope, { since, which, before }: SendAgain) {
  const { timeZone } = await scope.organization();
  return { since: startOfDay(since, timeZone), which, before: before ? new Date(before) : scope.now };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const asked = sendAgainSchema.safeParse(Object.fromEntries(searchParams));
  const title = (await translator(request))("webhooks:since.title");
  return staffScope({ request, context }, async (scope) => {
    const wanted = asked.success ? await wantedBy(scope, asked.data) : null;
    const today = await scope.today();
    const typed = searchParams.get("since");
    return {
      title,
      // `min` and `max` are the days that the log covers.
      since: typed ?? addDays(today, -1),
      which: asked.data?.which ?? "failed",
      min: addDays(today, -KEPT_DAYS),
      max: today,
      isInvalid: typed !== null && !asked.success,
      found: wanted && {
        since: asked.data!.since,
        which: wanted.which,
        before: asked.data!.before,
        count: await countToSend(scope, wanted),
      },
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    schema: sendAgainSchema,
    run: async (asked, { inScope, t }) => {
      const { count, before } = await inScope(async (scope) => {
        const wanted = await wantedBy(scope, asked);
        const { count } = await resendDeliveries(scope, wanted);
        return { count, before: wanted.before.toISOString() };
      });
      // There may be more deliveries; the page then offers the next batch.
      const { since, which } = asked;
      return {
        to: count < MAX_RESENT ? paths.deliveries() : paths.sendDeliveries({ since, which, before }),
        toast: { tone: "success", title: t("webhooks:since.sent", { count }) },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Resends many deliveries, after showing how many (HOOK-04). */
export default function SendSince() {
  const { title, found, ...asked } = useLoaderData<typeof loader>();
  const { t } = useTranslation("webhooks");
  const closeTo = paths.deliveries(useAddress().search);
  return (
    <RouteDialog title={title} description={t("since.text")} closeTo={closeTo}>
      <div className="grid gap-5">
        <SinceForm key={`${asked.since} ${asked.which}`} {...asked} />
        {found && (
          <Confirm key={`${found.since} ${found.which} ${found.before} ${found.count}`} {...found} closeTo={closeTo} />
        )}
      </div>
    </RouteDialog>
  );
}

type ConfirmProps = {
  since: string;
  which: ResendFilter;
  /** Start of the last resend, if any. */
  before: string | undefined;
  /** At most one more than a single resend sends. */
  count: number;
  closeTo: string;
};

/** The number of deliveries, and the button that resends them. */
function Confirm({ since, which, before, count, closeTo }: ConfirmProps) {
  const { t } = useTranslation("webhooks");
  const [form] = useForm({ lastResult: useReply() });
  const now = Math.min(count, MAX_RESENT);
  const words = count === 0 ? "since.found_zero" : now < count ? "since.more" : "since.found";
  return (
    <DialogForm className="grid gap-4 border-t pt-5">
      <FormErrors form={form} labels={{}} />
      <input type="hidden" name="since" value={since} />
      <input type="hidden" name="which" value={which} />
      {before && <input type="hidden" name="before" value={before} />}
      <p role="status" className="font-medium">
        {t(words, { count: now })}
      </p>
      <FormActions>
        <DialogCancel to={closeTo} />
        {now > 0 && <SubmitButton pendingLabel={t("since.sending")}>{t("since.send", { count: now })}</SubmitButton>}
      </FormActions>
    </DialogForm>
  );
}

type SinceFormProps = {
  /** As entered. */
  since: string;
  which: ResendFilter;
  min: string;
  max: string;
  isInvalid: boolean;
};

/** Asks for the first day and the kind of deliveries. Only counts them. */
function SinceForm({ since, which, min, max, isInvalid }: SinceFormProps) {
  const { t } = useTranslation("webhooks");
  const defaultValue = { since, which };
  const error = { since: ["webhook_since_required"] };
  const [form, fields] = useForm<typeof defaultValue>({
    id: "since",
    defaultValue,
    ...(isInvalid && { lastResult: { status: "error" as const, initialValue: defaultValue, error } }),
  });
  return (
    // Its fields refer to it.
    <Form
      id={form.id}
      noValidate={form.noValidate}
      method="get"
      action={paths.sendDeliveries()}
      replace
      preventScrollReset
      className="grid gap-5"
    >
      <DateField required field={fields.since} label={t("since.since")} min={min} max={max} />
      <RadioCardsField
        field={fields.which}
        label={t("since.which")}
        options={sentAgain.map((value) => ({
          value,
          label: t(`since.${value}`),
          description: t(`since.${value}_text`),
        }))}
      />
      <div className="flex max-md:grid md:justify-end">
        <Button type="submit" variant="secondary">
          {t("since.count")}
        </Button>
      </div>
    </Form>
  );
}
