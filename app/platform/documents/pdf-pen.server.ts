import type PDFDocument from "pdfkit";
import {
  hasReplacement,
  printable,
  widestWord,
  wrap,
  type FontFile,
  type TextLine,
  type Weight,
} from "./typeface.server";

/** Points per millimeter. */
export const MM = 72 / 25.4;

export const ink = { text: "#1c1917", muted: "#57534e", rule: "#d6d3d1", line: "#57534e" };

/** How a paragraph or a cell is set. Lengths are in points. */
export interface TextStyle {
  size: number;
  /** Distance of the lines. */
  leading: number;
  weight: Weight;
  color: string;
}

export const styles = {
  name: { size: 14, leading: 18, weight: "bold", color: ink.text },
  title: { size: 15, leading: 20, weight: "bold", color: ink.text },
  heading: { size: 11, leading: 15, weight: "bold", color: ink.text },
  body: { size: 9, leading: 13, weight: "normal", color: ink.text },
  strong: { size: 9, leading: 13, weight: "bold", color: ink.text },
  address: { size: 10, leading: 12.8, weight: "normal", color: ink.text },
  quiet: { size: 8, leading: 11, weight: "normal", color: ink.muted },
  details: { size: 7.5, leading: 10.5, weight: "normal", color: ink.muted },
  head: { size: 7.5, leading: 10, weight: "bold", color: ink.muted },
  small: { size: 7, leading: 9.5, weight: "normal", color: ink.muted },
} satisfies Record<string, TextStyle>;

/** Smaller numbers would not be legible. */
const SMALLEST_NUMBER = 4;

/** Lines of text at a place on the page. */
export interface TextBlock {
  lines: readonly TextLine[];
  style: TextStyle;
  x: number;
  width: number;
  isNumber: boolean;
  height: number;
  /** The whole text, if a character of it is replaced or it is too long; screen readers get it instead. */
  actual: string | null;
}

/**
 * Lays out a text in a column. The longest names fit `maxLines` lines; a longer text ends with an ellipsis. A number
 * that is wider than its column gets smaller, because in two lines it would read as two numbers.
 */
export function block(
  text: string,
  style: TextStyle,
  { x, width, isNumber = false, maxLines = 14 }: { x: number; width: number; isNumber?: boolean; maxLines?: number },
): TextBlock {
  const shown = printable(text);
  const fitting = isNumber ? Math.min(style.size, width / widestWord(shown, style.weight)) : style.size;
  const size = Math.max(fitting, SMALLEST_NUMBER);
  // A little more than the column, so that rounding does not break what has just been fitted.
  const lines = wrap(shown, style.weight, width / size + 0.001, maxLines);
  const isCut = lines.length === maxLines && lines.at(-1)!.runs.at(-1)?.text.endsWith("…");
  const actual = isCut || hasReplacement(shown) ? shown : null;
  return { lines, style: { ...style, size }, x, width, isNumber, height: lines.length * style.leading, actual };
}

export type Structure = PDFKit.PDFStructureElement;

/** Draws on the pages of a PDF and tags everything it draws. */
export class Pen {
  readonly #doc: typeof PDFDocument;
  readonly #root: Structure;
  readonly #fonts = new Map<FontFile, unknown>();

  constructor(doc: typeof PDFDocument) {
    this.#doc = doc;
    this.#root = doc.struct("Document");
    doc.addStructure(this.#root);
  }

  /** Adds an element that holds other elements, such as a table. The caller ends it. */
  group(tag: string, parent: Structure = this.#root): Structure {
    const element = this.#doc.struct(tag);
    parent.add(element);
    return element;
  }

  /** Adds an element with its content. */
  tag(tag: string, draw: () => void, options: TagOptions = {}): void {
    const { parent = this.#root, actual, alt, scope } = options;
    const attributes = { ...(actual && { actual }), ...(alt && { alt }), ...(scope && { scope }) };
    const element = this.#doc.struct(tag, attributes, draw);
    parent.add(element);
  }

  /** Draws what assistive technology skips: rules, and what is repeated on each page. */
  artifact(type: "Pagination" | "Layout", draw: () => void): void {
    this.#doc.markContent("Artifact", { type });
    draw();
    this.#doc.endMarkedContent();
  }

  /** Draws lines of text, the first one below `top`. */
  text({ lines, style, x, width, isNumber }: TextBlock, top: number): void {
    const { size, leading, color } = style;
    this.#doc.fillColor(color);
    lines.forEach((line, index) => {
      let left = isNumber ? x + width - line.width * size : x;
      // The baseline, so that lines of different sizes in a row line up.
      const baseline = top + (index + 1) * leading - 0.3 * size;
      for (const { file, text, width: runWidth } of line.runs) {
        this.#doc.font(this.#fontOf(file), file.name, size);
        const options = { lineBreak: false, baseline: "alphabetic", textWidth: runWidth * size, wordCount: 1 } as const;
        this.#doc.text(text, left, baseline, options);
        left += runWidth * size;
      }
    });
  }

  #fontOf(file: FontFile): string {
    const font = this.#fonts.get(file) ?? file.toEmbed();
    this.#fonts.set(file, font);
    // pdfkit takes a parsed font, too; its types do not know.
    return font as string;
  }

  rule(x: number, y: number, width: number, { color = ink.rule, thickness = 0.5 } = {}): void {
    this.#doc.lineWidth(thickness).strokeColor(color);
    this.#doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke();
  }

  image(bytes: Uint8Array, x: number, y: number, fit: [width: number, height: number]): void {
    this.#doc.image(Buffer.from(bytes), x, y, { fit });
  }

  addPage(): void {
    this.#doc.addPage();
  }

  end(): void {
    this.#root.end();
  }
}

interface TagOptions {
  parent?: Structure;
  /** The text, where it differs from what is drawn. */
  actual?: string | null;
  /** Describes a picture. */
  alt?: string;
  /** What a heading of a table belongs to. */
  scope?: "Column" | "Row";
}
