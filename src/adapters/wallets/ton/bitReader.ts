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
