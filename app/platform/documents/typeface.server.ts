import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { visible } from "~/domain/shared/visible";
import { unpackWoff } from "./woff.server";

export type Weight = "normal" | "bold";
const fileWeights: Record<Weight, number> = { normal: 400, bold: 600 };

/** The files of Inter, in the order in which a character is looked up. */
const parts = ["latin", "latin-ext", "greek", "cyrillic", "greek-ext", "cyrillic-ext", "vietnamese"] as const;

/** A file of the typeface. */
export interface FontFile {
  name: string;
  /**
   * Returns a font to embed in one document. Embedding marks glyphs in a font, so the one that all documents share is
   * never embedded.
   */
  toEmbed: () => Font;
  font: Font;
}

/** Text in one font. */
export interface TextRun {
  file: FontFile;
  text: string;
  /** In multiples of the font size. */
  width: number;
}

/** A line of text that fits its column. */
export interface TextLine {
  runs: TextRun[];
  /** In multiples of the font size. */
  width: number;
}

/** Shown for a character that no font has. PDF/A forbids the fonts' own sign for it, the glyph .notdef. */
const REPLACEMENT = "?";

const MAX_KEPT = 5_000;
const MAX_KEPT_LENGTH = 500;
const require = createRequire(import.meta.url);
const files = new Map<string, FontFile>();
const words = new Map<string, TextRun[]>();
const paragraphs = new Map<string, readonly TextLine[]>();
/** The file that has a character; null if none has it. */
const filesOfSigns: Record<Weight, Map<string, FontFile | null>> = { normal: new Map(), bold: new Map() };

function openFile(weight: Weight, part: (typeof parts)[number]): FontFile {
  const name = `inter-${part}-${fileWeights[weight]}-normal`;
  const known = files.get(name);
  if (known) return known;
  const bytes = unpackWoff(readFileSync(require.resolve(`@fontsource/inter/files/${name}.woff`)));
  const font = create(bytes) as Font;
  const layout = fastLayout(font);
  Object.assign(font, { layout });
  const toEmbed = () => Object.assign(create(bytes) as Font, { layout });
  const file = { name, font, toEmbed };
  files.set(name, file);
  return file;
}

/** Returns the first file that has a character; null if none has it. */
function fileOf(weight: Weight, sign: string): FontFile | null {
  const known = filesOfSigns[weight].get(sign);
  if (known !== undefined) return known;
  const codePoint = sign.codePointAt(0)!;
  const part = parts.find((name) => openFile(weight, name).font.hasGlyphForCodePoint(codePoint));
  const file = part ? openFile(weight, part) : null;
  keep(filesOfSigns[weight], sign, file);
  return file;
}

/** What pdfkit needs of a glyph. */
interface Sign {
  id: number;
  advanceWidth: number;
  codePoints: number[];
}
type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number };
interface Shaped {
  glyphs: Sign[];
  positions: Position[];
}

/** Returns whether a word is made of digits and what stands between them, as in amounts, days and percentages. */
const isOfDigits = (text: string) => /^[\d.,:%+\-–€$()/ \u00a0]+$/.test(text) && /\d/.test(text);

/**
 * Returns a layout for a font that takes less time than its own, which is most of the time of a long document. Results
 * are cached. Words of digits are not shaped and get digits of the same width, which line up in columns.
 */
function fastLayout(font: Font): (text: string) => Shaped & { readonly advanceWidth: number } {
  const shape = font.layout.bind(font);
  const digits = new Map(shape("0123456789", ["tnum"]).glyphs.map((glyph, digit) => [String(digit), glyph]));
  const digitsOnly = (text: string): Shaped => {
    const glyphs = [...text].map((sign) => digits.get(sign) ?? font.glyphForCodePoint(sign.codePointAt(0)!));
    const none = { yAdvance: 0, xOffset: 0, yOffset: 0 };
    return { glyphs, positions: glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, ...none })) };
  };
  const shaped = new Map<string, Shaped>();
  return (text) => {
    let found = shaped.get(text);
    if (!found) {
      found = withOwnCodePoints(text, isOfDigits(text) ? digitsOnly(text) : shape(text));
      keep(shaped, text, found);
    }
    // Copied, because pdfkit scales the positions in place.
    const positions = found.positions.map(copyPosition);
    return {
      glyphs: found.glyphs,
      positions,
      get advanceWidth() {
        return positions.reduce((width, position) => width + position.xAdvance, 0);
      },
    };
  };
}

const copyPosition = ({ xAdvance, yAdvance, xOffset, yOffset }: Position): Position => ({
  xAdvance,
  yAdvance,
  xOffset,
  yOffset,
});

/**
 * Gives each glyph the characters of this text. A font keeps those of the text that first had the glyph, so a document
 * would depend on the documents before it where characters share a glyph, such as the space and the no-break space.
 */
function withOwnCodePoints(text: string, { glyphs, positions }: Shaped): Shaped {
  const signs = [...text];
  const isOneToOne = signs.length === glyphs.length;
  const own = glyphs.map(({ id, advanceWidth, codePoints }, index) => ({
    id,
    advanceWidth,
    codePoints: isOneToOne ? [signs[index]!.codePointAt(0)!] : codePoints,
  }));
  return { glyphs: own, positions: positions.map(copyPosition) };
}

