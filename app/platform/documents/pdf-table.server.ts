import type { DocumentColumn, DocumentRow, DocumentSum, DocumentTable } from "~/i18n/document-text";
import type { Page } from "./pdf-page.server";
import { block, ink, styles, type Pen, type Structure, type TextBlock } from "./pdf-pen.server";

const GAP = 10;
const PADDING = 5;
/** Between the cells of a row and what explains it. */
const DETAILS_GAP = 2;
const CARRIED_HEIGHT = 18;

interface Column extends DocumentColumn {
  x: number;
  width: number;
}

/**
 * Lays out a table. Its head is repeated on each page and no row is split. Where it goes on, the sum so far stands at
 * the end of the page and at the start of the next one. Yields after each page.
 */
export function* layTable(page: Page, table: DocumentTable, carried: string): Generator<void> {
  const columns = columnsOf(page, table.columns);
  const head = columns.map((column) => block(column.label, styles.head, column));
  const headHeight = heightOf(head) + 2 * PADDING;
  const rows = table.rows.map((row) => () => rowOf(page, columns, row));
  const firstHeight = rows[0] ? rows[0]().height : 0;
  yield* titleOf(page, table, headHeight + firstHeight + CARRIED_HEIGHT);

  const element = page.pen?.group("Table") ?? null;
  drawHead(page, head, headHeight, element);
  const goOn = function* (running: string | null) {
    if (running !== null) drawCarried(page, carried, running);
    yield* page.next();
    page.pen?.artifact("Pagination", () => drawHeadTexts(page, head, headHeight));
    page.top += headHeight;
    if (running !== null) drawCarried(page, carried, running);
  };
  for (const [index, layOut] of rows.entries()) {
    const row = layOut();
    if (!page.hasRoom(row.height + CARRIED_HEIGHT)) yield* goOn(table.rows[index - 1]?.running ?? null);
    drawRow(page, row, element);
  }
  element?.end();

  const sums = table.sums.map((sum) => sumOf(page, sum));
  const sumsHeight = sums.reduce((height, sum) => height + sum.height, 0);
  if (sums.length === 0) return;
  if (!page.hasRoom(sumsHeight)) {
    const running = table.rows.at(-1)?.running ?? null;
    if (running !== null) drawCarried(page, carried, running);
    yield* page.next();
    if (running !== null) drawCarried(page, carried, running);
  }
  const sumTable = page.pen?.group("Table") ?? null;
  for (const sum of sums) drawSum(page, sum, sumTable);
  sumTable?.end();
}

function columnsOf({ x, width }: Page, columns: readonly DocumentColumn[]): Column[] {
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  const room = width - GAP * (columns.length - 1);
  let left = x;
  return columns.map((column) => {
    const own = { ...column, x: left, width: (room * column.share) / all };
    left += own.width + GAP;
    return own;
  });
}

const heightOf = (blocks: readonly TextBlock[]): number => Math.max(0, ...blocks.map(({ height }) => height));
const stackHeight = (blocks: readonly TextBlock[]): number => blocks.reduce((sum, { height }) => sum + height, 0);

/** Places the title and text of a table, on the next page if its first row does not fit below them. */
function* titleOf(page: Page, { title, text }: DocumentTable, rest: number): Generator<void> {
  const titleBlock = title && block(title, styles.heading, page);
  const textBlock = text && block(text, styles.body, page);
  const own = (titleBlock ? titleBlock.height + 14 : 0) + (textBlock ? textBlock.height : 0);
  if (!page.hasRoom(own + rest)) yield* page.next();
  if (titleBlock) {
    page.top += 14;
    page.paragraph(titleBlock, "H2");
  }
  if (textBlock) page.paragraph(textBlock, "P");
}

function drawHead(page: Page, head: readonly TextBlock[], height: number, table: Structure | null): void {
  const { pen, top } = page;
  if (pen && table) {
    const row = pen.group("TR", table);
    for (const label of head)
      pen.tag("TH", () => pen.text(label, top + PADDING), { parent: row, scope: "Column", actual: label.actual });
    row.end();
    pen.artifact("Layout", () => pen.rule(page.x, top + height, page.width, { color: ink.line, thickness: 0.75 }));
  }
  page.top += height;
}

function drawHeadTexts(page: Page, head: readonly TextBlock[], height: number): void {
  for (const label of head) page.pen?.text(label, page.top + PADDING);
  page.pen?.rule(page.x, page.top + height, page.width, { color: ink.line, thickness: 0.75 });
}

