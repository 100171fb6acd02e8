import { Address } from "@ton/core";
import type { Signer } from "#server/signers/signer.ts";
import type { ExpiryPayouts, SightedPayouts } from "../createPayouts.ts";
import type { PayoutOffer, PayoutPart, PayoutTerms, SentExpiring } from "../payoutRoute.ts";
import { type Quorum, takeEach, takeLowest, takeStrictest } from "../quorum.ts";
import { readAccount, readSigning } from "../ton/account.ts";
import type { Call } from "../ton/network.ts";
import type { TonReader } from "../ton/reader.ts";
import {
  chooseExpiry,
  findSent,
  readWalletTerms,
  type Receiver,
  WALLET_PAYOUTS,
  WALLET_TERMS,
  type WalletTerms,
  WORKCHAIN,
} from "../ton/payouts.ts";
import { readPrices } from "../ton/sign.ts";
import type { TreasuryWallet } from "../ton/wallets.ts";
import { countPayable } from "./fuel.ts";
import {
  cannotReceive,
  cannotSend,
  type Jetton,
  locateJettonWallet,
  readJettonAccount,
  readJettonWallet,
} from "./jettonWallet.ts";
import { followOrders, listOrders } from "./outcomes.ts";
import { nameQuery, signOrders } from "./sign.ts";

interface Terms extends WalletTerms {
  /** What the treasury has of the network's own coin. */
  fuelBase: bigint;
  /** Whether the issuer has locked the treasury's jetton wallet. */
  isLocked: boolean;
}

const chooseTerms = takeEach<Terms>({
  ...WALLET_TERMS,
  fuelBase: takeLowest,
  isLocked: takeStrictest([true, false]),
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
  return {
    ...WALLET_PAYOUTS,

    async prepare(group, keptFuelBase = 0n) {
      const { state, time, prices, fuelBase, isLocked, receivers } = await quorum.conclude(
        (reader) => readTerms(payouts, reader, group),
        chooseTerms,
      );
      const payable = isLocked ? 0 : countPayable(fuelBase - keptFuelBase, prices);
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

    async readSender(reader, keptFuelBase) {
      const { call } = reader;
      const tip = await reader.readTip();
      const state = await readJettonWallet(call, jetton, treasury, tip.position);
      const { balanceBase: fuelBase } = await readAccount(call, address, tip.position);
      const canPay = !cannotSend(state) && countPayable(fuelBase - keptFuelBase, await readPrices(call)) > 0;
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
  const judge = (owner: Address, seqno: number) => judgeReceiver(call, jetton, owner, seqno);
  const terms = await readWalletTerms(reader, { treasury, wallet, group, judge });
  const { seqno, balanceBase: fuelBase } = terms.state;
  const isLocked = cannotSend(await readJettonWallet(call, jetton, treasury, seqno));
  return { ...terms, fuelBase, isLocked };
}

/** What its issuer has locked sends back what arrives. */
async function judgeReceiver(call: Call, jetton: Jetton, owner: Address, seqno: number): Promise<Receiver> {
  if (owner.workChain !== WORKCHAIN) return "refused";
  const account = await readAccount(call, locateJettonWallet(jetton, owner).toRawString(), seqno);
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
