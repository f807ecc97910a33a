import type { Reference, ReferenceOperation } from "~/server/api/reference.server";
import { Code, FieldTable, shapeId } from "./parts";

/** Documents the request and the response of one operation. */
export function OperationSection({ operation, texts }: { operation: ReferenceOperation; texts: Reference["texts"] }) {
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
