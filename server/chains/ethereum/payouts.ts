import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Signer } from "#server/signers/signer.ts";
import { readList, readRecord } from "../nodeAnswers.ts";
import type { NoncePayouts, SightedPayouts } from "../createPayouts.ts";
import type { PayoutTerms } from "../payoutRoute.ts";
import type { Quorum } from "../quorum.ts";
import { chooseGas, estimateGas, findGasPrices, offerFees } from "./fees.ts";
import type { Call } from "./network.ts";
import type { EthereumReader } from "./reader.ts";
import { chooseFees, raisePrice, readSignedFees, signTransfer } from "./sign.ts";
import { readBlockNumber, readHash, readNumberedHeader, readQuantity, toQuantity } from "./values.ts";

interface EthereumPayouts {
  chainId: number;
  treasuryAddress: string;
  signer: Signer;
  quorum: Quorum<EthereumReader>;
}

/** Payouts by plain transfers, one nonce each. */
export function createPayouts(options: EthereumPayouts): NoncePayouts<EthereumReader> {
  const { chainId, treasuryAddress, signer, quorum } = options;
  const treasuryKey = toAddressKey("ETH", treasuryAddress);

  return {
    model: "nonce",

    async prepare({ to }) {
      const gas = await quorum.conclude(({ call }) => estimateGas(call, { from: treasuryAddress, to }), chooseGas);
      if (gas === null) return null;
      const prices = await findGasPrices(quorum);
      const fees = offerFees(prices);
      // The base fee rises by an eighth with a full block.
      const leastPerGas = (prices.baseFeePerGas * 9n) / 8n + prices.maxPriorityFeePerGas;
      return {
        offer: { offeredBase: fees.maxFeePerGas * gas, leastBase: leastPerGas * gas },
        replacementLeastBase: (raw) => raisePrice(readSignedFees(raw).maxFeePerGas) * gas,
        async sign({ terms, maxFeeBase }, { nonce, replaces }) {
          const capPerGas = maxFeeBase / gas;
          if (capPerGas < leastPerGas) return null;
          const chosen = chooseFees(fees, capPerGas, replaces === null ? null : readSignedFees(replaces));
          if (chosen === null) return null;
          return signTransfer({ ...terms, nonce: Number(nonce), gas, fees: chosen, chainId }, signer, treasuryKey);
        },
      };
    },

    async readSender(reader) {
      const { call } = reader;
      const tip = await reader.readTip();
      const final = await reader.readFinal(tip);
      return {
        balanceBase: readQuantity(await call("eth_getBalance", [treasuryAddress, toQuantity(tip.position)])),
        nextNonce: await readNonceCount(call, treasuryAddress, tip.position),
        finalPosition: BigInt(final),
        finalNonce: final < 0 ? 0n : await readNonceCount(call, treasuryAddress, final),
      };
    },

    send: ({ call }, raw) => call("eth_sendRawTransaction", [`0x${Buffer.from(raw).toString("hex")}`]),

    async find(reader, { terms, sent, nonce, senderKey, since }) {
      const { call } = reader;
      const final = await reader.readFinal(await reader.readTip());
      // The count comes first: a nonce that is used in a final block was used before the receipts are read.
      const isUsed = final >= 0 && (await readNonceCount(call, senderKey, final)) > nonce;
      for (const { txHash } of sent) {
        const receipt = await call("eth_getTransactionReceipt", [txHash]);
        if (receipt === null) continue;
        const landed = await readLanded(call, readRecord(receipt), txHash, final);
        if (landed !== null) return landed;
      }
      if (!isUsed) return { kind: "absent" };
      return findConflictingTransaction(call, { nonce, senderKey, first: Number(since), last: final, terms });
    },
  };
}

/** Null for a receipt of a block that is no longer in the chain. */
async function readLanded(
  call: Call,
  receipt: Record<string, unknown>,
  txHash: string,
  final: number,
): Promise<SightedPayouts | null> {
  if (readHash(receipt["transactionHash"]) !== txHash) throw new Error("a receipt of another transaction");
  const blockNumber = readBlockNumber(receipt["blockNumber"]);
  const ref = readHash(receipt["blockHash"]);
  if ((await readNumberedHeader(call, blockNumber)).hash !== ref) return null;
  return {
    kind: "landed",
    txHash,
    position: BigInt(blockNumber),
    ref,
    feeBase: readQuantity(receipt["gasUsed"]) * readQuantity(receipt["effectiveGasPrice"]),
    moved: [readQuantity(receipt["status"]) === 1n],
    isFinal: blockNumber <= final,
  };
}

type Taker = SightedPayouts | { kind: "taken"; by: string };

interface Taken {
  nonce: bigint;
  senderKey: string;
  first: number;
  last: number;
  terms: PayoutTerms;
}

/**
 * The final transaction of the treasury that this server did not sign and that has the nonce. One that pays exactly what
 * the payout pays is the payout: whoever holds the key has sped it up by hand.
 */
async function findConflictingTransaction(call: Call, { nonce, senderKey, first, last, terms }: Taken): Promise<Taker> {
  let before = first;
  let after = last;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if ((await readNonceCount(call, senderKey, middle)) > nonce) after = middle;
    else before = middle;
  }
  const block = readRecord(await call("eth_getBlockByNumber", [toQuantity(after), true]));
  const taker = readList(block["transactions"])
    .map(readRecord)
    .find(({ from, nonce: used }) => toAddressKey("ETH", String(from)) === senderKey && readQuantity(used) === nonce);
  if (taker === undefined) throw new Error("a nonce that no transaction used");
  const txHash = readHash(taker["hash"]);
  const isSame =
    toAddressKey("ETH", String(taker["to"])) === toAddressKey("ETH", terms.to) &&
    readQuantity(taker["value"]) === terms.amountBase;
  if (!isSame) return { kind: "taken", by: txHash };
  const receipt = readRecord(await call("eth_getTransactionReceipt", [txHash]));
  return (await readLanded(call, receipt, txHash, last)) ?? { kind: "absent" };
}

/** How many transactions of an address are in the chain up to a block. */
async function readNonceCount(call: Call, address: string, blockNumber: number): Promise<bigint> {
  return readQuantity(await call("eth_getTransactionCount", [address, toQuantity(blockNumber)]));
}
