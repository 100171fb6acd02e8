import { Address } from "@ton/core";
import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Signer } from "#server/signers/signer.ts";
import { agreeOrThrow } from "../agree.ts";
import { combineExpiring } from "../expiringPayout.ts";
import { pickEarlier } from "../pickEarlier.ts";
import type { PayoutOffer, PayoutRoute, SenderReading } from "../payoutRoute.ts";
import type { Call, Read } from "./pool.ts";
import { readWallet } from "./knownWallets.ts";
import { readPayout } from "./lookForPayout.ts";
import { signTransfers } from "./payoutTransaction.ts";
import { type AccountReading, readAccount } from "./readAccount.ts";
import { readHead, readHeader } from "./readBlock.ts";
import type { TreasuryWallet } from "./treasury.ts";

const LOST_REASON = "it has expired, and no block holds it";

/** The workchain whose prices the fees below are for. */
const WORKCHAIN = 0;
/** Several times what a transfer costs there; the rest of it pays what receiving costs the treasury. */
const FEE_BASE = 6_000_000n;
/** What a transfer of the costliest wallet takes, its deployment included. */
const LEAST_BASE = 5_000_000n;
const OFFER: PayoutOffer = { offeredBase: FEE_BASE, leastBase: LEAST_BASE };
/** A wallet may take more. So many are prepared within seconds, and their message stays small. */
const MOST_IN_ONE = 50;
/** Long enough for a wallet's message to land on a slow day. */
const VALID_S = 300;

interface TonPayouts {
  treasury: Address;
  /** Null where the treasury's state tells it. */
  wallet: TreasuryWallet | null;
  signer: Signer;
  askTwo: <T>(read: Read<T>) => Promise<readonly T[]>;
  tellAll: (tell: Read<unknown>) => Promise<void>;
  /** The newest final block, where this is the newest one. */
  toFinal: (head: number) => number;
}

/**
 * Payouts by messages to the treasury's wallet. A wallet takes them one by one, so the server numbers none beforehand:
 * each is signed with the wallet's own next number, and ends by its expiry if another one takes that.
 */
export function createTonPayouts(options: TonPayouts): PayoutRoute {
  const { treasury, wallet, signer, askTwo, tellAll, toFinal } = options;
  const address = treasury.toRawString();

  async function readSender(call: Call): Promise<SenderReading> {
    const { seqno } = await readHead(call);
    const { balanceBase } = await readAccount(call, address, seqno);
    return { balanceBase, nextSequence: null, finalSequence: null, finalPosition: BigInt(toFinal(seqno)) };
  }

  return {
    senderKey: toAddressKey("Ton", address),
    mostUnderWay: 1,
    mostInOne: MOST_IN_ONE,

    async prepare(group) {
      const readings = await askTwo(async (call) => {
        const { seqno } = await readHead(call);
        const read = { state: await readAccount(call, address, seqno), time: (await readHeader(call, seqno)).time };
        const found: (PayoutOffer | null)[] = [];
        for (const { to } of group.slice(0, countMessages(read.state, wallet))) {
          found.push(await readOffer(call, Address.parse(to), seqno));
        }
        return { ...read, offers: found };
      });
      const { state } = agreeOrThrow(readings, (reading) => describeWallet(reading.state), "the treasury's wallet");
      const { time } = pickEarlier(readings, (reading) => reading.time.getTime());
      return {
        // An account that one endpoint calls frozen is paid nothing.
        offers: (readings[0]?.offers ?? []).map((offer, place) =>
          readings.every((reading) => reading.offers[place] === OFFER) ? offer : null,
        ),
        async sign(parts, { replaces }) {
          const eachBase = parts.reduce((least, { maxFeeBase }) => (maxFeeBase < least ? maxFeeBase : least), FEE_BASE);
          // A wallet compares no fees: nothing displaces a message.
          if (replaces !== null || eachBase < LEAST_BASE) return null;
          const { signing, seqno } = readSigning(state, wallet, treasury);
          const validUntil = Math.floor(time.getTime() / 1_000) + VALID_S;
          const maxFeeBase = eachBase * BigInt(parts.length);
          const payments = parts.map(({ terms }) => terms);
          return signTransfers({ payments, seqno, validUntil, maxFeeBase }, signing, signer);
        },
      };
    },

    readSender: () => askTwo(readSender),

    broadcast: (raw) => tellAll((call) => call("sendBoc", { boc: Buffer.from(raw).toString("base64") })),

    async look(parts, sent) {
      const readings = await askTwo(async (call) => {
        const { seqno } = await readHead(call);
        return readPayout(call, { parts, sent, head: seqno, final: toFinal(seqno) });
      });
      return combineExpiring(readings, LOST_REASON);
    },
  };
}

/** Null on the masterchain, which takes several times the fee, and for a frozen account, whose coins nobody reaches. */
async function readOffer(call: Call, to: Address, seqno: number): Promise<PayoutOffer | null> {
  if (to.workChain !== WORKCHAIN) return null;
  const { status } = await readAccount(call, to.toRawString(), seqno);
  return status === "frozen" ? null : OFFER;
}

/** Messages that the treasury sends on by one: 1 where its wallet is not known. */
function countMessages({ status, state }: AccountReading, wallet: TreasuryWallet | null): number {
  const kind = status === "active" ? readWallet(state)?.kind : wallet?.kind;
  return kind?.mostMessages ?? 1;
}

/** What has to be the same for all endpoints before the wallet signs. */
function describeWallet({ status, state }: AccountReading): string {
  const deployed = status === "active" ? readWallet(state) : null;
  if (deployed === null) return status;
  const { walletId, publicKey, seqno } = deployed;
  return `${walletId} of ${publicKey.toString("hex")} with the next number ${seqno}`;
}

/** The wallet as it signs now: by its own state where it is deployed, else by its key. */
function readSigning(
  { status, state }: AccountReading,
  wallet: TreasuryWallet | null,
  address: Address,
): { signing: TreasuryWallet; seqno: bigint } {
  if (status !== "active") {
    if (wallet === null) throw new Error("the treasury is not deployed");
    return { signing: wallet, seqno: 0n };
  }
  const deployed = readWallet(state);
  if (deployed === null) throw new Error("the treasury is no wallet that the server knows");
  const { kind, walletId, publicKey, seqno } = deployed;
  return { signing: { kind, walletId, publicKey, address, init: null }, seqno };
}
