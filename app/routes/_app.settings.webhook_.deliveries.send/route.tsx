import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { addDays, startOfDay } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { KEPT_DAYS, MOST_SENT_AGAIN } from "~/domain/webhooks/delivery";
import { sendAgainSchema, type SendAgain } from "~/domain/webhooks/send-again.schema";
import { countToSend, sendAllAgain } from "~/domain/webhooks/send-again.server";
import { translator } from "~/i18n/i18n.server";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { Confirm } from "./confirm";
import { SinceForm } from "./since-form";

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
        const { count } = await sendAllAgain(scope, wanted);
        return { count, before: wanted.before.toISOString() };
      });
      // There may be more deliveries; the page then offers the next batch.
      const { since, which } = asked;
      return {
        to: count < MOST_SENT_AGAIN ? paths.deliveries() : paths.sendDeliveries({ since, which, before }),
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