/** Stores a value in a cache of limited size. Long texts are not kept, because they hardly repeat. */
function keep<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  if (key.length > MAX_KEPT_LENGTH) return;
  if (cache.size >= MAX_KEPT) cache.clear();
  cache.set(key, value);
}

/** Texts that stay as they are: Latin letters without combining marks, and common signs. */
const PLAIN = /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u024f\u2013\u2019\u201c-\u201e\u2022\u2026\u20ac]*$/;

/** Returns a text as a PDF can show it: one line, composed characters, spaces and hyphens that the fonts have. */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return visible(text)
    .replace(/\p{Cs}/gu, "\ufffd")
    .normalize("NFC")
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/gu, "")
    .replace(/[\u2007\u202f]/g, "\u00a0")
    .replace(/[\u1680\u2000-\u200a\u205f\u3000]/g, " ")
    .replace(/[\u2010\u2011]/g, "-");
}

/** Returns whether a character of a printable text is replaced. */
export const hasReplacement = (text: string): boolean => [...text].some((sign) => fileOf("normal", sign) === null);

/** Splits a word into runs, by the first font that has each character. */
function runsOf(word: string, weight: Weight): TextRun[] {
  const key = `${weight} ${word}`;
  const known = words.get(key);
  if (known) return known;
  const texts: { file: FontFile; text: string }[] = [];
  for (const sign of word) {
    const found = fileOf(weight, sign);
    const file = found ?? openFile(weight, "latin");
    const last = texts.at(-1);
    if (last?.file === file) last.text += found ? sign : REPLACEMENT;
    else texts.push({ file, text: found ? sign : REPLACEMENT });
  }
  const runs = texts.map(({ file, text }) => ({ file, text, width: widthOf(file, text) }));
  keep(words, key, runs);
  return runs;
}

/** Returns the width of the widest word of a printable text, in multiples of the font size. */
export function widestWord(text: string, weight: Weight): number {
  const widths = text.split(" ").map((word) => runsOf(word, weight).reduce((sum, run) => sum + run.width, 0));
  return Math.max(...widths);
}

const widthOf = ({ font }: FontFile, text: string): number => font.layout(text).advanceWidth / font.unitsPerEm;

/**
 * Breaks a printable text into lines of at most `width`, in multiples of the font size. A word that is wider is broken
 * anywhere. After `maxLines` lines the text ends with an ellipsis.
 */
export function wrap(text: string, weight: Weight, width: number, maxLines: number): readonly TextLine[] {
  const key = `${weight} ${width} ${maxLines} ${text}`;
  const known = paragraphs.get(key);
  if (known) return known;
  const lines = broken(text, weight, width, maxLines);
  keep(paragraphs, key, lines);
  return lines;
}

function broken(text: string, weight: Weight, width: number, maxLines: number): TextLine[] {
  const lines: TextLine[] = [{ runs: [], width: 0 }];
  // pdfkit shapes each word with the space after it, so they are measured alike.
  const tokens = text.match(/[^ ]+ ?/g) ?? [];
  for (const token of tokens) {
    for (const piece of piecesOf(token, weight, width)) {
      const runs = runsOf(piece, weight);
      const pieceWidth = runs.reduce((sum, run) => sum + run.width, 0);
      const space = piece.endsWith(" ") ? widthOf(runs.at(-1)!.file, " ") : 0;
      let line = lines.at(-1)!;
      if (line.runs.length > 0 && line.width + pieceWidth - space > width) {
        if (lines.length === maxLines) return withEllipsis(lines, weight);
        line = { runs: [], width: 0 };
        lines.push(line);
      }
      line.width += pieceWidth;
      for (const run of runs) append(line, run);
    }
  }
  return lines.map(trimmed);
}

/** Returns a token as a whole, or in pieces that fit a line. */
function piecesOf(token: string, weight: Weight, width: number): string[] {
  // No character is wider than two em, so most tokens need not be measured twice.
  if (token.length * 2 <= width) return [token];
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  for (const [sign] of token.matchAll(/.\p{M}*/gsu)) {
    const signWidth = runsOf(sign, weight).reduce((sum, run) => sum + run.width, 0);
    if (piece && sign !== " " && used + signWidth > width) {
      pieces.push(piece);
      piece = "";
      used = 0;
    }
    piece += sign;
    used += signWidth;
  }
  return [...pieces, piece];
}

function append(line: TextLine, { file, text, width }: TextRun): void {
  const last = line.runs.at(-1);
  if (last?.file !== file) line.runs.push({ file, text, width });
  else {
    last.text += text;
    last.width += width;
  }
}

/** Removes the space at the end of a line, which would shift text that is aligned right. */
function trimmed(line: TextLine): TextLine {
  const last = line.runs.at(-1);
  if (!last?.text.endsWith(" ")) return line;
  const space = widthOf(last.file, " ");
  const runs = [...line.runs.slice(0, -1), { ...last, text: last.text.slice(0, -1), width: last.width - space }];
  return { runs, width: line.width - space };
}

function withEllipsis(lines: TextLine[], weight: Weight): TextLine[] {
  const last = trimmed(lines.at(-1)!);
  const ellipsis = runsOf("…", weight)[0]!;
  append(last, ellipsis);
  return [...lines.slice(0, -1).map(trimmed), { ...last, width: last.width + ellipsis.width }];
}
