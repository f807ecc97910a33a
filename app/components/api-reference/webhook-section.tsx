import type { Reference } from "~/server/api/reference.server";
import { Code, FieldTable, Heading, shapeId } from "./parts";

type WebhookSectionProps = { webhooks: Reference["webhooks"]; texts: Reference["texts"] };

/** Documents webhook requests: when they are sent, with which headers, and how often. */
export function WebhookSection({ webhooks, texts }: WebhookSectionProps) {
  const { rules, headers, events } = webhooks;
  return (
    <section aria-labelledby="webhooks" className="space-y-6">
      <div>
        <Heading id="webhooks">{texts.webhooks}</Heading>
        <p className="mt-2 max-w-prose text-muted">{texts.webhooks_text}</p>
      </div>
      <ul className="max-w-prose list-disc space-y-2 pl-5">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <FieldTable rows={headers} title={texts.headers} texts={texts} isTitled />
      {events.map(({ name, summary, record, example }) => (
        <details key={name} className="group rounded-lg border bg-surface" id={name}>
          <summary className="cursor-pointer rounded-lg px-4 py-3 hover:bg-sunken">
            <h3 className="inline font-medium">{summary}</h3>{" "}
            <span className="mt-1 block font-mono text-sm text-muted" translate="no">
              {name}
            </span>
          </summary>
          <div className="space-y-5 border-t px-4 py-4">
            <p className="text-sm">
              <strong className="font-semibold">{texts.body}</strong>{" "}
              <a
                href={`#${shapeId(record)}`}
                className="font-mono text-accent underline underline-offset-4"
                translate="no"
              >
                {record}
              </a>
            </p>
            <Code label={`${texts.example}: ${summary}`}>{example}</Code>
          </div>
        </details>
      ))}
    </section>
  );
}
