import type { DocumentText } from "~/i18n/document-text";
import { block, ink, MM, styles, type Pen, type TextBlock } from "./pdf-pen.server";

/** A4 in points. */
export const PAGE_SIZE: [width: number, height: number] = [210 * MM, 297 * MM];
const LEFT = 25 * MM;
const RIGHT = 20 * MM;
const CONTINUED_TOP = 30 * MM;
const BOTTOM = PAGE_SIZE[1] - 27 * MM;

/**
 * The page that is being filled. Without a pen nothing is drawn: the first pass only counts the pages, because each of
 * them says how many there are.
 */
export class Page {
  readonly x = LEFT;
  readonly width = PAGE_SIZE[0] - LEFT - RIGHT;
  /** Where the next block begins. */
  top = 0;
  number = 0;
  readonly pen: Pen | null;
  readonly #text: DocumentText;
  readonly #pages: number;

  constructor(pen: Pen | null, text: DocumentText, pages: number) {
    this.pen = pen;
    this.#text = text;
    this.#pages = pages;
  }

  hasRoom(height: number): boolean {
    return this.top + height <= BOTTOM;
  }

  /** Begins the next page. Yields the finished one. */
  *next(): Generator<void> {
    if (this.number > 0) yield;
    this.number++;
    this.top = CONTINUED_TOP;
    this.pen?.addPage();
    this.pen?.artifact("Pagination", () => this.#drawRepeated());
  }

  /** Places a paragraph below what is there. */
  paragraph(text: TextBlock, tag: string): void {
    const { pen, top } = this;
    pen?.tag(tag, () => pen.text(text, top), { actual: text.actual });
    this.top += text.height;
  }

  /** Draws the lines at the top of every page but the first, and at the bottom. */
  #drawRepeated(): void {
    const { pen, x, width } = this;
    if (!pen) return;
    const { title, receiver, sender, repeated } = this.#text;
    if (this.number > 1) {
      const half = width / 2 - 5;
      pen.text(block(title, styles.small, { x, width: half, maxLines: 1 }), 18 * MM);
      const right = { x: x + half + 10, width: half, maxLines: 1, isNumber: true };
      pen.text(block(receiver[0] ?? "", styles.small, right), 18 * MM);
      pen.rule(x, 18 * MM + 13, width);
    }
    const footer = BOTTOM + 5 * MM;
    const page = repeated.page.replace("{{page}}", String(this.number)).replace("{{pages}}", String(this.#pages));
    pen.rule(x, footer - 4, width, { color: ink.rule });
    const line = [sender.name, ...addressOf(sender), ...sender.ids].join(" · ");
    pen.text(block(line, styles.small, { x, width: width - 80, maxLines: 5 }), footer);
    pen.text(block(page, styles.small, { x: x + width - 75, width: 75, isNumber: true }), footer);
  }
}

/** Returns the sender's lines without the name, which stands before them. */
export const addressOf = ({ name, lines }: DocumentText["sender"]): string[] => lines.filter((line) => line !== name);
