import { Address, type Transaction } from "@ton/core";
import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Signer } from "#server/signers/signer.ts";
import type { ExpiryPayouts, SightedPayouts } from "../createPayouts.ts";
import type { PayoutOffer, PayoutTerms, SentExpiring } from "../payoutRoute.ts";
import { type Policy, type Quorum, takeEach, takeEachItem, takeEarliest, takeSame, takeStrictest } from "../quorum.ts";
import { type AccountReading, countMessages, describeWallet, readAccount, readSigning } from "./account.ts";
import { type Call, readHeader } from "./network.ts";
import { type OutgoingMessage, readOutgoingMessage, type TonReader } from "./reader.ts";
import { choosePrices, type Prices, readPrices, scaleFee, signTransfers } from "./sign.ts";
import { readTransactions } from "./transactions.ts";
import type { TreasuryWallet } from "./wallets.ts";

/** The workchain whose prices the fees below are for, and that jettons are in. */
export const WORKCHAIN = 0;
/** Several times what a transfer costs there at the known prices; the rest of it pays what receiving costs the treasury. */
const FEE_BASE = 6_000_000n;
/** What a transfer of the costliest wallet takes at most, its deployment included. Nothing in a message limits it. */
const LEAST_BASE = 5_000_000n;

/** Long enough for a wallet's message to land on a slow day. */
const VALID_S = 300;
/** A shard's block may be older than the masterchain's block that commits it. */
const EXPIRY_MARGIN_S = 60;

/** How a wallet of TON's sends payouts, of whichever coin. */
export const WALLET_PAYOUTS = {
  model: "expiry",
  // A wallet may take more. So many are prepared within seconds, and their message stays small.
  maxBatchSize: 50,
  maxInFlight: 1,
  lostReason: "it has expired, and no block holds it",
  readLeastAmount: async () => 1n,
  send: ({ call }, raw) => call("sendBoc", { boc: Buffer.from(raw).toString("base64") }),
} satisfies Partial<ExpiryPayouts<TonReader>>;

/** `refused`: it would send back what arrives, or cost much more, or nobody reaches what it holds. */
export type Receiver = "refused" | "open";

/** What one endpoint tells before the treasury's wallet signs a message. */
export interface WalletTerms {
  state: AccountReading;
  time: Date;
  prices: Prices;
  /** Of those that one message takes. */
  receivers: readonly Receiver[];
}

export const WALLET_TERMS: { readonly [Name in keyof WalletTerms]: Policy<WalletTerms[Name]> } = {
  state: takeSame(describeWallet, "the treasury's wallet"),
  time: takeEarliest((time) => time.getTime()),
  prices: choosePrices,
  receivers: takeEachItem(takeStrictest<Receiver>(["refused", "open"])),
};

interface AskedTerms extends Pick<TonPayouts, "treasury" | "wallet"> {
  group: readonly PayoutTerms[];
  judge: (to: Address, seqno: number) => Promise<Receiver>;
}

/** Reads the terms at the newest block. */
export async function readWalletTerms(
  reader: TonReader,
  { treasury, wallet, group, judge }: AskedTerms,
): Promise<WalletTerms> {
  const { call } = reader;
  const { position } = await reader.readTip();
  const state = await readAccount(call, treasury.toRawString(), position);
  const receivers: Receiver[] = [];
  for (const { to } of group.slice(0, countMessages(state, wallet))) {
    receivers.push(await judge(Address.parse(to), position));
  }
  return { state, time: (await readHeader(call, position)).time, prices: await readPrices(call), receivers };
}

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
    ...WALLET_PAYOUTS,

    async prepare(group) {
      const { state, time, prices, receivers } = await quorum.conclude(
        (reader) =>
          readWalletTerms(reader, {
            treasury,
            wallet,
            group,
            judge: (to, seqno) => judgeReceiver(reader.call, to, seqno),
          }),
        takeEach(WALLET_TERMS),
      );
      const offer: PayoutOffer = { offeredBase: scaleFee(FEE_BASE, prices), leastBase: scaleFee(LEAST_BASE, prices) };
      return {
        offers: receivers.map((receiver) => (receiver === "open" ? offer : null)),
        async sign(parts) {
          const agreed = parts.map(({ maxFeeBase }) => maxFeeBase);
          const eachBase = agreed.reduce((least, maxBase) => (maxBase < least ? maxBase : least), offer.offeredBase);
          if (eachBase < offer.leastBase) return null;
          const { signing, seqno } = readSigning(state, wallet, treasury);
          const maxFeeBase = eachBase * BigInt(parts.length);
          const payments = parts.map(({ terms }) => terms);
          return signTransfers({ payments, seqno, validUntil: chooseExpiry(time), maxFeeBase }, signing, signer);
        },
      };
    },

    async readSender(reader) {
      const tip = await reader.readTip();
      const { balanceBase } = await readAccount(reader.call, address, tip.position);
      return { balanceBase, finalPosition: BigInt(await reader.readFinal(tip)) };
    },

    find: findPayouts,
  };
}

