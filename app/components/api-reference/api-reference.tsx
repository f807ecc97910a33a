import type { Reference, ReferenceOperation } from "~/server/api/reference.server";
import { Code, FieldTable, Heading, shapeId } from "./parts";

const openapi = (server: string) => `${server}/openapi.json`;

/** The page that documents the REST API. It works without JavaScript: it contains only text and links. */
export function ApiReference({ reference }: { reference: Reference }) {
  const { texts, groups, webhooks, shapes, problems, rules, server } = reference;
  return (
    <div className="mx-auto grid max-w-6xl gap-x-12 px-4 py-12 md:px-8 md:py-16 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <nav
        aria-label={texts.contents}
        className="mb-10 text-sm lg:sticky lg:top-20 lg:mb-0 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto"
      >
        <p className="font-semibold" aria-hidden>
          {texts.contents}
        </p>
        <ul className="mt-2 columns-2 gap-x-6 lg:columns-1">
          {[
            ["start", texts.start],
            ["rules", texts.rules],
          ].map(([id, title]) => (
            <ContentsLink key={id} id={id!} title={title!} />
          ))}
          {groups.map(({ tag, name }) => (
            <ContentsLink key={tag} id={tag} title={name} />
          ))}
          <ContentsLink id="webhooks" title={texts.webhooks} />
          <ContentsLink id="records" title={texts.shapes} />
          <ContentsLink id="errors" title={texts.problems} />
        </ul>
      </nav>
      <div className="min-w-0 space-y-14">
        <header>
          <h1 className="text-3xl font-semibold tracking-tight">{texts.title}</h1>
        </header>
        <section aria-labelledby="start" className="space-y-4">
          <Heading id="start">{texts.start}</Heading>
          <p className="max-w-prose">{texts.start_text}</p>
          <Code label={texts.example}>
            {`curl "${server}/organization" \\\n  -H "Authorization: Bearer $FINDERLOHN_KEY"`}
          </Code>
          <p>
            <a className="text-accent underline underline-offset-4" href={openapi(server)}>
              {texts.document}
            </a>
          </p>
        </section>
        <section aria-labelledby="rules" className="space-y-4">
          <Heading id="rules">{texts.rules}</Heading>
          <ul className="max-w-prose list-disc space-y-2 pl-5">
            {rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
        {groups.map(({ tag, name, text, operations }) => (
          <section key={tag} aria-labelledby={tag} className="space-y-6">
            <div>
              <Heading id={tag}>{name}</Heading>
              <p className="mt-2 max-w-prose text-muted">{text}</p>
            </div>
            {operations.map((operation) => (
              <OperationSection key={operation.id} operation={operation} texts={texts} />
            ))}
          </section>
        ))}
        <WebhookSection webhooks={webhooks} texts={texts} />
        <section aria-labelledby="records" className="space-y-8">
          <Heading id="records">{texts.shapes}</Heading>
          {shapes.map(({ name, rows }) => (
            <div key={name} className="space-y-3">
              <h3 id={shapeId(name)} className="scroll-mt-20 font-mono font-semibold" translate="no">
                {name}
              </h3>
              <FieldTable rows={rows} title={name} texts={texts} isAnswer />
            </div>
          ))}
        </section>
        <section aria-labelledby="errors" className="space-y-4">
          <Heading id="errors">{texts.problems}</Heading>
          <p className="max-w-prose">{texts.problems_text}</p>
          <dl className="divide-y rounded-lg border bg-surface">
            {problems.map(({ code, status, text }) => (
              <div key={code} id={code} className="scroll-mt-20 gap-4 px-4 py-3 sm:flex target:bg-accent-soft">
                <dt className="shrink-0 font-mono text-sm sm:w-64" translate="no">
                  {status} {code}
                </dt>
                <dd className="text-sm">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </div>
  );
}

function ContentsLink({ id, title }: { id: string; title: string }) {
  return (
    <li>
      <a href={`#${id}`} className="block rounded-md py-1.5 text-muted first-letter:uppercase hover:text-ink">
        {title}
      </a>
    </li>
  );
}

/** Documents the request and the response of one operation. */
function OperationSection({ operation, texts }: { operation: ReferenceOperation; texts: Reference["texts"] }) {
  const { id, method, path, summary, description, writes, parameters, body, answer, answers, example } = operation;
  return (
    <details className="group rounded-lg border bg-surface" id={id}>
      <summary className="cursor-pointer rounded-lg px-4 py-3 hover:bg-sunken">
        <h3 className="inline font-medium">{summary}</h3>{" "}
        <span className="mt-1 block font-mono text-sm wrap-anywhere text-muted" translate="no">
          <strong className="font-semibold text-ink">{method}</strong> {path}
        </span>
      </summary>
      <div className="space-y-5 border-t px-4 py-4">
        <p className="max-w-prose text-sm">{description}</p>
        {writes && <p className="text-sm text-muted first-letter:uppercase">{texts.write}</p>}
        <FieldTable rows={parameters} title={texts.parameters} texts={texts} isTitled />
        <FieldTable rows={body} title={texts.body} texts={texts} isTitled />
        <div className="space-y-2">
          <h4 className="text-sm font-semibold">{texts.example}</h4>
          <Code label={`${texts.example}: ${summary}`}>{example}</Code>
        </div>
        {answers ? (
          <p className="text-sm">
            <strong className="font-semibold">{texts.answer}</strong>{" "}
            <a
              href={`#${shapeId(answers)}`}
              className="font-mono text-accent underline underline-offset-4"
              translate="no"
            >
              {answers}
            </a>
          </p>
        ) : (
          <FieldTable rows={answer} title={texts.answer} texts={texts} isAnswer isTitled />
        )}
      </div>
    </details>
  );
}

type WebhookSectionProps = { webhooks: Reference["webhooks"]; texts: Reference["texts"] };

/** Documents webhook requests: when they are sent, with which headers, and how often. */
function WebhookSection({ webhooks, texts }: WebhookSectionProps) {
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
