import { Address } from "@ton/core";
import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Signer } from "#server/signers/signer.ts";
import type { ExpiryPayouts, SightedPayouts } from "../createPayouts.ts";
import type { PayoutOffer, PayoutTerms, SentExpiring } from "../payoutRoute.ts";
import { type Quorum, takeEach, takeEachItem, takeEarliest, takeSame, takeStrictest } from "../quorum.ts";
import { type AccountReading, readAccount } from "./account.ts";
import { type Call, readHeader } from "./network.ts";
import { type OutgoingMessage, readOutgoingMessage, type TonReader } from "./reader.ts";
import { choosePrices, type Prices, readPrices, scaleFee, signTransfers } from "./sign.ts";
import { readTransactions } from "./transactions.ts";
import { readWallet, type TreasuryWallet } from "./wallets.ts";

/** The workchain whose prices the fees below are for. */
const WORKCHAIN = 0;
/** Several times what a transfer costs there at the known prices; the rest of it pays what receiving costs the treasury. */
const FEE_BASE = 6_000_000n;
/** What a transfer of the costliest wallet takes at most, its deployment included. Nothing in a message limits it. */
const LEAST_BASE = 5_000_000n;
/** A wallet may take more. So many are prepared within seconds, and their message stays small. */
const MAX_BATCH_SIZE = 50;
/** Long enough for a wallet's message to land on a slow day. */
const VALID_S = 300;
/** A shard's block may be older than the masterchain's block that commits it. */
const EXPIRY_MARGIN_S = 60;

/** `refused`: on the masterchain, which takes several times the fee, or frozen: nobody reaches its coins. */
type Receiver = "refused" | "open";

interface Terms {
  state: AccountReading;
  time: Date;
  prices: Prices;
  /** Of those that one message takes. */
  receivers: readonly Receiver[];
}

const chooseTerms = takeEach<Terms>({
  state: takeSame(describeWallet, "the treasury's wallet"),
  time: takeEarliest((time) => time.getTime()),
  prices: choosePrices,
  receivers: takeEachItem(takeStrictest<Receiver>(["refused", "open"])),
});

interface TonPayouts {
  treasury: Address;
  /** Null where the treasury's state tells it. */
  wallet: TreasuryWallet | null;
  signer: Signer;
  quorum: Quorum<TonReader>;
}

/**
 * Payouts by messages to the treasury's wallet. A wallet takes them one by one, so the server numbers none beforehand:
 * each is signed with the wallet's own next number, and ends by its expiry if another one takes that.
 */
export function createPayouts({ treasury, wallet, signer, quorum }: TonPayouts): ExpiryPayouts<TonReader> {
  const address = treasury.toRawString();
  return {
    model: "expiry",
    maxBatchSize: MAX_BATCH_SIZE,
    maxInFlight: 1,
    lostReason: "it has expired, and no block holds it",
    readLeastAmount: async () => 1n,

    async prepare(group) {
      const { state, time, prices, receivers } = await quorum.conclude(async (reader): Promise<Terms> => {
        const { call } = reader;
        const { position } = await reader.readTip();
        const known = {
          state: await readAccount(call, address, position),
          time: (await readHeader(call, position)).time,
          prices: await readPrices(call),
        };
        const found: Receiver[] = [];
        for (const { to } of group.slice(0, countMessages(known.state, wallet))) {
          found.push(await judgeReceiver(call, Address.parse(to), position));
        }
        return { ...known, receivers: found };
      }, chooseTerms);
      const offer: PayoutOffer = { offeredBase: scaleFee(FEE_BASE, prices), leastBase: scaleFee(LEAST_BASE, prices) };
      return {
        offers: receivers.map((receiver) => (receiver === "open" ? offer : null)),
        async sign(parts) {
          const agreed = parts.map(({ maxFeeBase }) => maxFeeBase);
          const eachBase = agreed.reduce((least, maxBase) => (maxBase < least ? maxBase : least), offer.offeredBase);
          if (eachBase < offer.leastBase) return null;
          const { signing, seqno } = readSigning(state, wallet, treasury);
          const validUntil = Math.floor(time.getTime() / 1_000) + VALID_S;
          const maxFeeBase = eachBase * BigInt(parts.length);
          const payments = parts.map(({ terms }) => terms);
          return signTransfers({ payments, seqno, validUntil, maxFeeBase }, signing, signer);
        },
      };
    },

    async readSender(reader) {
      const tip = await reader.readTip();
      const { balanceBase } = await readAccount(reader.call, address, tip.position);
      return { balanceBase, finalPosition: BigInt(await reader.readFinal(tip)) };
    },

    send: ({ call }, raw) => call("sendBoc", { boc: Buffer.from(raw).toString("base64") }),

    find: findPayouts,
  };
}

