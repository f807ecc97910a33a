import { Form } from "@remix-run/react";
import { CalendarDays, Mail, UserRound, Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { DialogLink } from "~/components/ui/route-dialog";
import { mayMove } from "~/domain/leads/lead";
import type { LeadCard as Lead } from "~/domain/leads/list-leads.server";
import { useFormat } from "~/web/use-format";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";

/** An open lead and what may be done with it. */
export function LeadCard({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const { t } = useTranslation("leads");
  const format = useFormat();
  const id = `lead-${lead.id}`;
  const facts = [
    { icon: UserRound, label: t("lead.contact"), value: lead.contact },
    {
      icon: Mail,
      label: t("lead.email"),
      value: (
        <a href={`mailto:${lead.email}`} className="underline-offset-4 hover:underline">
          {lead.email}
        </a>
      ),
    },
    { icon: Users, label: t("lead.affiliate"), value: lead.affiliate ?? t("lead.no_affiliate") },
    { icon: CalendarDays, label: t("lead.created"), value: format.moment(lead.createdAt, timeZone) },
  ];
  return (
    <article aria-labelledby={id} className="rounded-lg border bg-surface p-4">
      <div className="flex items-start justify-between gap-3">
        <h3 id={id} className="min-w-0 text-base font-semibold wrap-anywhere">
          {lead.company}
        </h3>
        <LeadStatusBadge reader="staff" status={lead.status} />
      </div>
      <dl className="mt-3 space-y-1">
        {facts.map(({ icon: Icon, label, value }) => (
          <div key={label} className="flex items-start gap-2">
            <dt title={label} className="text-faint">
              <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span className="sr-only">{label}</span>
            </dt>
            <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Form method="post" action="/leads" preventScrollReset className="mt-3 -ml-1 flex flex-wrap gap-1">
        <input type="hidden" name="lead_id" value={lead.id} />
        {mayMove(lead.status, "qualified") && (
          <SubmitButton name="status" value="qualified" variant="secondary" size="sm">
            {t("lead.qualify")}
          </SubmitButton>
        )}
        <DialogLink to={`/leads/${lead.id}/deal`} size="sm">
          {t("lead.create_deal")}
        </DialogLink>
        {mayMove(lead.status, "lost") && (
          <SubmitButton name="status" value="lost" variant="ghost" size="sm">
            {t("lead.lose")}
          </SubmitButton>
        )}
      </Form>
    </article>
  );
}
