import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { SimulatedPage } from "~/components/simulation/simulated-page";
import { ButtonLink } from "~/components/ui/button";
import { DescriptionList } from "~/components/ui/description-list";
import { translator } from "~/server/request-language.server";
import { intent } from "~/browser/intents";
import { pageTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";
import { runAction, type Acting } from "~/server/action.server";
import { known, pathOf, requireSimulation } from "~/server/simulation.server";
import "~/components/settings/settings-texts";

/** Actions on the simulated subscription; the same names as the simulator's steps. */
const stepIntents = {
  cancel: "button",
  resume: "button",
  renew: "button",
  fail: "button",
  settle: "button",
  end: "button",
} as const;
type Step = keyof typeof stepIntents;

/** The simulator of Stripe's customer portal (BIL-07). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { memory } = await requireSimulation();
  const portal = await known(memory, (one) => one.find("portal", params["id"] ?? ""));
  const { stepsFor } = await import("~/platform/stripe/simulator/simulate.server");
  const [newest, ...older] = await memory.ofCustomer("subscription", portal.customer);
  const t = await translator(request);
  return {
    title: t("site:simulation.portal"),
    // The newest subscription, and all others that have not ended: each can be canceled.
    subscriptions: [...(newest ? [newest] : []), ...older.filter((one) => stepsFor(one).length > 0)].map((one) => ({
      id: one.id,
      status: one.status,
      cancels: one.cancel_at_period_end,
      steps: stepsFor(one).map((step) => ({
        step,
        label: t(`simulation:steps.${step === "renew" && one.cancel_at_period_end ? "run_out" : step}`),
      })),
      periodEnd: new Date(one.items.data[0]!.current_period_end * 1000).toISOString(),
    })),
    back: pathOf(portal.return_url),
  };
}

export async function action(args: ActionFunctionArgs) {
  const step = (name: Step) => ({
    backTo: paths.simulatedPortal(args.params["id"] ?? ""),
    run: (_: unknown, { form }: Pick<Acting<"anybody">, "form">) => take(args.params["id"] ?? "", form, name),
  });
  return runAction(args, {
    who: "anybody",
    of: stepIntents,
    intents: {
      cancel: step("cancel"),
      resume: step("resume"),
      renew: step("renew"),
      fail: step("fail"),
      settle: step("settle"),
      end: step("end"),
    },
  });
}

async function take(portalId: string, form: FormData, step: Step) {
  const { memory, tell } = await requireSimulation();
  const portal = await known(memory, (one) => one.find("portal", portalId));
  const all = await memory.ofCustomer("subscription", portal.customer);
  const subscription = all.find(({ id }) => id === form.get("subscription"));
  const { takeStep } = await import("~/platform/stripe/simulator/simulate.server");
  const events = subscription && (await takeStep(memory, subscription.id, step, new Date()));
  if (events) await tell(events);
  return {};
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageTitle(data?.title),
  { name: "robots", content: "noindex" },
];

/** Text of the settings for each subscription status at Stripe. */
const stateKeys = {
  active: "site:trial.premium",
  past_due: "settings:subscription.past_due_short",
  canceled: "settings:subscription.ended",
} as const;

export default function SimulatedPortal() {
  const { title, subscriptions, back } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["site", "settings"]);
  const { moment } = useFormat();
  return (
    <SimulatedPage title={title}>
      {subscriptions.length === 0 && <p className="mt-4">{t("simulation.none")}</p>}
      {subscriptions.map(({ id, status, cancels, steps, periodEnd }) => (
        <div key={id} className="mt-4">
          <DescriptionList
            items={[
              { label: t("simulation.status"), value: t(stateKeys[status]) },
              {
                label: t(cancels ? "simulation.ends" : "simulation.period_end"),
                value: moment(periodEnd, "UTC"),
              },
            ]}
          />
          <Form method="post" className="mt-6 grid gap-3">
            <input type="hidden" name="subscription" value={id} />
            {steps.map(({ step, label }) => (
              <SubmitButton key={step} {...intent(stepIntents, step)} variant="secondary">
                {label}
              </SubmitButton>
            ))}
          </Form>
        </div>
      ))}
      {/* As on Stripe's page, the link opens a new document. */}
      <ButtonLink to={back} reloadDocument className="mt-3 w-full">
        {t("simulation.back")}
      </ButtonLink>
    </SimulatedPage>
  );
}
