/** An ordinary cell of a bag. */
export interface Cell {
  /** Each "0" or "1". */
  bits: string;
  /** Places of the cells that it refers to. */
  refs: readonly number[];
}

const MAGIC = 0xb5ee9c72;
const HAS_INDEX = 0x80;
const EXOTIC = 0x08;

function readBytes(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The bits of a cell's data. Where they fill no whole byte, a single 1 and zeros follow them. */
function readBits(data: Uint8Array<ArrayBuffer>, isWhole: boolean): string {
  const bits = Array.from(data, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return isWhole ? bits : bits.slice(0, bits.lastIndexOf("1"));
}

/** Reads a bag of cells with one root (TL-B `serialized_boc#b5ee9c72`) in base64. A cell refers only to later ones. */
export function readBag(base64: string): { cells: readonly Cell[]; root: number } {
  const bytes = readBytes(base64);
  let at = 0;
  const take = (length: number): Uint8Array<ArrayBuffer> => {
    if (at + length > bytes.length) throw new Error("the bag ends too early");
    at += length;
    return bytes.slice(at - length, at);
  };
  const takeNumber = (length: number): number => take(length).reduce((value, byte) => value * 256 + byte, 0);

  if (takeNumber(4) !== MAGIC) throw new Error("this is no bag of cells");
  const flags = takeNumber(1);
  const refSize = flags & 0x07;
  const offsetSize = takeNumber(1);
  const cellCount = takeNumber(refSize);
  const rootCount = takeNumber(refSize);
  take(refSize + offsetSize);
  const root = takeNumber(refSize);
  if (rootCount !== 1) throw new Error("the bag has several roots");
  if ((flags & HAS_INDEX) !== 0) take(cellCount * offsetSize);
  const cells: Cell[] = [];
  while (cells.length < cellCount) {
    const [refsByte = 0, dataByte = 0] = take(2);
    if ((refsByte & EXOTIC) !== 0) throw new Error("a message has ordinary cells alone");
    const bits = readBits(take(Math.ceil(dataByte / 2)), dataByte % 2 === 0);
    const refs = Array.from({ length: refsByte & 0x07 }, () => takeNumber(refSize));
    if (refs.some((ref) => ref <= cells.length)) throw new Error("a cell refers to an earlier one");
    cells.push({ bits, refs });
  }
  return { cells, root };
}

/** Reads a cell's bits, each "0" or "1", one part after the other. */
export class BitReader {
  readonly #bits: string;
  #at = 0;

  constructor(bits: string) {
    this.#bits = bits;
  }

  take(length: number): string {
    const end = this.#at + length;
    if (end > this.#bits.length) throw new Error("the cell ends too early");
    const taken = this.#bits.slice(this.#at, end);
    this.#at = end;
    return taken;
  }

  takeNumber(length: number): number {
    return Number.parseInt(this.take(length), 2);
  }

  takeFlag(): boolean {
    return this.take(1) === "1";
  }

  takeRest(): string {
    return this.take(this.#bits.length - this.#at);
  }
}
