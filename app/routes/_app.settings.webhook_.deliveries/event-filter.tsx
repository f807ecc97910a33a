import { useTranslation } from "react-i18next";
import { KeptFields } from "~/components/forms/kept-fields";
import { useFilterForm } from "~/components/forms/use-filter-form";
import { Button } from "~/components/ui/button";
import { Select } from "~/components/ui/select";
import { eventNames, type EventName } from "~/domain/webhooks/events";
import { paths } from "~/paths/paths";

/** Filters the log by one event. Applies immediately; without JavaScript by its button. */
export function EventFilter({ event }: { event: EventName | null }) {
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
