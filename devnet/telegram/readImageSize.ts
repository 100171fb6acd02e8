const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_END = Buffer.from("IEND");

/** Width and height of a whole PNG or JPEG file; null for anything else. */
export function readImageSize(bytes: Buffer): { width: number; height: number } | null {
  return readPng(bytes) ?? readJpeg(bytes);
}

function readPng(bytes: Buffer): { width: number; height: number } | null {
  const isPng = bytes.length >= 45 && bytes.subarray(0, 8).equals(PNG) && bytes.toString("latin1", 12, 16) === "IHDR";
  if (!isPng || !bytes.subarray(-8, -4).equals(PNG_END)) return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks the segments of a JPEG to its frame header. */
function readJpeg(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
