import type { Day } from "~/domain/shared/dates";
import type { Language } from "./languages";

/** A document as text in one language, which a page and a PDF show alike. Plain data, so a loader can return it. */
export interface DocumentText {
  language: Language;
  /** Kind and number, as of a window or a bookmark. */
  title: string;
  issuedOn: Day;
  sender: DocumentSender;
  /** Name and address of the recipient, a line each. */
  receiver: string[];
  facts: DocumentFact[];
  /** Sentences before the tables. */
  intro: string[];
  tables: DocumentTable[];
  /** Sentences after the tables. */
  notes: string[];
  /** What a PDF repeats on its pages. */
  repeated: {
    /** Precedes the running sum where a table continues on another page. */
    carried: string;
    /** "Page {{page}} of {{pages}}"; the placeholders are filled in per page. */
    page: string;
  };
}

export interface DocumentSender {
  name: string;
  /** The address, a line each. */
  lines: string[];
  /** VAT id and tax number, with their labels. */
  ids: string[];
}

export interface DocumentFact {
  label: string;
  value: string;
}

export interface DocumentTable {
  id: string;
  /** Null if the title of the document says what it lists. */
  title: string | null;
  /** For assistive technology. */
  caption: string;
  /** Explains the table; null for none. */
  text: string | null;
  /** The first column names the row. */
  columns: DocumentColumn[];
  rows: DocumentRow[];
  sums: DocumentSum[];
}

export interface DocumentColumn {
  label: string;
  /** Width of the column, as a share of all. */
  share: number;
  /** Aligned right, with digits of the same width. */
  isNumber: boolean;
}

export interface DocumentRow {
  /** The lines of a cell for each column. The first line is the more important one. */
  cells: string[][];
  /** What explains the row, a paragraph each. */
  details: string[];
  /** Sum of this row and all rows before it; null in a table without a sum. */
  running: string | null;
}

export interface DocumentSum {
  label: string;
  value: string;
  /** The sum that matters most. */
  isTotal: boolean;
}
