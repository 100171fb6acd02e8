import { describe, expect, it } from "vitest";
import { createPayouts } from "./createPayouts.ts";
import { EndpointPool } from "./endpointPool.ts";
import type { ExpiryPayouts, NoncePayouts, SightedPayouts } from "./payoutModel.ts";
import type { SentPayout } from "./payoutRoute.ts";
import { Quorum } from "./quorum.ts";

type Answer = SightedPayouts | { kind: "expired" } | { kind: "taken"; by: string };

/** A reader that answers one thing. */
interface Reader {
  answer: Answer;
}

const TERMS = { to: "receiver", amountBase: 5n };
const SENT: SentPayout = {
  txHash: "tx",
  senderKey: "treasury",
  sequence: 4n,
  raw: new Uint8Array([1]),
  validUntil: null,
  signedPosition: 1n,
};
const LANDED = {
  kind: "landed",
  txHash: "tx",
  position: 7n,
  ref: null,
  feeBase: 2n,
  moved: [true],
  isFinal: true,
} as const;

/** Two endpoints that answer this. */
async function open(...answers: readonly [Answer, Answer]): Promise<Quorum<Reader>> {
  const kind = {
    chain: "test",
    setting: "TEST_URLS",
    createCall: (_: string, place: number): Reader => ({ answer: answers[place] ?? answers[0] }),
    identify: async () => "one chain",
    isAnswer: () => false,
  };
  const urls = ["https://a.example", "https://b.example"];
  return new Quorum("eth", await EndpointPool.connect<Reader>(urls, kind, { warn: () => undefined }));
}

const signed = { txHash: "tx", raw: new Uint8Array([1]), maxFeeBase: 1n, validUntil: null };
const offer = { offeredBase: 2n, leastBase: 1n };

const EXPIRY: ExpiryPayouts<Reader> = {
  model: "expiry",
  maxBatchSize: 3,
  maxInFlight: 1,
  lostReason: "it is late",
  readLeastAmount: async () => 2n,
  prepare: async () => ({ offers: [offer], sign: async () => signed }),
  readSender: async () => ({ balanceBase: 9n, finalPosition: 7n }),
  send: async () => undefined,
  find: async ({ answer }) => answer as SightedPayouts,
};

const NONCE: NoncePayouts<Reader> = {
  model: "nonce",
  prepare: async () => ({ offer, replacementLeastBase: () => 3n, sign: async () => signed }),
  readSender: async () => ({ balanceBase: 9n, nextNonce: 5n, finalNonce: 4n, finalPosition: 7n }),
  send: async () => undefined,
  find: async ({ answer }) => answer as SightedPayouts,
};

const lookByExpiry = async (...answers: readonly [Answer, Answer]) =>
  createPayouts(EXPIRY, await open(...answers), "treasury").findTransaction([TERMS], [SENT]);
const lookByNonce = async (...answers: readonly [Answer, Answer]) =>
  createPayouts(NONCE, await open(...answers), "treasury").findTransaction([TERMS], [SENT]);

describe.each([
  ["expire", lookByExpiry],
  ["have a number", lookByNonce],
])("payouts whose transactions %s", (_, look) => {
  it("are final once both endpoints say so, and alike", async () => {
    const { kind: _kind, ref: _ref, isFinal: _isFinal, ...landed } = LANDED;
    expect(await look(LANDED, LANDED)).toEqual({ kind: "final", ...landed });
    for (const change of [
      { feeBase: 3n },
      { moved: [false] },
      { position: 8n },
      { ref: "other" },
      { txHash: "other" },
    ]) {
      expect(await look(LANDED, { ...LANDED, ...change })).toMatchObject({ kind: "disputed" });
    }
  });

  it("have landed as long as one endpoint is behind", async () => {
    const expected = { kind: "landed", txHash: "tx", position: 7n };
    expect(await look(LANDED, { kind: "absent" })).toEqual(expected);
    expect(await look({ kind: "absent" }, LANDED)).toEqual(expected);
    expect(await look(LANDED, { ...LANDED, isFinal: false })).toEqual(expected);
  });

  it("wait where no endpoint has them", async () => {
    expect(await look({ kind: "absent" }, { kind: "absent" })).toEqual({ kind: "waiting" });
  });
});

describe("a payout is lost", () => {
  it("where both endpoints say that it has expired", async () => {
    const expired = { kind: "expired" } as const;
    expect(await lookByExpiry(expired, expired)).toEqual({ kind: "lost", isExpired: true, reason: "it is late" });
    expect(await lookByExpiry(expired, { kind: "absent" })).toEqual({ kind: "waiting" });
    expect(await lookByExpiry(expired, LANDED)).toMatchObject({ kind: "landed" });
  });

  it("where both endpoints name the transaction that has its number", async () => {
    const taken = (by: string) => ({ kind: "taken", by }) as const;
    expect(await lookByNonce(taken("a"), taken("a"))).toMatchObject({ kind: "lost", isExpired: false });
    expect(await lookByNonce(taken("a"), taken("b"))).toMatchObject({ kind: "disputed" });
    expect(await lookByNonce(taken("a"), { kind: "absent" })).toEqual({ kind: "waiting" });
    expect(await lookByNonce(taken("a"), LANDED)).toMatchObject({ kind: "landed" });
  });
});

describe("a route", () => {
  const part = { terms: TERMS, maxFeeBase: 2n };

  it("signs nothing beside a transaction that expires, and names no number", async () => {
    const route = createPayouts(EXPIRY, await open(LANDED, LANDED), "treasury");
    const prepared = await route.prepare([TERMS]);
    expect(prepared.replacementLeastBase).toBeNull();
    expect(await prepared.sign([part], { sequence: null, replaces: null })).toBe(signed);
    expect(await prepared.sign([part], { sequence: null, replaces: SENT.raw })).toBeNull();
    const reading = { balanceBase: 9n, nextSequence: null, finalSequence: null, finalPosition: 7n };
    expect(await route.readSender()).toEqual([reading, reading]);
  });

  it("signs under a number alone where transactions have one", async () => {
    const route = createPayouts(NONCE, await open(LANDED, LANDED), "treasury");
    const prepared = await route.prepare([TERMS]);
    expect(prepared.replacementLeastBase?.(SENT.raw)).toBe(3n);
    expect(await prepared.sign([part], { sequence: 4n, replaces: SENT.raw })).toBe(signed);
    await expect(prepared.sign([part], { sequence: null, replaces: null })).rejects.toThrow("has a number");
    await expect(route.prepare([TERMS, TERMS])).rejects.toThrow("pays one");
    await expect(route.findTransaction([TERMS], [{ ...SENT, sequence: null }])).rejects.toThrow("nothing was sent");
  });
});