interface Row {
  /** The lines of each cell. */
  cells: TextBlock[][];
  details: TextBlock[];
  cellsHeight: number;
  height: number;
}

function rowOf(page: Page, columns: readonly Column[], { cells, details }: DocumentRow): Row {
  const blocks = columns.map((column, index) =>
    (cells[index] ?? []).map((text, line) => {
      const important = index === 0 ? styles.strong : styles.body;
      return block(text, line === 0 ? important : styles.quiet, column);
    }),
  );
  const below = details.map((text) => block(text, styles.details, { x: page.x, width: page.width, maxLines: 6 }));
  const cellsHeight = Math.max(0, ...blocks.map(stackHeight)) + (below.length > 0 ? DETAILS_GAP : 0);
  return { cells: blocks, details: below, cellsHeight, height: cellsHeight + stackHeight(below) + 2 * PADDING };
}

function drawRow(page: Page, row: Row, table: Structure | null): void {
  const { pen } = page;
  if (pen && table) {
    const element = pen.group("TR", table);
    row.cells.forEach((cell, index) => {
      // Read out last: in the heading of the row they would be repeated with each cell.
      const details = index === row.cells.length - 1 ? row.details : [];
      const draw = () => {
        drawStack(pen, cell, page.top + PADDING);
        drawStack(pen, details, page.top + PADDING + row.cellsHeight);
      };
      const actual = actualOf([...cell, ...details]);
      pen.tag(index === 0 ? "TH" : "TD", draw, {
        parent: element,
        actual,
        ...(index === 0 && { scope: "Row" as const }),
      });
    });
    element.end();
    const bottom = page.top + row.height;
    pen.artifact("Layout", () => pen.rule(page.x, bottom, page.width));
  }
  page.top += row.height;
}

function drawStack(pen: Pen, blocks: readonly TextBlock[], from: number): void {
  let top = from;
  for (const one of blocks) {
    pen.text(one, top);
    top += one.height;
  }
}

/** Returns the whole text of a cell if any of its lines has one that differs from what is drawn. */
function actualOf(blocks: readonly TextBlock[]): string | null {
  if (!blocks.some(({ actual }) => actual !== null)) return null;
  return blocks.map(({ actual, lines }) => actual ?? textOf(lines)).join(" ");
}

const textOf = (lines: TextBlock["lines"]): string =>
  lines.map(({ runs }) => runs.map(({ text }) => text).join("")).join(" ");

/** Draws the sum of all rows so far. It is repeated, so assistive technology skips it. */
function drawCarried(page: Page, label: string, running: string): void {
  const { pen, top } = page;
  pen?.artifact("Pagination", () => {
    const half = page.width / 2;
    pen.text(block(label, styles.strong, { x: page.x, width: half }), top + 2);
    pen.text(block(running, styles.strong, { x: page.x + half, width: half, isNumber: true }), top + 2);
    pen.rule(page.x, top + CARRIED_HEIGHT, page.width);
  });
  page.top += CARRIED_HEIGHT;
}

interface Sum {
  label: TextBlock;
  value: TextBlock;
  isTotal: boolean;
  height: number;
}

function sumOf(page: Page, { label, value, isTotal }: DocumentSum): Sum {
  const style = isTotal ? { ...styles.strong, size: 10.5, leading: 15 } : styles.body;
  const width = page.width * 0.3;
  const at = page.x + page.width - width;
  const left = page.x + page.width * 0.2;
  const blocks = {
    label: block(label, style, { x: left, width: at - left - GAP }),
    value: block(value, style, { x: at, width, isNumber: true }),
  };
  return { ...blocks, isTotal, height: heightOf([blocks.label, blocks.value]) + 2 * 3 };
}

function drawSum(page: Page, { label, value, isTotal, height }: Sum, table: Structure | null): void {
  const { pen, top } = page;
  if (pen && table) {
    if (isTotal) {
      const from = label.x;
      pen.artifact("Layout", () =>
        pen.rule(from, top, page.x + page.width - from, { color: ink.line, thickness: 0.75 }),
      );
    }
    const row = pen.group("TR", table);
    pen.tag("TH", () => pen.text(label, top + 3), { parent: row, scope: "Row", actual: label.actual });
    pen.tag("TD", () => pen.text(value, top + 3), { parent: row, actual: value.actual });
    row.end();
  }
  page.top += height;
}
