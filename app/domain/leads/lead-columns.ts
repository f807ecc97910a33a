import { openLeadStatuses, type LeadStatus } from "./lead";

/** Initial number of leads in a column of the board, and the number added by "show more". */
export const COLUMN_SIZE = 25;
/** Limit for a column. A list shows all leads of a status. */
export const MAX_COLUMN_LENGTH = 500;

/** Number of leads per column where it is not COLUMN_SIZE. */
export type ColumnSizes = Partial<Record<LeadStatus, number>>;

/** Returns the number of leads in a column. */
export const sizeOf = (sizes: ColumnSizes, status: LeadStatus): number => sizes[status] ?? COLUMN_SIZE;

/** Returns the address parameter that lengthens a column. */
export const columnParam = (status: LeadStatus): string => `more_${status}`;

/** Parses the lengths of the columns from an address; invalid values are ignored. */
export function parseColumnSizes(params: URLSearchParams): ColumnSizes {
  const read = openLeadStatuses.map((status) => [status, Number(params.get(columnParam(status)))] as const);
  const understood = read.filter(([, size]) => Number.isInteger(size) && size > COLUMN_SIZE);
  return Object.fromEntries(understood.map(([status, size]) => [status, Math.min(size, MAX_COLUMN_LENGTH)]));
}