async function judgeReceiver(call: Call, to: Address, seqno: number): Promise<Receiver> {
  if (to.workChain !== WORKCHAIN) return "refused";
  const { status } = await readAccount(call, to.toRawString(), seqno);
  return status === "frozen" ? "refused" : "open";
}

/** Messages that the treasury sends on by one: 1 where its wallet is not known. */
function countMessages({ status, readState }: AccountReading, wallet: TreasuryWallet | null): number {
  const kind = status === "active" ? readWallet(readState())?.kind : wallet?.kind;
  return kind?.mostMessages ?? 1;
}

/** What has to be the same for all endpoints before the wallet signs. */
function describeWallet({ status, readState }: AccountReading): string {
  const deployed = status === "active" ? readWallet(readState()) : null;
  if (deployed === null) return status;
  const { walletId, publicKey, seqno } = deployed;
  return `${walletId} of ${publicKey.toString("hex")} with the next number ${seqno}`;
}

/** The wallet as it signs now: by its own state where it is deployed, else by its key. */
function readSigning(
  { status, readState }: AccountReading,
  wallet: TreasuryWallet | null,
  address: Address,
): { signing: TreasuryWallet; seqno: bigint } {
  if (status !== "active") {
    if (wallet === null) throw new Error("the treasury is not deployed");
    return { signing: wallet, seqno: 0n };
  }
  const deployed = readWallet(readState());
  if (deployed === null) throw new Error("the treasury is no wallet that the server knows");
  const { kind, walletId, publicKey, seqno } = deployed;
  return { signing: { kind, walletId, publicKey, address, init: null }, seqno };
}

/** Reads from one endpoint what became of the transactions of payouts. */
async function findPayouts(
  reader: TonReader,
  { parts, sent }: { parts: readonly PayoutTerms[]; sent: readonly SentExpiring[] },
): Promise<SightedPayouts | { kind: "expired" }> {
  const { call } = reader;
  const tip = await reader.readTip();
  const { position: head } = tip;
  const final = await reader.readFinal(tip);
  const [oldest] = sent.toSorted((left, right) => Number(left.signedPosition - right.signedPosition));
  if (oldest === undefined) throw new Error("nothing was sent");
  // A former treasury may have sent it.
  const address = oldest.senderKey;
  const after = await readAccount(call, address, Math.min(Number(oldest.signedPosition), head));
  const upTo = await readAccount(call, address, head);
  const { placed } = await readTransactions(call, address, { after, upTo });
  for (const { transaction, seqno } of placed) {
    const outgoing = readOutgoingMessage(transaction);
    if (outgoing === null || !sent.some(({ txHash }) => txHash === outgoing.txHash)) continue;
    const { txHash, payments, feeBase } = outgoing;
    const moved = listMoved(payments, parts);
    return { kind: "landed", txHash, position: BigInt(seqno), ref: null, feeBase, moved, isFinal: seqno <= final };
  }
  const { time } = await readHeader(call, final);
  const nowS = BigInt(Math.floor(time.getTime() / 1_000) - EXPIRY_MARGIN_S);
  const isExpired = sent.every(({ validUntil }) => validUntil < nowS);
  return isExpired ? { kind: "expired" } : { kind: "absent" };
}

/** Which of the parts the wallet sent on. It keeps their order, and skips what it cannot send. */
function listMoved(payments: OutgoingMessage["payments"], parts: readonly PayoutTerms[]): boolean[] {
  let next = 0;
  return parts.map((part) => {
    const payment = payments[next];
    const hasMoved =
      payment?.to.toRawString() === toAddressKey("Ton", part.to) && payment.amountBase === part.amountBase;
    if (hasMoved) next += 1;
    return hasMoved;
  });
}
