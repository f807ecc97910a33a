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

/** Shows the same content and actions as the app's card (app/routes/_app.leads/lead-card.tsx), in the same elements. */
export function Card({ lead }: { lead: Lead }) {
  const path = `/leads/${lead.id}`;
  return (
    <article aria-labelledby={lead.id} className="card">
      <div>
        <h3>
          <a id={lead.id} href={path}>
            {lead.company}
          </a>
        </h3>
        {lead.status === "new" && (
          <button form={`move-${lead.id}`} name="status" value="contacted" aria-label="Contacted" title="Contacted">
            <svg aria-hidden>
              <use href="#contacted" />
            </svg>
          </button>
        )}
        <button type="button" aria-label="Move" title="Move">
          <svg aria-hidden>
            <use href="#move" />
          </svg>
        </button>
        <a href={`${path}/edit`} aria-label="Edit" title="Edit">
          <svg aria-hidden>
            <use href="#edit" />
          </svg>
        </a>
      </div>
      <p>
        {lead.contact}
        <br />
        <a href={`mailto:${lead.email}`}>{lead.email}</a>
      </p>
      <p>
        {lead.affiliateId ? <a href={`/affiliates/${lead.affiliateId}`}>{lead.affiliate}</a> : "No affiliate"}
        {" · "}
        <time dateTime={lead.day} title={lead.day}>{`${lead.age} days ago`}</time>
      </p>
      <form id={`move-${lead.id}`} method="post">
        <input type="hidden" name="lead_id" value={lead.id} />
        {lead.status === "new" && (
          <button name="status" value="qualified">
            Qualify
          </button>
        )}
        <a href={`${path}/deal`}>Create deal</a>
        <a href={`${path}/lose`} aria-label="Mark lost" title="Mark lost">
          Lost
        </a>
      </form>
    </article>
  );
}
