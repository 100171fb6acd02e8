import { beforeEach, describe, expect, it } from "vitest";
import type { ScannedPart } from "./chain.ts";
import { ChainScanner, type ScannedRange, type ScannedTip, type ScanSource } from "./scan.ts";

/** A chain with the test's block hashes: `hashes[0]` is block 0. */
class Chain implements ScanSource {
  readonly partLength = 50;
  hashes: string[] = [];
  finalized = 0;
  /** Block ranges that were read, as `first-last`. */
  asked: string[] = [];
  beforeBlocks: () => void = () => undefined;

  async readTip(): Promise<ScannedTip> {
    const position = this.hashes.length - 1;
    return { position, hash: this.#findHash(position), final: this.finalized };
  }

  async readRange(after: number, upTo: number): Promise<ScannedRange> {
    this.asked.push(`${after + 1}-${upTo}`);
    this.beforeBlocks();
    const blocks = Array.from({ length: upTo - after }, (_, step) => {
      const position = after + 1 + step;
      return { hash: this.#findHash(position), parentHash: this.hashes[position - 1] ?? "none" };
    });
    return { transfers: [], unread: [], last: upTo, blocks };
  }

  readonly readHash = async (position: number): Promise<string | null> => this.hashes[position] ?? null;

  #findHash(position: number): string {
    const hash = this.hashes[position];
    if (hash === undefined) throw new Error(`no block ${position}`);
    return hash;
  }
}

describe("the scanner of a chain whose blocks name each other", () => {
  let chain: Chain;
  let scanner: ChainScanner;

  beforeEach(() => {
    chain = new Chain();
    chain.hashes = grow("a", 8);
    chain.finalized = 3;
    scanner = new ChainScanner(chain);
  });

  /** Blocks 0 to `last`; their hashes begin with a letter. */
  function grow(letter: string, last: number): string[] {
    return Array.from({ length: last + 1 }, (_, number) => `${letter}${number}`);
  }

  async function readPart(settled: bigint): Promise<ScannedPart> {
    const scan = await scanner.read(settled);
    if (scan.kind !== "part") throw new Error(`${scan.kind} instead of a part`);
    return scan;
  }

  async function readAndKeep(settled: bigint): Promise<ScannedPart> {
    const part = await readPart(settled);
    scanner.commit();
    return part;
  }

  it("reads the blocks after the settled one, and then nothing until the chain grows", async () => {
    expect(await readAndKeep(2n)).toMatchObject({ first: 3n, last: 8n, head: 8n, final: 3n, hasMore: false });
    expect(await scanner.read(2n)).toEqual({ kind: "unchanged" });
    chain.hashes.push("a9");
    expect(await readAndKeep(2n)).toMatchObject({ first: 9n, last: 9n, head: 9n });
    expect(chain.asked).toEqual(["3-8", "9-9"]);
  });

  it("reads a range again that was not kept", async () => {
    await readPart(2n);
    expect(await readAndKeep(2n)).toMatchObject({ first: 3n, last: 8n });
    scanner.commit();
    expect(await scanner.read(2n)).toEqual({ kind: "unchanged" });
  });

  it("catches up in ranges toward one head", async () => {
    chain.hashes = grow("a", 120);
    chain.finalized = 110;
    expect(await readAndKeep(0n)).toMatchObject({ first: 1n, last: 50n, head: 120n, final: 50n, hasMore: true });
    chain.hashes.push("a121");
    expect(await readAndKeep(50n)).toMatchObject({ first: 51n, last: 100n, head: 120n, final: 100n, hasMore: true });
    expect(await readAndKeep(100n)).toMatchObject({ first: 101n, last: 120n, final: 110n, hasMore: false });
    expect(await readAndKeep(110n)).toMatchObject({ first: 121n, last: 121n, head: 121n });
  });

  it("reads replaced blocks again, and no others", async () => {
    await readAndKeep(2n);
    chain.hashes = [...grow("a", 6), "b7", "b8"];
    expect(await readAndKeep(2n)).toMatchObject({ first: 7n, last: 8n });
  });

  it("drops blocks from the end of a shortened chain, down to the settled one", async () => {
    await readAndKeep(2n);
    chain.hashes = grow("a", 6);
    expect(await readAndKeep(2n)).toMatchObject({ first: 7n, last: 6n, head: 6n, transfers: [] });
  });

  it("reports a chain that ends before the settled block, and reads it again from there", async () => {
    await readAndKeep(2n);
    chain.hashes = grow("b", 4);
    chain.finalized = 1;
    expect(await scanner.read(6n)).toEqual({ kind: "shorter", head: 4n });
    expect(await readAndKeep(1n)).toMatchObject({ first: 2n, last: 4n });
  });

  it("rejects blocks that do not follow each other, and keeps none of them", async () => {
    await readAndKeep(2n);
    chain.hashes.push("a9");
    chain.beforeBlocks = () => {
      chain.hashes = [...grow("a", 6), "b7", "b8", "b9"];
      chain.beforeBlocks = () => undefined;
    };
    expect(await scanner.read(2n)).toEqual({ kind: "moved" });
    scanner.commit();
    expect(await readAndKeep(2n)).toMatchObject({ first: 7n, last: 9n });
  });

  it("reads the head again without a new block when asked", async () => {
    await readAndKeep(2n);
    scanner.invalidateHead();
    expect(await readAndKeep(2n)).toMatchObject({ first: 9n, last: 8n, transfers: [] });
    expect(chain.asked).toEqual(["3-8", "9-8"]);
  });

  it("reads the head again when a block became final", async () => {
    await readAndKeep(2n);
    chain.finalized = 5;
    expect(await readAndKeep(2n)).toMatchObject({ last: 8n, final: 5n });
    expect(await scanner.read(5n)).toEqual({ kind: "unchanged" });
  });

  it("starts again after the settled block", async () => {
    await readAndKeep(2n);
    scanner.reset();
    expect(await readAndKeep(2n)).toMatchObject({ first: 3n, last: 8n });
  });

  it("reads from the settled block when another process has settled beyond the kept ones", async () => {
    await readAndKeep(2n);
    chain.hashes = grow("a", 14);
    expect(await readAndKeep(10n)).toMatchObject({ first: 11n, last: 14n });
  });

  it("reads again what another process has rewound", async () => {
    await readAndKeep(4n);
    chain.hashes.push("a9");
    expect(await readAndKeep(2n)).toMatchObject({ first: 3n, last: 9n });
  });
});

describe("the scanner of a chain that lists the treasury's transactions", () => {
  const MOST = 100;
  let tip: ScannedTip;
  /** Where a range ends early, because so much was found there. */
  let fullAt: number;
  let asked: string[];
  let scanner: ChainScanner;

  beforeEach(() => {
    tip = { position: 50, hash: "a", final: 20 };
    fullAt = Number.POSITIVE_INFINITY;
    asked = [];
    scanner = new ChainScanner({
      partLength: MOST,
      readTip: async () => tip,
      async readRange(after, upTo) {
        asked.push(`${after + 1}-${upTo}`);
        const last = after < fullAt ? Math.min(fullAt, upTo) : upTo;
        return { transfers: [], unread: [], last, blocks: [] };
      },
      readHash: null,
    });
  });

  async function readAndKeep(settled: bigint) {
    const scan = await scanner.read(settled);
    scanner.commit();
    return scan;
  }

  it("reads what is not settled again with each new block, and nothing without one", async () => {
    expect(await readAndKeep(10n)).toMatchObject({ first: 11n, last: 50n, head: 50n, final: 20n, hasMore: false });
    expect(await scanner.read(20n)).toEqual({ kind: "unchanged" });
    tip = { position: 51, hash: "b", final: 21 };
    expect(await readAndKeep(20n)).toMatchObject({ first: 21n, last: 51n });
    expect(asked).toEqual(["11-50", "21-51"]);
  });

  it("stores what a flooded step has found, and goes on from there", async () => {
    fullAt = 30;
    expect(await readAndKeep(10n)).toMatchObject({ first: 11n, last: 30n, head: 50n, final: 20n, hasMore: true });
    tip = { position: 60, hash: "b", final: 40 };
    expect(await readAndKeep(20n)).toMatchObject({ first: 31n, last: 50n, head: 50n, hasMore: false });
    expect(asked).toEqual(["11-50", "31-50"]);
  });

  it("reads a step again that was not stored", async () => {
    fullAt = 30;
    await scanner.read(10n);
    fullAt = Number.POSITIVE_INFINITY;
    expect(await readAndKeep(10n)).toMatchObject({ first: 11n, last: 50n, hasMore: false });
  });

  it("catches up in parts toward one block", async () => {
    tip = { position: 250, hash: "a", final: 240 };
    const parts = [await readAndKeep(0n), await readAndKeep(100n), await readAndKeep(200n)];
    expect(parts).toMatchObject([
      { first: 1n, last: 100n, final: 100n, hasMore: true },
      { first: 101n, last: 200n, final: 200n, hasMore: true },
      { first: 201n, last: 250n, final: 240n, hasMore: false },
    ]);
  });

  it("reports a chain that ends before the settled position, and starts again", async () => {
    await readAndKeep(10n);
    tip = { position: 5, hash: "b", final: 1 };
    expect(await scanner.read(10n)).toEqual({ kind: "shorter", head: 5n });
    expect(await readAndKeep(1n)).toMatchObject({ first: 2n, last: 5n });
  });

  it("looks again at the same block when asked", async () => {
    await readAndKeep(10n);
    scanner.invalidateHead();
    expect(await readAndKeep(10n)).toMatchObject({ first: 11n, last: 50n });
  });
});
