import { deflateSync } from "node:zlib";

// Small valid files of the accepted types.

/** A PDF of exactly `size` bytes, at least 400. */
export function pdf(size = 1_000, text = ""): Buffer {
  const start = `%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n${text}`;
  const end = `\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`;
  const filler = `%${"x".repeat(Math.max(0, size - start.length - end.length - 1))}`;
  return Buffer.from(start + filler + end, "latin1");
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** A PNG of one pixel; `text` is in a comment. */
export function png(text = ""): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    ...(text ? [chunk("tEXt", Buffer.from(`Comment\0${text}`, "latin1"))] : []),
    chunk("IDAT", deflateSync(Buffer.from([0, 255]))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The smallest JPEG that readers accept; `text` is in a comment. */
export function jpeg(text = ""): Buffer {
  const comment = Buffer.from(text, "latin1");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(comment.length + 2);
  const start = Buffer.from("ffd8ffe000104a46494600010101004800480000", "hex");
  const rest = Buffer.from(
    "ffdb004300030202020202030202020303030304060404040404080606050609080a0a090809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffc9000b080001000101011100ffcc000600101005ffda0008010100003f00d2cf20ffd9",
    "hex",
  );
  return Buffer.concat([start, ...(text ? [Buffer.from([0xff, 0xfe]), length, comment] : []), rest]);
}
