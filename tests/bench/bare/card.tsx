export interface Lead {
  id: string;
  company: string;
  contact: string;
  email: string;
  status: string;
  affiliateId: string | null;
  affiliate: string | null;
  day: string;
  age: number;
}

/** Writes the HTML of the app's card (app/routes/_app.leads/lead-card.tsx), with its elements and attributes. */
export function Card({ lead }: { lead: Lead }) {
  const path = `/leads/${lead.id}`;
  const id = `lead-${lead.id}`;
  return (
    <article aria-labelledby={id} className="lead-card">
      <div>
        <h3>
          <a id={id} href={path} data-link="dialog">
            {lead.company}
          </a>
        </h3>
        {lead.status === "new" && (
          <button
            form={`move-${lead.id}`}
            name="status"
            value="contacted"
            aria-label="Mark as contacted"
            title="Mark as contacted"
          >
            <Icon name="contacted" />
          </button>
        )}
        <button type="button" data-grip aria-label={`Move: ${lead.company}`} title="Move" className="noscript:hidden">
          <Icon name="move" />
        </button>
        <a href={`${path}/edit`} data-link="dialog" aria-label={`Edit: ${lead.company}`} title="Edit">
          <Icon name="edit" />
        </a>
      </div>
      <p>
        {lead.contact}
        <br />
        <a href={`mailto:${lead.email}`}>{lead.email}</a>
      </p>
      <p>
        {lead.affiliateId ? (
          <a href={`/affiliates/${lead.affiliateId}`} data-link="page">
            {lead.affiliate}
          </a>
        ) : (
          "No affiliate"
        )}
        {" · "}
        <time dateTime={lead.day} title={lead.day}>{`${lead.age} days ago`}</time>
      </p>
      <form id={`move-${lead.id}`} method="post" action="/leads">
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="lead_id" value={lead.id} />
        {lead.status === "new" && (
          <button name="status" value="qualified" aria-label={`Qualify: ${lead.company}`}>
            Qualify
          </button>
        )}
        <a href={`${path}/deal`} data-link="dialog" data-to="converted" aria-label={`Create deal: ${lead.company}`}>
          Create deal
        </a>
        <a
          href={`${path}/lose`}
          data-link="dialog"
          data-to="lost"
          aria-label={`Mark lost: ${lead.company}`}
          title="Mark lost"
        >
          Lost
        </a>
      </form>
    </article>
  );
}

function Icon({ name }: { name: string }) {
  return (
    <svg aria-hidden width={24} height={24}>
      <use href={`/assets/icons.svg#${name}`} />
    </svg>
  );
}
