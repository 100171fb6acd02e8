import { brotliCompressSync, gzipSync } from "node:zlib";

/** A page in one content encoding. */
export interface PackedPage {
  /** The value of `content-encoding`; null for none. */
  encoding: string | null;
  body: Buffer;
}

/** Compresses a page once; returns a function that picks the smallest encoding of an `accept-encoding`. */
export function packPage(html: string): (acceptEncoding: string | undefined) => PackedPage {
  const plain: PackedPage = { encoding: null, body: Buffer.from(html) };
  const packed: readonly PackedPage[] = [
    { encoding: "br", body: brotliCompressSync(plain.body) },
    { encoding: "gzip", body: gzipSync(plain.body, { level: 9 }) },
  ];
  return (acceptEncoding = "") => {
    const parts = acceptEncoding.toLowerCase().split(",");
    const allowed = parts.filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part));
    const accepted = new Set(allowed.map((part) => part.split(";")[0]?.trim()));
    return packed.find(({ encoding }) => accepted.has(encoding ?? "")) ?? plain;
  };
}
