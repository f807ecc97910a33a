import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink, Button } from "~/components/ui/button";
import { ListToolbar } from "~/components/ui/list-toolbar";
import { Icon } from "~/components/ui/icon";
import { DialogLink } from "~/components/ui/route-dialog";
import { PageLinks } from "~/components/ui/page-links";
import { TabsNav } from "~/components/ui/tabs-nav";
import { useAddress } from "~/components/ui/use-address";
import { deliveryStates, KEPT_DAYS } from "~/domain/webhooks/delivery";
import { eventNames, type EventName } from "~/domain/webhooks/events";
import { listDeliveries } from "~/domain/webhooks/list-deliveries.server";
import { readWebhook } from "~/domain/webhooks/save-webhook.server";
import { translator } from "~/server/request-language.server";
import { openDefaultView } from "~/server/open-view.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { DeliveryTable } from "./delivery-table";
import { SearchCut } from "~/components/forms/search-cut";
import { ListSearch } from "~/components/forms/list-search";
import { ViewsMenu } from "~/components/lists/views-menu";
import { KeptFields } from "~/components/forms/kept-fields";
import { useFilterForm } from "~/components/forms/use-filter-form";
import { Select } from "~/components/ui/select";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const status = deliveryStates.find((one) => one === searchParams.get("status")) ?? null;
  const event = eventNames.find((one) => one === searchParams.get("event")) ?? null;
  const cursor = searchParams.get("cursor");
  const words = searchParams.get("q")?.trim() ?? "";
  const title = (await translator(request))("webhooks:log.title");
  return staffScope({ request, context }, async (scope) => {
    await openDefaultView(scope, request, "deliveries");
    const page = await listDeliveries(scope, { status, event, search: words, cursor });
    return {
      title,
      status,
      event,
      words,
      begun: cursor !== null,
      // Only an empty log says whether there is one.
      hasWebhook: page.rows.length > 0 || Boolean((await readWebhook(scope))?.url),
      page,
      timeZone: (await scope.organization()).timeZone,
    };
  });
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The webhook deliveries and their results (HOOK-04). */
export default function Deliveries() {
  const { status, event, words, begun, hasWebhook, page, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation("webhooks");
  const { search } = useAddress();
  const list = paths.deliveries();
  const filtered = status !== null || event !== null || words !== "";
  return (
    <section aria-labelledby="deliveries" className="min-w-0 space-y-2">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex items-center gap-1">
            <h2 id="deliveries" className="text-base font-semibold">
              {t("log.title")}
            </h2>
            <ViewsMenu list="deliveries" />
          </div>
          <p className="text-muted">{t("log.text", { days: KEPT_DAYS })}</p>
        </div>
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
          <ButtonLink variant="secondary" to={paths.settings("webhook")} prefetch="intent">
            <Icon name="chevron-left" />
            {t("log.back")}
          </ButtonLink>
          <DialogLink to={paths.sendDeliveries(search)}>
            <Icon name="send" />
            {t("log.send_since")}
          </DialogLink>
        </div>
      </header>
      <TabsNav
        path={list}
        label={t("log.state")}
        param="status"
        current={status ?? ""}
        items={[
          { value: "", label: t("log.all") },
          ...deliveryStates.map((value) => ({ value, label: t(`log.states.${value}`) })),
        ]}
      />
      <ListToolbar>
        <ListSearch path={list} value={words} label={t("log.search.label")} placeholder={t("log.search.placeholder")} />
        <EventFilter event={event} />
      </ListToolbar>
      {page.cut && <SearchCut>{t("log.search.cut")}</SearchCut>}
      <DeliveryTable
        page={page}
        timeZone={timeZone}
        why={filtered ? "filter_empty" : begun ? "page_empty" : hasWebhook ? "empty" : "no_webhook"}
      />
      <PageLinks page={page} path={list} />
      <Outlet />
    </section>
  );
}

/** Filters the log by one event. Applies immediately; without JavaScript by its button. */
function EventFilter({ event }: { event: EventName | null }) {
  const { t } = useTranslation("webhooks");
  const form = useFilterForm(paths.deliveries(), { event: event ?? "" });
  return (
    <form {...form} role="search" aria-label={t("log.event")} className="flex flex-wrap gap-2">
      <KeptFields but={["event"]} />
      <Select
        name="event"
        aria-label={t("log.event")}
        defaultValue={event ?? ""}
        options={[{ value: "", label: t("log.all_events") }, ...eventNames.map((value) => ({ value, label: value }))]}
        className="max-md:min-w-0 max-md:flex-1 md:w-52"
      />
      <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
        {t("log.submit")}
      </Button>
    </form>
  );
}
