import { RowUndo } from "~/components/toast/row-undo";
import { Icon } from "~/components/ui/icon";
import type { LeadCard as Lead } from "~/domain/leads/lead-cards.server";
import { mayMove } from "~/domain/leads/lead";
import { displayEmail } from "~/domain/shared/erased";
import type { CardTexts } from "~/components/leads/card-texts";
import "./lead-card.css";
import { moveIntents } from "~/components/leads/lead-intents";
import { intent } from "~/browser/intents";
import { paths } from "~/paths/paths";

export type LeadCardProps = {
  lead: Lead;
  /** The lead is being moved to another status. It has no actions meanwhile. */
  moving: boolean;
  texts: CardTexts;
  /** The filters of the list, which the dialogs keep. */
  search: string;
  /** Where the buttons are sent. */
  action: string;
};

/** An open lead and its actions. The surrounding list handles its links and buttons. */
export function LeadCard({ lead, moving, texts, search, action }: LeadCardProps) {
  const id = `lead-${lead.id}`;
  const { duplicateOf } = lead;
  const busy = moving || undefined;
  const email = displayEmail(lead.email);
  return (
    <article aria-labelledby={id} className="lead-card">
      <div>
        <h3>
          <a id={id} href={paths.lead(lead.id, search)} data-link="dialog">
            {lead.company}
          </a>
        </h3>
        {mayMove(lead.status, "contacted") && (
          <button
            form={`move-${lead.id}`}
            name="status"
            value="contacted"
            aria-label={texts.contact}
            title={texts.contact}
            aria-disabled={busy}
          >
            <Icon name="message-circle" />
          </button>
        )}
        <button
          type="button"
          data-grip
          aria-label={`${texts.move}: ${lead.company}`}
          title={texts.move}
          className="noscript:hidden"
        >
          <Icon name="grip-vertical" />
        </button>
        {email && (
          <a
            href={paths.leadDialog(lead.id, "edit", search)}
            data-link="dialog"
            aria-label={`${texts.edit}: ${lead.company}`}
            title={texts.edit}
          >
            <Icon name="pencil" />
          </a>
        )}
      </div>
      <p>
        {lead.contact}
        {email && (
          <>
            <br />
            <a href={`mailto:${email}`}>{email}</a>
          </>
        )}
      </p>
      <p>
        {lead.affiliateId ? (
          <a href={paths.affiliate(lead.affiliateId)} data-link="page">
            {texts.affiliate(lead.affiliateId, lead.affiliate)}
          </a>
        ) : (
          texts.noAffiliate
        )}
        {" · "}
        <time dateTime={lead.createdOn} title={texts.day(lead.createdOn)}>
          {texts.age(lead.age)}
        </time>
      </p>
      {lead.nextStep && lead.nextStepOn && (
        <p data-due={lead.due ?? ""}>{`${texts.day(lead.nextStepOn)} · ${lead.nextStep}`}</p>
      )}
      {duplicateOf && (
        <p data-duplicate="">
          <Icon name="copy" />
          {`${texts.duplicate} `}
          <a href={paths.lead(duplicateOf.id, search)} data-link="dialog">
            {duplicateOf.company}
          </a>
          {`, ${texts.first(duplicateOf)}`}
        </p>
      )}
      <form id={`move-${lead.id}`} method="post" action={action}>
        <input type="hidden" {...intent(moveIntents, "move")} />
        <input type="hidden" name="lead_id" value={lead.id} />
        {mayMove(lead.status, "qualified") && (
          <button name="status" value="qualified" aria-disabled={busy} aria-label={`${texts.qualify}: ${lead.company}`}>
            {texts.qualify}
          </button>
        )}
        <a
          href={paths.leadDialog(lead.id, "deal", search)}
          data-link="dialog"
          data-to="converted"
          aria-label={`${texts.createDeal}: ${lead.company}`}
        >
          {texts.createDeal}
        </a>
        <a
          href={paths.leadDialog(lead.id, "lose", search)}
          data-link="dialog"
          data-to="lost"
          aria-label={`${texts.lose}: ${lead.company}`}
          title={texts.lose}
        >
          {texts.loseShort}
        </a>
      </form>
      <RowUndo id={lead.id} name={lead.company} />
    </article>
  );
}
