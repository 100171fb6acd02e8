import type { Signer } from "#server/signers/signer.ts";
import type { ExpiryPayouts, SightedPayouts } from "../createPayouts.ts";
import { type PayoutTerms, type SentExpiring, takeOnly } from "../payoutRoute.ts";
import { type Quorum, takeEach, takeStrictest } from "../quorum.ts";
import { tryParse } from "../nodeAnswers.ts";
import { askAccount, parseAccount, readAccount } from "./account.ts";
import { buildTransfer, countBandwidth } from "./rawTransaction.ts";
import type { TronReader } from "./reader.ts";
import { choosePrices, countFee, findValidity, type Prices, readPrices, signTransfer } from "./sign.ts";
import { readInfo, readSolid, readTransactions } from "./transfers.ts";
import { toHexAddress } from "./values.ts";

/** Long enough to land on a busy day. */
const LIFE_MS = 300_000;
/** An endpoint may answer from several nodes, of which one is behind. */
const EXPIRY_MARGIN_MS = 60_000;

/** `refused`: a contract, or an account that cannot be read. `new`: the chain does not have it yet. */
type Receiver = "refused" | "new" | "active";

interface Terms {
  receiver: Receiver;
  prices: Prices;
}

const chooseTerms = takeEach<Terms>({
  receiver: takeStrictest<Receiver>(["refused", "new", "active"]),
  prices: choosePrices,
});

interface TronPayouts {
  treasuryAddress: string;
  signer: Signer;
  quorum: Quorum<TronReader>;
}

/** Payouts by plain transfers. None has a number; each ends by its expiry if no block takes it. */
export function createPayouts({ treasuryAddress, signer, quorum }: TronPayouts): ExpiryPayouts<TronReader> {
  const treasuryHex = toHexAddress(treasuryAddress);
  return {
    model: "expiry",
    maxBatchSize: 1,
    maxInFlight: Number.POSITIVE_INFINITY,
    lostReason: "it has expired, and no block holds it",
    readLeastAmount: async () => 1n,

    async prepare(group) {
      const { to, amountBase } = takeOnly(group);
      const validity = await findValidity(quorum, LIFE_MS);
      const { receiver, prices } = await quorum.conclude(async ({ call }): Promise<Terms> => {
        const account = await askAccount(call, to);
        return { receiver: judgeReceiver(account, to), prices: await readPrices(call) };
      }, chooseTerms);
      if (receiver === "refused") return { offers: [null], sign: async () => null };
      const transfer = { owner: treasuryHex, to: toHexAddress(to), amountBase };
      const sizeBytes = countBandwidth(buildTransfer(transfer, validity));
      // A transfer names no fee. It costs less where the treasury has bandwidth left.
      const feeBase = countFee(prices, sizeBytes, receiver === "active");
      return {
        offers: [{ offeredBase: feeBase, leastBase: feeBase }],
        async sign(parts) {
          if (takeOnly(parts).maxFeeBase < feeBase) return null;
          return signTransfer(transfer, validity, { signer, maxFeeBase: feeBase });
        },
      };
    },

    async readSender(reader) {
      const final = await reader.readFinal(await reader.readTip());
      const { balanceBase } = await readAccount(reader.call, treasuryAddress);
      return { balanceBase, finalPosition: BigInt(final) };
    },

    send: ({ call }, raw) => call("wallet/broadcasthex", { transaction: Buffer.from(raw).toString("hex") }),

    find: (reader, { parts, sent }) => findPayout(reader, takeOnly(parts), sent),
  };
}

/** What the owner of an account has written into it may be unreadable: then this payout alone is held. */
function judgeReceiver(account: unknown, address: string): Receiver {
  const parsed = tryParse(() => parseAccount(account, address));
  // The network refuses a plain transfer to a contract.
  if (parsed.kind === "unread" || parsed.value.isContract) return "refused";
  return parsed.value.isActive ? "active" : "new";
}

/** Reads from one endpoint what became of a payout's transactions. */
async function findPayout(
  reader: TronReader,
  terms: PayoutTerms,
  sent: readonly SentExpiring[],
): Promise<SightedPayouts | { kind: "expired" }> {
  const { call, treasuryHexes } = reader;
  // Read before anything else: what landed until then is found.
  const solid = await readSolid(call);
  const final = reader.toFinal(await reader.readTip(), solid);
  if (sent.length === 0) throw new Error("nothing was sent");
  for (const { txHash } of sent) {
    const info = await readInfo(call, txHash);
    if (info === null) continue;
    const { position, feeBase } = info;
    const { transactions } = await readTransactions(call, position, treasuryHexes);
    const transaction = transactions.find((item) => item.txHash === txHash);
    if (transaction === undefined) continue;
    const { spending, isSuccess } = transaction;
    const hasMoved = isSuccess && spending?.to === toHexAddress(terms.to) && spending.amountBase === terms.amountBase;
    const landed = { txHash, position: BigInt(position), ref: null, feeBase };
    return { kind: "landed", ...landed, moved: [hasMoved], isFinal: position <= final };
  }
  // A block takes no transaction whose time was over at the block before it.
  const nowMs = BigInt(solid.time.getTime() - EXPIRY_MARGIN_MS);
  const isExpired = sent.every(({ validUntil }) => validUntil < nowMs);
  return isExpired ? { kind: "expired" } : { kind: "absent" };
}
