import { createHash } from "node:crypto";
import { z } from "zod";
import { MAX_ENTRY_LENGTH, optionalEntry, recordId } from "~/domain/shared/fields";
import type { Page } from "~/domain/shared/page";
import { periodProblem, readPeriod, type Period } from "~/domain/shared/period";
import type { Scope } from "~/domain/shared/scope";
import { ApiProblem } from "./problem.server";
import { sentAs, sentDay } from "./schema-of.server";
import { about } from "./texts.server";

/** Maximum and default number of rows of an API page. */
const MAX_ROWS = 100;
const USUAL_ROWS = 50;

/** Parameters of every list. */
export const pageParameters = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/, "limit_invalid")
    .transform(Number)
    .pipe(z.number().min(1, "limit_invalid").max(MAX_ROWS, "limit_invalid"))
    .optional()
    .describe(about("limit"))
    .meta(sentAs({ type: "integer", minimum: 1, maximum: MAX_ROWS, default: USUAL_ROWS })),
  cursor: z.string().max(1_000, "cursor_invalid").optional().describe(about("cursor")),
};

/** Parameters that filter a list by days, both inclusive. */
export const periodParameters = {
  from: optionalEntry.describe(about("from")).meta(sentDay),
  to: optionalEntry.describe(about("to")).meta(sentDay),
};

/** A search text as entered. */
export const searchParameter = z.string().max(MAX_ENTRY_LENGTH, `too_long|{"max":${MAX_ENTRY_LENGTH}}`).optional();

/** Earliest creation time of the listed records. */
export const sinceParameter = z.iso
  .datetime({ offset: true, error: "moment_invalid" })
  .transform((text) => new Date(text))
  .optional();

/** The id of a record. */
export const idParameter = recordId.optional();

/** Schema of a list response. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    next_cursor: z.string().nullable(),
    previous_cursor: z.string().nullable(),
  });

interface Filters {
  limit?: number | undefined;
  cursor?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Returns a page of a list. A cursor names the list and its filters. A damaged cursor, or one of other filters, is
 * rejected, because it would lead to a wrong page. Throws `cursor_invalid`.
 *
 * ¬ @param read reads the page at a cursor of the domain.
 */
export async function answerPage<Row, Shown>(
  list: string,
  query: Filters,
  read: (at: { cursor: string | null; size: number }) => Promise<Page<Row>>,
  show: (row: Row) => Shown,
): Promise<{ data: Shown[]; next_cursor: string | null; previous_cursor: string | null }> {
  const { limit: size = USUAL_ROWS, cursor, ...filters } = query;
  // The hash also covers the start of the page, because the domain reads an unknown cursor as the beginning of the
  // list.
  const markOf = (at: string) =>
    createHash("sha256")
      .update(JSON.stringify([list, Object.entries(filters).sort(), at]))
      .digest("base64url")
      .slice(0, MARK_LENGTH);
  const sealed = (at: string | null) => at && Buffer.from(markOf(at) + at).toString("base64url");
  const page = await read({ cursor: cursor === undefined ? null : cursorIn(cursor, markOf), size });
  return {
    data: page.rows.map(show),
    next_cursor: sealed(page.next),
    previous_cursor: sealed(page.previous),
  };
}

const MARK_LENGTH = 8;

/** Throws `cursor_invalid`. */
function cursorIn(sent: string, markOf: (at: string) => string): string {
  const text = Buffer.from(sent, "base64url").toString();
  const at = text.slice(MARK_LENGTH);
  if (text === markOf(at) + at) return at;
  throw new ApiProblem("cursor_invalid", [{ parameter: "cursor", message: "cursor_invalid" }]);
}

/** Returns the period that a list is filtered by; null for all days. Throws `invalid`. */
export async function periodOf(scope: Scope, { from, to }: Filters): Promise<Period | null> {
  const params = new URLSearchParams({ ...(from && { from }), ...(to && { to }) });
  if (periodProblem(params))
    throw new ApiProblem("invalid", [{ parameter: from ? "from" : "to", message: "period_invalid" }]);
  return readPeriod(params, await scope.today());
}
