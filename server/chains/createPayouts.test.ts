import { describe, expect, it } from "vitest";
import { createPayouts, type ExpiryPayouts, type NoncePayouts, type SightedPayouts } from "./createPayouts.ts";
import { EndpointPool } from "./endpointPool.ts";
import type { SentPayout } from "./payoutRoute.ts";
import { requireExpiryRoute, requireNonceRoute } from "#tests/support/payoutRoutes.ts";
import { Quorum } from "./quorum.ts";

type Answer = SightedPayouts | { kind: "expired" } | { kind: "taken"; by: string };

/** A reader that answers one thing. */
interface Reader {
  answer: Answer;
}

const TERMS = { to: "receiver", amountBase: 5n };
const SENT: SentPayout = { txHash: "tx", senderKey: "treasury", raw: new Uint8Array([1]), signedPosition: 1n };
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

const signed = { txHash: "tx", raw: new Uint8Array([1]), maxFeeBase: 1n, validUntil: 8n };
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

/** What the chain was last asked for. */
let looked: unknown;

const NONCE: NoncePayouts<Reader> = {
  model: "nonce",
  prepare: async () => ({ offer, replacementLeastBase: () => 3n, sign: async () => signed }),
  readSender: async () => ({ balanceBase: 9n, nextNonce: 5n, finalNonce: 4n, finalPosition: 7n }),
  send: async () => undefined,
  async find({ answer }, asked) {
    looked = asked;
    return answer as SightedPayouts;
  },
};

const routeByExpiry = async (...answers: readonly [Answer, Answer]) =>
  requireExpiryRoute({ payouts: createPayouts(EXPIRY, await open(...answers), "treasury") });
const routeByNonce = async (...answers: readonly [Answer, Answer]) =>
  requireNonceRoute({ payouts: createPayouts(NONCE, await open(...answers), "treasury") });

const lookByExpiry = async (...answers: readonly [Answer, Answer]) =>
  (await routeByExpiry(...answers)).findTransaction([TERMS], [{ ...SENT, validUntil: 8n }]);
const lookByNonce = async (...answers: readonly [Answer, Answer]) =>
  (await routeByNonce(...answers)).findTransaction(TERMS, [{ ...SENT, nonce: 4n }]);

describe.each([
  ["expire", lookByExpiry],
  ["have a nonce", lookByNonce],
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
    expect(await look(LANDED, { kind: "absent" })).toEqual({ ...expected, isMissed: true });
    expect(await look({ kind: "absent" }, LANDED)).toEqual({ ...expected, isMissed: true });
    expect(await look(LANDED, { ...LANDED, isFinal: false })).toEqual({ ...expected, isMissed: false });
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
    expect(await lookByExpiry(expired, { ...LANDED, isFinal: false })).toMatchObject({ kind: "landed" });
    expect(await lookByExpiry(expired, LANDED)).toMatchObject({ kind: "disputed" });
  });

  it("where both endpoints name the transaction that has its nonce", async () => {
    const taken = (by: string) => ({ kind: "taken", by }) as const;
    expect(await lookByNonce(taken("a"), taken("a"))).toMatchObject({ kind: "lost", isExpired: false });
    expect(await lookByNonce(taken("a"), taken("b"))).toMatchObject({ kind: "disputed" });
    expect(await lookByNonce(taken("a"), { kind: "absent" })).toEqual({ kind: "waiting" });
    expect(await lookByNonce(taken("a"), { ...LANDED, isFinal: false })).toMatchObject({ kind: "landed" });
    expect(await lookByNonce(taken("a"), LANDED)).toMatchObject({ kind: "disputed" });
  });
});

describe("a route", () => {
  it("has what the chain prepares, and the treasury as each endpoint has it", async () => {
    const byExpiry = await routeByExpiry(LANDED, LANDED);
    const { sign } = await byExpiry.prepare([TERMS]);
    expect(await sign([{ terms: TERMS, maxFeeBase: 2n }])).toBe(signed);
    const reading = { balanceBase: 9n, finalPosition: 7n };
    expect(await byExpiry.readSender()).toEqual([reading, reading]);
    const byNonce = await routeByNonce(LANDED, LANDED);
    expect((await byNonce.prepare(TERMS))?.replacementLeastBase(SENT.raw)).toBe(3n);
    const numbered = { ...reading, nextNonce: 5n, finalNonce: 4n };
    expect(await byNonce.readSender()).toEqual([numbered, numbered]);
  });

  it("looks for the nonce, the address and the time of what was sent", async () => {
    const { findTransaction } = await routeByNonce(LANDED, LANDED);
    await expect(findTransaction(TERMS, [])).rejects.toThrow("nothing was sent");
    await findTransaction(TERMS, [{ ...SENT, nonce: 4n }]);
    expect(looked).toMatchObject({ terms: TERMS, nonce: 4n, senderKey: "treasury", since: 1n });
  });
});
