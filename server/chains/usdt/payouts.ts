import { Address } from "@ton/core";
import type { Signer } from "#server/signers/signer.ts";
import type { ExpiryPayouts, SightedPayouts } from "../createPayouts.ts";
import type { PayoutOffer, PayoutPart, PayoutTerms, SentExpiring } from "../payoutRoute.ts";
import { type Quorum, takeEach, takeEachItem, takeEarliest, takeLowest, takeSame, takeStrictest } from "../quorum.ts";
import { type AccountReading, countMessages, describeWallet, readAccount, readSigning } from "../ton/account.ts";
import { type Call, readHeader } from "../ton/network.ts";
import type { TonReader } from "../ton/reader.ts";
import { chooseExpiry, findSent, WALLET_PAYOUTS } from "../ton/payouts.ts";
import { choosePrices, type Prices, readPrices } from "../ton/sign.ts";
import type { TreasuryWallet } from "../ton/wallets.ts";
import { countPayable } from "./fuel.ts";
import { cannotReceive, cannotSend, type Jetton, locateJettonWallet, readJettonAccount } from "./jettonWallet.ts";
import { followOrders, listOrders } from "./outcomes.ts";
import { nameQuery, signOrders } from "./sign.ts";

/** The workchain that jettons are in. */
const WORKCHAIN = 0;

/** `refused`: on another workchain, or locked by the issuer, or frozen: it would send back what arrives. */
type Receiver = "refused" | "open";

interface Terms {
  state: AccountReading;
  time: Date;
  prices: Prices;
  /** What the treasury has of the network's own coin. */
  fuelBase: bigint;
  /** Whether the issuer has locked the treasury's jetton wallet. */
  isLocked: boolean;
  /** Of those that one message takes. */
  receivers: readonly Receiver[];
}

const chooseTerms = takeEach<Terms>({
  state: takeSame(describeWallet, "the treasury's wallet"),
  time: takeEarliest((time) => time.getTime()),
  prices: choosePrices,
  fuelBase: takeLowest,
  isLocked: takeStrictest([true, false]),
  receivers: takeEachItem(takeStrictest<Receiver>(["refused", "open"])),
});

interface UsdtPayouts {
  jetton: Jetton;
  treasury: Address;
  /** Null where the treasury's state tells it. */
  wallet: TreasuryWallet | null;
  signer: Signer;
  quorum: Quorum<TonReader>;
  /** What one payout costs its owner, in base units. The network takes nothing of it: its gas is paid in its own coin. */
  feeBase: bigint;
}

/**
 * Payouts by orders of the treasury to its jetton wallet, several by one message, as those of the network's own coin. What
 * becomes of each order is decided blocks later, in other accounts: its money has left once the jetton wallet has taken it
 * off, and comes back where the receiver's refuses it.
 */
export function createPayouts(payouts: UsdtPayouts): ExpiryPayouts<TonReader> {
  const { jetton, treasury, wallet, signer, quorum, feeBase } = payouts;
  const address = treasury.toRawString();
  const offer: PayoutOffer = { offeredBase: feeBase, leastBase: 0n };
  /** Of the fuel, what is somebody's and is not spent. */
  let keptBase = 0n;
  return {
    ...WALLET_PAYOUTS,
    keepFuel(base) {
      keptBase = base;
    },

    async prepare(group) {
      const { state, time, prices, fuelBase, isLocked, receivers } = await quorum.conclude(
        (reader) => readTerms(payouts, reader, group),
        chooseTerms,
      );
      const payable = isLocked ? 0 : countPayable(fuelBase - keptBase, prices);
      // What cannot be paid for is held by the balance that is told, and is only priced here.
      const taken = payable === 0 ? receivers : receivers.slice(0, payable);
      return {
        offers: taken.map((receiver) => (receiver === "open" ? offer : null)),
        async sign(parts) {
          if (parts.length > payable) return null;
          const { signing, seqno } = readSigning(state, wallet, treasury);
          const message = { orders: parts.map(toOrder), prices, seqno, validUntil: chooseExpiry(time) };
          return signOrders(message, { jetton, treasury: signing, signer });
        },
      };
    },

    async readSender(reader) {
      const { call } = reader;
      const tip = await reader.readTip();
      const own = await readAccount(call, locateJettonWallet(jetton, treasury).toRawString(), tip.position);
      const state = readJettonAccount(own, jetton, treasury);
      const { balanceBase: fuelBase } = await readAccount(call, address, tip.position);
      const canPay = !cannotSend(state) && countPayable(fuelBase - keptBase, await readPrices(call)) > 0;
      return { balanceBase: canPay ? state.balanceBase : 0n, finalPosition: BigInt(await reader.readFinal(tip)) };
    },

    find: (reader, looked) => findPayouts(jetton, reader, looked),
  };
}

