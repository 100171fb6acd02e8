import { Signature } from "ethers/crypto";
import { Transaction } from "ethers/transaction";
import { getBytes, hexlify } from "ethers/utils";
import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Signer } from "#server/signers/signer.ts";
import type { PayableOrder, PaymentTerms } from "../chain.ts";
import type { SignedPayout } from "../payoutRoute.ts";
import type { Fees } from "./fees.ts";

/** Builds the plain transfer that pays an order (EIP-1559). */
export function buildPayment(
  { from, to, amountBase }: PayableOrder,
  { fees, gas, chainId }: { fees: Fees; gas: bigint; chainId: number },
): PaymentTerms {
  return {
    maxFeeBase: fees.maxFeePerGas * gas,
    signing: {
      kind: "evm",
      transaction: {
        from,
        to,
        value: toHex(amountBase),
        gas: toHex(gas),
        maxFeePerGas: toHex(fees.maxFeePerGas),
        maxPriorityFeePerGas: toHex(fees.maxPriorityFeePerGas),
        chainId: toHex(BigInt(chainId)),
      },
    },
  };
}

function toHex(value: bigint): string {
  return `0x${value.toString(16)}`;
}

export interface PlainTransfer {
  to: string;
  amountBase: bigint;
  nonce: number;
  gas: bigint;
  fees: Fees;
  chainId: number;
}

/** Signs a plain transfer (EIP-1559) from the treasury. Throws when the signer has another key. */
export async function signTransfer(
  { to, amountBase, nonce, gas, fees, chainId }: PlainTransfer,
  signer: Signer,
  treasuryKey: string,
): Promise<SignedPayout> {
  const transaction = Transaction.from({ type: 2, to, value: amountBase, nonce, gasLimit: gas, chainId, ...fees });
  const signature = await signer.sign(getBytes(transaction.unsignedHash));
  transaction.signature = Signature.from(hexlify(signature));
  const { from, hash } = transaction;
  if (from === null || hash === null || toAddressKey("ETH", from) !== treasuryKey) {
    throw new Error("the signer has another key than the treasury's");
  }
  return { txHash: hash, raw: getBytes(transaction.serialized), maxFeeBase: fees.maxFeePerGas * gas };
}

/** The prices of a signed transaction. */
export function readSignedFees(raw: Uint8Array): Fees {
  const { maxFeePerGas, maxPriorityFeePerGas } = Transaction.from(hexlify(raw));
  return { maxFeePerGas: maxFeePerGas ?? 0n, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n };
}

/**
 * The prices to sign with: the offer of the moment within the cap, and above those of the transaction that is displaced
 * by as much as nodes ask for. Null where the cap is too low.
 */
export function chooseFees(offer: Fees, capPerGas: bigint, replaced: Fees | null): Fees | null {
  const least =
    replaced === null
      ? null
      : { maxFee: raisePrice(replaced.maxFeePerGas), tip: raisePrice(replaced.maxPriorityFeePerGas) };
  const wanted = least !== null && least.maxFee > offer.maxFeePerGas ? least.maxFee : offer.maxFeePerGas;
  const maxFeePerGas = wanted < capPerGas ? wanted : capPerGas;
  const wantedTip = least !== null && least.tip > offer.maxPriorityFeePerGas ? least.tip : offer.maxPriorityFeePerGas;
  const maxPriorityFeePerGas = wantedTip < maxFeePerGas ? wantedTip : maxFeePerGas;
  const isEnough = least === null || (maxFeePerGas >= least.maxFee && maxPriorityFeePerGas >= least.tip);
  return isEnough ? { maxFeePerGas, maxPriorityFeePerGas } : null;
}

/** Nodes take a replacement that offers a tenth more; an eighth leaves room for their rounding. */
export function raisePrice(price: bigint): bigint {
  return (price * 9n) / 8n + 1n;
}
