import { openLeadStatuses, type LeadStatus } from "./lead";

/** Leads a column of the board shows at first, and by how many "show more" makes it longer. */
export const COLUMN_SIZE = 25;
/** The longest a column can get. A list shows all leads of a status. */
export const LONGEST_COLUMN = 500;

/** How many leads the columns show where it is not COLUMN_SIZE. */
export type ColumnSizes = Partial<Record<LeadStatus, number>>;

/** How many leads a column shows. */
export const sizeOf = (sizes: ColumnSizes, status: LeadStatus): number => sizes[status] ?? COLUMN_SIZE;

/** The parameter of an address that makes a column longer. */
export const columnParam = (status: LeadStatus): string => `more_${status}`;

/** Reads the lengths of the columns from an address; what is not understood changes nothing. */
export function parseColumnSizes(params: URLSearchParams): ColumnSizes {
  const read = openLeadStatuses.map((status) => [status, Number(params.get(columnParam(status)))] as const);
  const understood = read.filter(([, size]) => Number.isInteger(size) && size > COLUMN_SIZE);
  return Object.fromEntries(understood.map(([status, size]) => [status, Math.min(size, LONGEST_COLUMN)]));
}
