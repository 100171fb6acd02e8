const MAX_ENTRIES = 200;
const MAX_BYTES = 12_000_000;

/** The pictures that were asked for last, in bounded memory. */
export class PictureCache {
  readonly #pictures = new Map<string, Buffer>();
  #bytes = 0;

  get(key: string): Buffer | undefined {
    const picture = this.#pictures.get(key);
    if (picture === undefined) return undefined;
    this.#pictures.delete(key);
    this.#pictures.set(key, picture);
    return picture;
  }

  add(key: string, picture: Buffer): void {
    this.#remove(key);
    this.#pictures.set(key, picture);
    this.#bytes += picture.length;
    for (const oldest of this.#pictures.keys()) {
      if (this.#pictures.size <= MAX_ENTRIES && this.#bytes <= MAX_BYTES) break;
      this.#remove(oldest);
    }
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.#pictures.size, bytes: this.#bytes };
  }

  #remove(key: string): void {
    this.#bytes -= this.#pictures.get(key)?.length ?? 0;
    this.#pictures.delete(key);
  }
}
