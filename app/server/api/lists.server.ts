import { createHash } from "node:crypto";
import { z } from "zod";
import { LONGEST_ENTRY, optionalEntry, recordId } from "~/domain/shared/fields";
import type { Page } from "~/domain/shared/page";
import { periodProblem, readPeriod, type Period } from "~/domain/shared/period";
import type { Scope } from "~/domain/shared/scope";
import { ApiProblem } from "./problem.server";
import { sentAs, sentDay } from "./schema-of.server";
import { about } from "./texts.server";

/** Rows of a page of the API. */
const MOST_ROWS = 100;
const USUAL_ROWS = 50;

/** Parameters that every list has. */
export const pageParameters = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/, "limit_invalid")
    .transform(Number)
    .pipe(z.number().min(1, "limit_invalid").max(MOST_ROWS, "limit_invalid"))
    .optional()
    .describe(about("limit"))
    .meta(sentAs({ type: "integer", minimum: 1, maximum: MOST_ROWS, default: USUAL_ROWS })),
  cursor: z.string().max(1_000, "cursor_invalid").optional().describe(about("cursor")),
};

/** Parameters that narrow a list to days, both included. */
export const periodParameters = {
  from: optionalEntry.describe(about("from")).meta(sentDay),
  to: optionalEntry.describe(about("to")).meta(sentDay),
};

/** A search as it is typed. */
export const searchParameter = z.string().max(LONGEST_ENTRY, `too_long|{"max":${LONGEST_ENTRY}}`).optional();

/** A moment since when something was made. */
export const sinceParameter = z.iso
  .datetime({ offset: true, error: "moment_invalid" })
  .transform((text) => new Date(text))
  .optional();

/** The id of a record. */
export const idParameter = recordId.optional();

/** The answer of a list. */
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
 * Answers with a page of a list. Cursors name the list and its filters: with others, and damaged ones, they are
 * refused, where the page would be another one than what was asked for. Throws `cursor_invalid`.
 *
 * @param read reads the page at a cursor of the domain.
 */
export async function answerPage<Row, Shown>(
  list: string,
  query: Filters,
  read: (at: { cursor: string | null; size: number }) => Promise<Page<Row>>,
  show: (row: Row) => Shown,
): Promise<{ data: Shown[]; next_cursor: string | null; previous_cursor: string | null }> {
  const { limit: size = USUAL_ROWS, cursor, ...filters } = query;
  // Also of where the page begins: the domain takes a cursor that it does not understand for the beginning of the list.
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

/** The days that a list is narrowed to; null for all. Throws `invalid`. */
export async function periodOf(scope: Scope, { from, to }: Filters): Promise<Period | null> {
  const params = new URLSearchParams({ ...(from && { from }), ...(to && { to }) });
  if (periodProblem(params))
    throw new ApiProblem("invalid", [{ parameter: from ? "from" : "to", message: "period_invalid" }]);
  return readPeriod(params, await scope.today());
}