/** The masterchain takes several times the fee. */
async function judgeReceiver(call: Call, to: Address, seqno: number): Promise<Receiver> {
  if (to.workChain !== WORKCHAIN) return "refused";
  const { status } = await readAccount(call, to.toRawString(), seqno);
  return status === "frozen" ? "refused" : "open";
}

/** Reads from one endpoint what became of the transactions of payouts. */
async function findPayouts(
  reader: TonReader,
  { parts, sent }: { parts: readonly PayoutTerms[]; sent: readonly SentExpiring[] },
): Promise<SightedPayouts | { kind: "expired" }> {
  const found = await findSent(reader, sent);
  if (found.kind !== "sent") return found;
  const { txHash, transaction, seqno, final } = found;
  const outgoing = readOutgoingMessage(transaction);
  if (outgoing === null) throw new Error("a transaction that the treasury did not send");
  const { payments, feeBase } = outgoing;
  const moved = listMoved(payments, parts);
  return { kind: "landed", txHash, position: BigInt(seqno), ref: null, feeBase, moved, isFinal: seqno <= final };
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

/** When a message that is signed at this time of the chain's is refused, in Unix time. */
export function chooseExpiry(time: Date): number {
  return Math.floor(time.getTime() / 1_000) + VALID_S;
}

/** Where one of several messages of a treasury is, of which one can land at most, as one endpoint has it. */
export type SentMessage =
  | {
      kind: "sent";
      txHash: string;
      transaction: Transaction;
      /** The block that committed it. */
      seqno: number;
      final: number;
      head: number;
      /** The treasury that sent it. */
      sender: string;
    }
  | { kind: "absent" }
  /** None is in a block, and none can be any more. */
  | { kind: "expired" };

export async function findSent(reader: TonReader, sent: readonly SentExpiring[]): Promise<SentMessage> {
  const { call } = reader;
  const tip = await reader.readTip();
  const { position: head } = tip;
  const final = await reader.readFinal(tip);
  const [oldest] = sent.toSorted((left, right) => Number(left.signedPosition - right.signedPosition));
  if (oldest === undefined) throw new Error("nothing was sent");
  // A former treasury may have sent it.
  const sender = oldest.senderKey;
  const after = await readAccount(call, sender, Math.min(Number(oldest.signedPosition), head));
  const upTo = await readAccount(call, sender, head);
  const { placed } = await readTransactions(call, sender, { after, upTo });
  for (const { transaction, seqno } of placed) {
    const txHash = readOutgoingMessage(transaction)?.txHash;
    if (txHash === undefined || !sent.some((message) => message.txHash === txHash)) continue;
    return { kind: "sent", txHash, transaction, seqno, final, head, sender };
  }
  const { time } = await readHeader(call, final);
  const nowS = BigInt(Math.floor(time.getTime() / 1_000) - EXPIRY_MARGIN_S);
  const isExpired = sent.every(({ validUntil }) => validUntil < nowS);
  return { kind: isExpired ? "expired" : "absent" };
}