async function readTerms(
  { jetton, treasury, wallet }: UsdtPayouts,
  reader: TonReader,
  group: readonly PayoutTerms[],
): Promise<Terms> {
  const { call } = reader;
  const { position } = await reader.readTip();
  const state = await readAccount(call, treasury.toRawString(), position);
  const own = await readAccount(call, locateJettonWallet(jetton, treasury).toRawString(), position);
  const receivers: Receiver[] = [];
  for (const { to } of group.slice(0, countMessages(state, wallet))) {
    receivers.push(await judgeReceiver(call, jetton, { owner: Address.parse(to), position }));
  }
  return {
    state,
    time: (await readHeader(call, position)).time,
    prices: await readPrices(call),
    fuelBase: state.balanceBase,
    isLocked: cannotSend(readJettonAccount(own, jetton, treasury)),
    receivers,
  };
}

async function judgeReceiver(
  call: Call,
  jetton: Jetton,
  { owner, position }: { owner: Address; position: number },
): Promise<Receiver> {
  if (owner.workChain !== WORKCHAIN) return "refused";
  const account = await readAccount(call, locateJettonWallet(jetton, owner).toRawString(), position);
  if (account.status === "frozen") return "refused";
  return cannotReceive(readJettonAccount(account, jetton, owner)) ? "refused" : "open";
}

function toOrder({ terms: { payoutId, to, amountBase } }: PayoutPart) {
  return { queryId: nameQuery(payoutId), to: Address.parse(to), amountBase };
}

/** Reads from one endpoint what became of the transactions of payouts. */
async function findPayouts(
  jetton: Jetton,
  reader: TonReader,
  { parts, sent }: { parts: readonly PayoutTerms[]; sent: readonly SentExpiring[] },
): Promise<SightedPayouts | { kind: "expired" }> {
  const found = await findSent(reader, sent);
  if (found.kind !== "sent") return found;
  const { txHash, transaction, seqno, final, head } = found;
  const treasury = Address.parseRaw(found.sender);
  const position = BigInt(seqno);
  const landed = { kind: "landed", txHash, position, ref: null, feeBase: 0n } as const;
  const orders = listOrders(transaction, locateJettonWallet(jetton, treasury));
  const outcomes = seqno > final ? [] : await followOrders(reader, { jetton, treasury, seqno, final, head }, orders);
  const ends = outcomes.flatMap((outcome) => (outcome.kind === "air" ? [] : [outcome]));
  if (seqno > final || ends.length < orders.length) {
    return { ...landed, moved: parts.map(() => false), isFinal: false };
  }
  // The wallet skips what it cannot send.
  const skipped = { kind: "kept", position, returnedPosition: null } as const;
  const byQuery = new Map(ends.map((end, place) => [orders[place]?.queryId, end]));
  const told = parts.map(({ payoutId }) => byQuery.get(nameQuery(payoutId)) ?? skipped);
  return {
    ...landed,
    moved: told.map(({ kind }) => kind === "moved"),
    places: told,
    isFinal: true,
  };
}
