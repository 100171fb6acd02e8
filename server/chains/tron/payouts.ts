import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Signer } from "#server/signers/signer.ts";
import { combineExpiring } from "../expiringPayout.ts";
import type { PayoutRoute, SenderReading } from "../payoutRoute.ts";
import { pickEarlier } from "../pickEarlier.ts";
import { tryParse } from "../setAside.ts";
import { takeOnly } from "../takeOnly.ts";
import { toHexAddress } from "./address.ts";
import type { Call, Read } from "./pool.ts";
import { agreeOnPrices, countFee, readPrices } from "./fees.ts";
import { readPayout } from "./lookForPayout.ts";
import { readValidity } from "./payment.ts";
import { signTransfer } from "./payoutTransaction.ts";
import { countBandwidth, writeTransfer } from "./rawTransaction.ts";
import { askAccount, parseAccount, readAccount } from "./readAccount.ts";
import { readHead, readSolid } from "./readBlock.ts";
import type { Header } from "./nodeValues.ts";

const LOST_REASON = "it has expired, and no block holds it";

/** Long enough to land on a busy day. */
const LIFE_MS = 300_000;

interface TronPayouts {
  treasuryAddress: string;
  /** It and those before it: what a former one has signed is followed. */
  treasuryHexes: ReadonlySet<string>;
  signer: Signer;
  askTwo: <T>(read: Read<T>) => Promise<readonly T[]>;
  tellAll: (tell: Read<unknown>) => Promise<void>;
  /** The newest final block of an endpoint, where these are its newest one and its newest solid one. */
  toFinal: (head: Header, solid: Header) => number;
}

/** Payouts by plain transfers. None has a number; each ends by its expiry if no block takes it. */
export function createTronPayouts(options: TronPayouts): PayoutRoute {
  const { treasuryAddress, treasuryHexes, signer, askTwo, tellAll, toFinal } = options;
  const treasuryHex = toHexAddress(treasuryAddress);

  async function readSender(call: Call): Promise<SenderReading> {
    const solid = await readSolid(call);
    const final = toFinal(await readHead(call), solid);
    const { balanceBase } = await readAccount(call, treasuryAddress);
    return { balanceBase, nextSequence: null, finalSequence: null, finalPosition: BigInt(final) };
  }

  return {
    senderKey: toAddressKey("Tron", treasuryAddress),

    async prepare(group) {
      const { to, amountBase } = takeOnly(group);
      const validities = await askTwo((call) => readValidity(call, LIFE_MS));
      const validity = pickEarlier(validities, ({ expirationMs }) => expirationMs);
      const readings = await askTwo(async (call) => ({
        account: await askAccount(call, to),
        prices: await readPrices(call),
      }));
      const prices = agreeOnPrices(readings.map((reading) => reading.prices));
      // What the owner of an account has written into it may be unreadable: then this payout alone is held.
      const receiver = tryParse(() => readings.map(({ account }) => parseAccount(account, to)));
      // The network refuses a plain transfer to a contract.
      if (receiver.kind === "unread" || receiver.value.some(({ isContract }) => isContract)) {
        return { offers: [null], sign: async () => null };
      }
      const transfer = { owner: treasuryHex, to: toHexAddress(to), amountBase };
      const sizeBytes = countBandwidth(writeTransfer(transfer, validity));
      // A transfer names no fee. It costs less where the treasury has bandwidth left.
      const feeBase = countFee(
        prices,
        sizeBytes,
        receiver.value.every(({ isActive }) => isActive),
      );
      return {
        offers: [{ offeredBase: feeBase, leastBase: feeBase }],
        async sign(parts, { replaces }) {
          // Nothing displaces a transaction.
          if (replaces !== null || takeOnly(parts).maxFeeBase < feeBase) return null;
          return signTransfer(transfer, validity, { signer, maxFeeBase: feeBase });
        },
      };
    },

    readSender: () => askTwo(readSender),

    broadcast: (raw) =>
      tellAll((call) => call("wallet/broadcasthex", { transaction: Buffer.from(raw).toString("hex") })),

    async look(parts, sent) {
      const terms = takeOnly(parts);
      const readings = await askTwo(async (call) => {
        const solid = await readSolid(call);
        const final = toFinal(await readHead(call), solid);
        return readPayout(call, { terms, sent, treasuryHexes, solid, final });
      });
      return combineExpiring(readings, LOST_REASON);
    },
  };
}
