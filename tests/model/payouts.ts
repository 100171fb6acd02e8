import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import type { PayoutModel } from "#server/chains/createPayouts.ts";
import type { PayoutPart, PayoutTerms, SignedPayout } from "#server/chains/payoutRoute.ts";
import type { Quorum } from "#server/chains/quorum.ts";
import { type Transaction, USUAL_PRICE_BASE } from "./chain.ts";
import { COIN_OF, createTxId, findLanded, type ModelReader, type Shape } from "./endpoints.ts";

/** What a person agrees to for a transfer out of the treasury. */
export const FEE_BASE = 2n * USUAL_PRICE_BASE;
/** Positions for which a transaction that ends by time can land. */
const LIFE = 8n;
const MOST_PARTS = 4;

/** How the model's treasury pays: what it signs is the transaction itself, as JSON. */
export function createPayoutModel(
  shape: Shape,
  treasury: string,
  quorum: Quorum<ModelReader>,
): PayoutModel<ModelReader> {
  const isFuelled = shape === "fuelled";
  function sign(
    parts: readonly PayoutPart[],
    place: Pick<Transaction, "nonce" | "validUntil">,
    feeBase: bigint,
  ): SignedPayout {
    const outputs = parts.map(({ terms: { to, amountBase } }) => ({ to, amountBase, reference: null }));
    const content = { from: treasury, outputs, feeBase, ...place, isUnreadable: false };
    // Other bytes are another transaction, whichever process signs them.
    const id = createTxId(shape, write(content));
    return { txHash: id, raw: Buffer.from(write({ id, ...content })), maxFeeBase: feeBase };
  }
  const send = async ({ endpoint }: ModelReader, raw: Uint8Array) => {
    endpoint.look();
    endpoint.chain.send(read(raw));
  };
  const readHeld = ({ endpoint }: ModelReader) => {
    endpoint.look();
    return { balanceBase: endpoint.chain.readHolding(treasury), finalPosition: endpoint.finalPosition() };
  };

  const readPrice = () =>
    quorum.conclude(
      async ({ endpoint: { chain } }) => chain,
      ([chain]) => {
        const priceBase = chain?.priceBase ?? USUAL_PRICE_BASE;
        const leastBase = chain?.leastBase ?? 1n;
        const offer = isFuelled
          ? { offeredBase: FEE_BASE, leastBase: 0n }
          : { offeredBase: 2n * priceBase, leastBase: priceBase };
        const toOffer = ({ to, amountBase }: PayoutTerms) =>
          chain?.closed.has(to) === true || amountBase < leastBase ? null : offer;
        return { priceBase, leastBase, toOffer };
      },
    );

  if (shape === "numbered") {
    return {
      model: "nonce",
      async prepare(terms) {
        const { priceBase, toOffer } = await readPrice();
        const offer = toOffer(terms);
        if (offer === null) return null;
        return {
          offer,
          replacementLeastBase: (raw) => read(raw).feeBase + 1n,
          async sign(part, { nonce, replaces }) {
            const aboveBase = replaces === null ? 0n : read(replaces).feeBase + 1n;
            const feeBase = aboveBase > priceBase ? aboveBase : priceBase;
            return part.maxFeeBase < feeBase ? null : sign([part], { nonce, validUntil: null }, feeBase);
          },
        };
      },
      readSender: async (reader) => {
        const { chain, lie } = reader.endpoint;
        const moreOf = lie?.kind === "nonces" ? 40n : 0n;
        const count = (position: bigint) => (chain.blocks[Number(position)]?.nonces.get(treasury) ?? 0n) + moreOf;
        const { finalPosition, ...held } = readHeld(reader);
        const last = chain.newest.position;
        return {
          ...held,
          finalPosition,
          nextNonce: count(last),
          finalNonce: count(finalPosition < last ? finalPosition : last),
        };
      },
      send,
      find: async (reader, { sent, nonce, senderKey }) => {
        const sighted = findLanded(
          reader,
          sent.map(({ txHash }) => txHash),
        );
        if (sighted.kind === "landed") return sighted;
        const by = reader.endpoint
          .look()
          .filter(({ position }) => position <= reader.endpoint.finalPosition())
          .flatMap(({ transactions }) => transactions)
          .find(
            (transaction) =>
              transaction.nonce === nonce &&
              toAddressKey(COINS[COIN_OF[shape]].walletType, transaction.from) === senderKey,
          );
        return by === undefined || reader.endpoint.lie?.kind === "noPayouts"
          ? { kind: "absent" }
          : { kind: "taken", by: by.id };
      },
    };
  }
  return {
    model: "expiry",
    maxBatchSize: MOST_PARTS,
    maxInFlight: 4,
    lostReason: "its last position has passed",
    readLeastAmount: async () => (await readPrice()).leastBase,
    async prepare(group) {
      const { position } = await quorum.conclude(
        async ({ endpoint }) => ({ position: endpoint.newestPosition() }),
        (answers) => answers.reduce((least, answer) => (answer.position < least.position ? answer : least)),
      );
      const { priceBase, toOffer } = await readPrice();
      const offers = group.slice(0, MOST_PARTS).map(toOffer);
      return {
        offers,
        async sign(parts) {
          if (!isFuelled && parts.some(({ maxFeeBase }) => maxFeeBase < priceBase)) return null;
          const validUntil = position + LIFE;
          const feeBase = isFuelled ? 0n : priceBase * BigInt(parts.length);
          return { ...sign(parts, { nonce: null, validUntil }, feeBase), validUntil };
        },
      };
    },
    readSender: async (reader) => readHeld(reader),
    send,
    find: async (reader, { sent }) => {
      const sighted = findLanded(
        reader,
        sent.map(({ txHash }) => txHash),
      );
      const { endpoint } = reader;
      const isOver = sent.every(({ validUntil }) => endpoint.finalPosition() > validUntil);
      return sighted.kind === "absent" && (isOver || endpoint.lie?.kind === "noPayouts")
        ? { kind: "expired" }
        : sighted;
    },
  };
}

function write(value: object): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part));
}

function read(raw: Uint8Array): Transaction {
  return JSON.parse(Buffer.from(raw).toString(), (_, value: unknown) =>
    typeof value === "string" && /^\d+n$/u.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as Transaction;
}
