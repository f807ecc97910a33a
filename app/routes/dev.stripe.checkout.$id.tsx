import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { SimulatedPage } from "~/components/simulation/simulated-page";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { plans } from "~/domain/subscriptions/subscription";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { known, pathOf, requireSimulation } from "~/server/simulation.server";
import { intent } from "~/browser/intents";
import { pageTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";
import "~/components/settings/settings-texts";

/** Actions of the simulated card. */
const cardIntents = { pay: "button", decline: "button" } as const;

/** The simulator of Stripe's checkout (BIL-07). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { memory } = await requireSimulation();
  const session = await known(memory, (one) => one.find("session", params["id"] ?? ""));
  const t = await translator(request);
  return {
    title: t("site:simulation.checkout"),
    isOpen: session.status === "open",
    isDeclined: new URL(request.url).searchParams.has("declined"),
    interval: session.metadata["price"]?.endsWith("yearly") ? ("yearly" as const) : ("monthly" as const),
    note: session.metadata["note"] ?? "",
    back: pathOf(session.cancel_url),
  };
}

export async function action(args: ActionFunctionArgs) {
  const id = args.params["id"] ?? "";
  const here = paths.simulatedCheckout(id);
  return runAction(args, {
    who: "anybody",
    of: cardIntents,
    intents: {
      pay: {
        backTo: here,
        run: async () => {
          const { memory, tell } = await requireSimulation();
          const session = await known(memory, (one) => one.find("session", id));
          const { payCheckout } = await import("~/platform/stripe/simulator/simulate.server");
          const events = await payCheckout(memory, session.id, new Date());
          if (!events) return { to: here };
          await tell(events);
          return { to: pathOf(session.success_url) };
        },
      },
      decline: {
        backTo: here,
        run: async () => {
          const { memory } = await requireSimulation();
          await known(memory, (one) => one.find("session", id));
          return { to: paths.simulatedCheckout(id, { declined: "1" }) };
        },
      },
    },
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageTitle(data?.title),
  { name: "robots", content: "noindex" },
];

export default function SimulatedCheckout() {
  const { title, isOpen, isDeclined, interval, note, back } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["site", "settings"]);
  const { money } = useFormat();
  const { total } = plans.find((plan) => plan.interval === interval)!;
  const price = t(`settings:subscription.price_${interval}`, { price: money(total) });
  return (
    <SimulatedPage title={title}>
      <p className="mt-2 text-muted tabular-nums">{`Finderlohn Premium · ${price}`}</p>
      <p className="mt-2 wrap-anywhere">{note}</p>
      {isDeclined && (
        <Alert tone="danger" role="alert" className="mt-6">
          {t("simulation.declined")}
        </Alert>
      )}
      {!isOpen && <p className="mt-6">{t("simulation.over")}</p>}
      {/* Like Stripe's page, it loads the next one as a whole document: its script checks until the payment is
          confirmed. */}
      <Form method="post" reloadDocument className="mt-6 grid gap-3">
        {isOpen && (
          <>
            <SubmitButton {...intent(cardIntents, "pay")}>{t("simulation.pay", { price: money(total) })}</SubmitButton>
            <SubmitButton {...intent(cardIntents, "decline")} variant="secondary">
              {t("simulation.decline")}
            </SubmitButton>
          </>
        )}
        <ButtonLink to={back} reloadDocument variant="ghost">
          {t("simulation.back")}
        </ButtonLink>
      </Form>
    </SimulatedPage>
  );
}
