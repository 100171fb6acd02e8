import { BitReader, type Cell, readBag } from "./readBag.ts";

interface HashedCell {
  hash: readonly number[];
  depth: number;
}

/** Of an ordinary cell of level 0, as messages have them. */
async function hashCell(bits: string, refs: readonly HashedCell[]): Promise<HashedCell> {
  const isWhole = bits.length % 8 === 0;
  const padded = isWhole ? bits : `${bits}1`.padEnd(Math.ceil(bits.length / 8) * 8, "0");
  const data = Array.from({ length: padded.length / 8 }, (_, at) =>
    Number.parseInt(padded.slice(at * 8, at * 8 + 8), 2),
  );
  const lengthByte = Math.floor(bits.length / 8) + Math.ceil(bits.length / 8);
  const representation = [
    refs.length,
    lengthByte,
    ...data,
    ...refs.flatMap(({ depth }) => [depth >> 8, depth & 0xff]),
    ...refs.flatMap(({ hash }) => hash),
  ];
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from(representation));
  return {
    hash: [...new Uint8Array(digest)],
    depth: refs.length === 0 ? 0 : 1 + Math.max(...refs.map(({ depth }) => depth)),
  };
}

/** The parts of an external message (TL-B `message$_`) that make its normalized hash. */
interface ExternalMessage {
  /** The bits of the address that it is for. */
  to: string;
  /** The place of the cell that is the body, or the bits of a body that follows, with the places of its cells. */
  body: { ref: number } | { bits: string; refs: readonly number[] };
}

function readMessage({ bits, refs }: Cell): ExternalMessage {
  const reader = new BitReader(bits);
  let refCount = 0;
  const takeRef = (): number => {
    const ref = refs[refCount];
    if (ref === undefined) throw new Error("a cell is missing");
    refCount += 1;
    return ref;
  };
  if (reader.take(2) !== "10") throw new Error("this is no external message");
  // A sender outside the chain.
  if (reader.take(2) !== "00") reader.take(reader.takeNumber(9));
  const to = reader.take(267);
  // The fee for the import.
  reader.take(8 * reader.takeNumber(4));
  if (reader.takeFlag()) {
    if (reader.takeFlag()) takeRef();
    else {
      if (reader.takeFlag()) reader.take(5);
      if (reader.takeFlag()) reader.take(2);
      for (let part = 0; part < 3; part += 1) if (reader.takeFlag()) takeRef();
    }
  }
  if (reader.takeFlag()) return { to, body: { ref: takeRef() } };
  return { to, body: { bits: reader.takeRest(), refs: refs.slice(refCount) } };
}

/**
 * The normalized hash (TEP-467) of the message that a wallet signed and sent, in hex: it says the same of every spelling
 * of the message, and nodes find its transaction by it.
 * @param boc the message as TON Connect hands it over, in base64
 */
export async function hashMessage(boc: string): Promise<string> {
  const { cells, root } = readBag(boc);
  const hashed = new Map<number, HashedCell>();
  const find = (index: number): HashedCell => {
    const found = hashed.get(index);
    if (found === undefined) throw new Error("a cell is missing");
    return found;
  };
  for (let index = cells.length - 1; index >= 0; index -= 1) {
    const { bits, refs } = cells[index] ?? { bits: "", refs: [] };
    // A cell's hash needs those of the cells that it refers to.
    hashed.set(index, await hashCell(bits, refs.map(find)));
  }
  const message = cells[root];
  if (message === undefined) throw new Error("the bag has no root");
  const { to, body } = readMessage(message);
  const bodyCell = "ref" in body ? find(body.ref) : await hashCell(body.bits, body.refs.map(find));
  // No sender, no fee, no code and data, and the body in a cell of its own.
  const { hash } = await hashCell(`1000${to}000001`, [bodyCell]);
  return hash.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
