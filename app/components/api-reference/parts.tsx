import type { ReactNode } from "react";
import type { Reference, ReferenceRow } from "~/server/api/reference.server";

/** Returns the anchor of a record. */
export const shapeId = (name: string) => `record-${name}`;

export function Heading({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 id={id} className="scroll-mt-20 text-xl font-semibold tracking-tight first-letter:uppercase">
      {children}
    </h2>
  );
}

/** Copyable code. It can be scrolled with the keyboard. */
export function Code({ label, children }: { label: string; children: string }) {
  return (
    <pre
      role="region"
      aria-label={label}
      // A long line scrolls, also with the keyboard; lines wrap where space is short.
      tabIndex={0}
      className="rounded-md bg-sunken p-4 font-mono text-sm max-md:wrap-anywhere max-md:whitespace-pre-wrap md:overflow-x-auto"
      translate="no"
    >
      {children}
    </pre>
  );
}

interface FieldTableProps {
  rows: readonly ReferenceRow[];
  title: string;
  texts: Reference["texts"];
  /** Response fields are always present, so they are not marked required. */
  isAnswer?: boolean;
  isTitled?: boolean;
}

/** A table of fields with types and descriptions; draws nothing without fields. */
export function FieldTable({ rows, title, texts, isAnswer = false, isTitled = false }: FieldTableProps) {
  if (rows.length === 0) return null;
  return (
    <div className="space-y-2">
      {isTitled && <h4 className="text-sm font-semibold">{title}</h4>}
      <dl className="divide-y border-y text-sm">
        {rows.map(({ name, type, link, required, text }) => (
          <div key={name} className="gap-4 py-2 sm:flex">
            <dt className="shrink-0 font-mono wrap-anywhere sm:w-56" translate="no">
              {name}
            </dt>
            <dd className="min-w-0 wrap-anywhere">
              <span className="font-mono text-muted">
                {link ? (
                  <a href={`#${shapeId(link)}`} className="underline underline-offset-4">
                    {type}
                  </a>
                ) : (
                  type
                )}
              </span>
              {required && !isAnswer && <span className="ml-2 font-medium">{texts.required}</span>}
              {text && <p className="mt-0.5">{text}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
