import type { LeadCard as Lead } from "~/domain/leads/lead-cards.server";
import { mayMove } from "~/domain/leads/lead";
import { affiliatePath, leadPath } from "~/web/thing-paths";
import type { CardTexts } from "./card-texts";
import { UseIcon } from "./card-icons";
import "./lead-card.css";

export type LeadCardProps = {
  lead: Lead;
  /** On its way to another status; nothing more can be done with it meanwhile. */
  moving: boolean;
  texts: CardTexts;
  /** The filters of the list, which the dialogs keep. */
  search: string;
  /** Where the buttons are sent. */
  action: string;
};

/** An open lead and what may be done with it. Its links and buttons are handled by the list around it. */
export function LeadCard({ lead, moving, texts, search, action }: LeadCardProps) {
  const id = `lead-${lead.id}`;
  const path = leadPath(lead.id);
  const { duplicateOf } = lead;
  const busy = moving || undefined;
  return (
    <article aria-labelledby={id} className="lead-card">
      <div>
        <h3>
          <a id={id} href={path + search} data-discover="true">
            {lead.company}
          </a>
        </h3>
        <a href={`${path}/edit${search}`} data-discover="true" aria-label={texts.edit} title={texts.edit}>
          <UseIcon name="edit" />
        </a>
      </div>
      <p>
        {lead.contact}
        <br />
        <a href={`mailto:${lead.email}`}>{lead.email}</a>
      </p>
      <p>
        {lead.affiliateId ? (
          <a href={affiliatePath(lead.affiliateId)} data-discover="true">
            {lead.affiliate}
          </a>
        ) : (
          texts.noAffiliate
        )}
        {" · "}
        <time dateTime={lead.createdOn} title={texts.day(lead.createdOn)}>
          {texts.age(lead.age)}
        </time>
      </p>
      {duplicateOf && (
        <p data-duplicate="">
          <UseIcon name="duplicate" />
          {`${texts.duplicate} `}
          <a href={leadPath(duplicateOf.id, search)} data-discover="true">
            {duplicateOf.company}
          </a>
          {`, ${texts.first(duplicateOf)}`}
        </p>
      )}
      <form method="post" action={action}>
        <input type="hidden" name="lead_id" value={lead.id} />
        {mayMove(lead.status, "qualified") && (
          <button name="status" value="qualified" aria-disabled={busy}>
            {texts.qualify}
          </button>
        )}
        <a href={`${path}/deal${search}`} data-discover="true">
          {texts.createDeal}
        </a>
        <a href={`${path}/lose${search}`} data-discover="true" aria-label={texts.lose} title={texts.lose}>
          {texts.loseShort}
        </a>
      </form>
    </article>
  );
}
