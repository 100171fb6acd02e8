import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Signer } from "#server/signers/signer.ts";
import type { PayoutOffer, PayoutRoute, SenderReading } from "../payoutRoute.ts";
import { takeOnly } from "../takeOnly.ts";
import { combineGas, estimateGas } from "./estimateGas.ts";
import { combineReadings, readNonceCount, readPayout } from "./lookForPayout.ts";
import { type Header, readHeader, readQuantity, toQuantity } from "./nodeValues.ts";
import { combinePrices, readGasPrices } from "./payment.ts";
import { chooseFees, raisePrice, readSignedFees, signTransfer } from "./payoutTransaction.ts";
import type { Call, Read } from "./pool.ts";

interface EthereumPayouts {
  chainId: number;
  treasuryAddress: string;
  signer: Signer;
  askTwo: <T>(read: Read<T>) => Promise<readonly T[]>;
  tellAll: (tell: Read<unknown>) => Promise<void>;
  readFinalOf: (call: Call, head: Header) => Promise<number>;
}

/** Payouts by plain transfers, one nonce each. */
export function createEthereumPayouts(options: EthereumPayouts): PayoutRoute {
  const { chainId, treasuryAddress, signer, askTwo, tellAll, readFinalOf } = options;
  const treasuryKey = toAddressKey("ETH", treasuryAddress);

  async function readLatest(call: Call): Promise<Header> {
    return readHeader(await call("eth_getBlockByNumber", ["latest", false]));
  }

  return {
    senderKey: treasuryKey,

    async prepare(group) {
      const { to } = takeOnly(group);
      const gas = combineGas(await askTwo((call) => estimateGas(call, { from: treasuryAddress, to })));
      if (gas === null) return { offers: [null], sign: async () => null };
      const fees = combinePrices(await askTwo(readGasPrices));
      const { maxFeePerGas, maxPriorityFeePerGas, baseFeePerGas } = fees;
      // The base fee rises by an eighth with a full block.
      const leastPerGas = (baseFeePerGas * 9n) / 8n + maxPriorityFeePerGas;
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
