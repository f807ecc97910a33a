import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { screenTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { ScreenError } from "~/components/errors/screen-error";
import { useFilterForm } from "~/components/forms/use-filter-form";
import { Alert } from "~/components/ui/alert";
import { Button, ButtonLink } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Link } from "~/components/ui/link";
import { PageHeader } from "~/components/ui/page-header";
import { Select } from "~/components/ui/select";
import { askForDetails } from "~/domain/payouts/ask-details.server";
import { createRun, previewRun } from "~/domain/payouts/create-run.server";
import { totalOwed } from "~/domain/payouts/list-owed.server";
import { hasAddress, usualUntil } from "~/domain/payouts/payer";
import { readPayer } from "~/domain/payouts/payer.server";
import { askSchema, createRunSchema, MAX_PAYOUTS } from "~/domain/payouts/run.schema";
import { parseDay } from "~/domain/shared/dates";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import { previewIntents } from "./intents";
import { NewRunForm } from "./new-run-form";
import "~/components/payouts/payout-texts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("runs:preview.title");
  const { searchParams } = new URL(request.url);
  return staffScope({ request, context }, async (scope) => {
    const today = await scope.today();
    const { defaultCurrency } = await scope.organization();
    const currencies = (await totalOwed(scope)).map(({ currency }) => currency);
    const { cadence, record } = await readPayer(scope);
    const wanted = parseDay(searchParams.get("until") ?? "") ?? usualUntil(cadence, today);
    const until = wanted > today ? today : wanted;
    const currency = currencies.find((one) => one === searchParams.get("currency")) ?? currencies[0] ?? defaultCurrency;
    const preview = await previewRun(scope, { currency, until });
    return { title, today, until, currency, currencies, isPayerComplete: hasAddress(record), ...preview };
  });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    of: previewIntents,
    repeated: { affiliate_id: MAX_PAYOUTS },
    intents: {
      create: {
        schema: createRunSchema,
        failed: "run_failed",
        run: async (input, { inScope }) => {
          const id = await inScope((scope) => createRun(scope, { ...input, version: input.version ?? "" }));
          return { to: paths.payoutRun(id) };
        },
      },
      ask: {
        schema: askSchema,
        backTo: (form) => {
          const [currency, until] = ["currency", "until"].map((name) => String(form.get(name) ?? ""));
          return paths.newPayoutRun({ currency: currency!, until: until! });
        },
        run: async (input, { inScope, t }) => {
          const count = await inScope((scope) => askForDetails(scope, input));
          if (count > 0) return { toast: { tone: "success", title: t("runs:ask.done", { count }) } };
          return { toast: { tone: "info", title: t("runs:ask.none"), text: t("runs:ask.none_text") } };
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, previewIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

/** Shows what a run would pay, and who is left out and why, before anything is written (PAY-05). */
export default function NewPayoutRun() {
  const { title, today, until, currency, currencies, isPayerComplete, proposals, version } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("runs");
  const lastResult = useReply();
  return (
    <div className="space-y-6">
      <PageHeader title={title} subtitle={t("preview.text")} back={{ to: paths.payoutRuns(), label: t("title") }} />
      {!isPayerComplete && <PayerMissing />}
      <RunFilter until={until} today={today} currency={currency} currencies={currencies} />
      <NewRunForm
        key={version}
        proposals={proposals}
        currency={currency}
        until={until}
        version={version}
        lastResult={lastResult}
      />
    </div>
  );
}

/** Says that no run can be approved before the organization has entered its own name and address. */
function PayerMissing() {
  const { t } = useTranslation("runs");
  return (
    <Alert
      tone="warning"
      title={t("preview.payer")}
      actions={
        <ButtonLink variant="secondary" size="sm" to={paths.settings("payouts")}>
          {t("preview.payer_action")}
        </ButtonLink>
      }
    >
      {t("preview.payer_text")}
    </Alert>
  );
}

type RunFilterProps = { until: string; today: string; currency: string; currencies: readonly string[] };

/** Chooses day and currency. Sends itself; without JavaScript there is a button. */
function RunFilter({ until, today, currency, currencies }: RunFilterProps) {
  const { t } = useTranslation("runs");
  const form = useFilterForm(paths.newPayoutRun(), { until, currency });
  return (
    <form {...form} aria-label={t("preview.title")} className="flex flex-wrap items-end gap-4">
      <label className="grid gap-1.5 max-md:w-full">
        <span className="font-medium">{t("until")}</span>
        <Input type="date" name="until" defaultValue={until} max={today} required aria-describedby="until-help" />
      </label>
      {currencies.length > 1 && (
        <label className="grid gap-1.5 max-md:w-full">
          <span className="font-medium">{t("currency")}</span>
          <Select
            name="currency"
            defaultValue={currency}
            options={currencies.map((value) => ({ value, label: value }))}
            className="md:w-32"
          />
        </label>
      )}
      <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
        {t("show")}
      </Button>
      <p id="until-help" className="-mt-2.5 w-full text-xs text-muted">
        {t("until_help")}
      </p>
      {/* The last period of the rhythm is proposed, which may hide all that is due. */}
      {until < today && (
        <Link
          to={paths.newPayoutRun({ currency, until: today })}
          className="text-accent underline-offset-4 hover:underline"
        >
          {t("until_today")}
        </Link>
      )}
    </form>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("runs");
  return <ScreenError title={t("preview.title")} failed={t("load_failed")} screen={paths.payoutRuns()} />;
}
