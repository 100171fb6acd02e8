import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Signer } from "#server/signers/signer.ts";
import type { PayoutOffer, PayoutRoute, SenderReading } from "../payoutRoute.ts";
import { takeOnly } from "../takeOnly.ts";
import { JsonRpcError } from "../jsonRpc.ts";
import { combineReadings, readNonceCount, readPayout } from "./lookForPayout.ts";
import { type Header, readHeader, readQuantity, toQuantity } from "./nodeValues.ts";
import { readFees } from "./payment.ts";
import { chooseFees, raisePrice, readSignedFees, signTransfer } from "./payoutTransaction.ts";
import type { Call, Read } from "./pool.ts";

const TRANSFER_GAS = 21_000n;
/** A receiver that delegates to a contract (EIP-7702) may use more; beyond this it takes no plain transfer. */
const MAX_GAS = 100_000n;
const ONE_WEI = "0x1";

interface EthereumPayouts {
  chainId: number;
  treasuryAddress: string;
  signer: Signer;
  askOne: <T>(read: Read<T>) => Promise<T>;
  askTwo: <T>(read: Read<T>) => Promise<readonly T[]>;
  tellAll: (tell: Read<unknown>) => Promise<void>;
  readFinalOf: (call: Call, head: Header) => Promise<number>;
}

/** Payouts by plain transfers, one nonce each. */
export function createEthereumPayouts(options: EthereumPayouts): PayoutRoute {
  const { chainId, treasuryAddress, signer, askOne, askTwo, tellAll, readFinalOf } = options;
  const treasuryKey = toAddressKey("ETH", treasuryAddress);

  /** Null for a receiver that refuses a plain transfer. */
  const readGas = (to: string) =>
    askOne(async (call): Promise<bigint | null> => {
      try {
        const gas = readQuantity(await call("eth_estimateGas", [{ from: treasuryAddress, to, value: ONE_WEI }]));
        // What a contract uses may differ a little from block to block.
        const used = gas <= TRANSFER_GAS ? TRANSFER_GAS : (gas * 13n) / 10n;
        return used <= MAX_GAS ? used : null;
      } catch (error) {
        if (!(error instanceof JsonRpcError)) throw error;
        // A treasury without money cannot be asked for a receiver with code; one without code needs no asking.
        return (await call("eth_getCode", [to, "latest"])) === "0x" ? TRANSFER_GAS : null;
      }
    });

  async function readLatest(call: Call): Promise<Header> {
    return readHeader(await call("eth_getBlockByNumber", ["latest", false]));
  }

  return {
    senderKey: treasuryKey,

    async prepare(group) {
      const gas = await readGas(takeOnly(group).to);
      if (gas === null) return { offers: [null], sign: async () => null };
      const fees = await askOne(readFees);
      const { maxFeePerGas, maxPriorityFeePerGas } = fees;
      const baseFee = (maxFeePerGas - maxPriorityFeePerGas) / 2n;
      // The base fee rises by an eighth with a full block.
      const leastPerGas = (baseFee * 9n) / 8n + maxPriorityFeePerGas;
      const offer: PayoutOffer = {
        offeredBase: maxFeePerGas * gas,
        leastBase: leastPerGas * gas,
        displaceLeastBase: (raw) => raisePrice(readSignedFees(raw).maxFeePerGas) * gas,
      };
      return {
        offers: [offer],
        async sign(parts, { sequence, replaces }) {
          if (sequence === null) throw new Error("a transaction of Ethereum has a nonce");
          const { terms, maxFeeBase } = takeOnly(parts);
          const capPerGas = maxFeeBase / gas;
          if (capPerGas < leastPerGas) return null;
          const chosen = chooseFees(fees, capPerGas, replaces === null ? null : readSignedFees(replaces));
          if (chosen === null) return null;
          const transfer = { ...terms, nonce: Number(sequence), gas, fees: chosen, chainId };
          return signTransfer(transfer, signer, treasuryKey);
        },
      };
    },

    readSender: () =>
      askTwo(async (call): Promise<SenderReading> => {
        const head = await readLatest(call);
        const final = await readFinalOf(call, head);
        const block = toQuantity(head.number);
        return {
          balanceBase: readQuantity(await call("eth_getBalance", [treasuryAddress, block])),
          nextSequence: await readNonceCount(call, treasuryAddress, head.number),
          finalPosition: BigInt(final),
          finalSequence: final < 0 ? 0n : await readNonceCount(call, treasuryAddress, final),
        };
      }),

    broadcast: (raw) => tellAll((call) => call("eth_sendRawTransaction", [`0x${Buffer.from(raw).toString("hex")}`])),

    async look(parts, sent) {
      const terms = takeOnly(parts);
      const readings = await askTwo(async (call) => {
        const final = await readFinalOf(call, await readLatest(call));
        return readPayout(call, { terms, sent, final });
      });
      return combineReadings(readings);
    },
  };
}
