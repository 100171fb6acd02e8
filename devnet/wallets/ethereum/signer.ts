import { JsonRpcProvider, Wallet } from "ethers";
import type { TransactionRequest } from "ethers";
import type { DevnetKey } from "#devnet/ethereum/devnetKeys.ts";

type Input = Readonly<Record<string, unknown>>;

/** Maps an `eth_sendTransaction` field to a transaction's. Missing gas and nonce are filled in. */
const QUANTITIES = {
  gas: "gasLimit",
  gasPrice: "gasPrice",
  maxFeePerGas: "maxFeePerGas",
  maxPriorityFeePerGas: "maxPriorityFeePerGas",
} as const;

/** Signs with a key of the local wallet: a message, or a transaction that it also sends. */
export async function signWithWallet(keys: readonly DevnetKey[], rpcUrl: string, input: Input): Promise<string> {
  const key = keys[Number(input["index"])];
  if (key === undefined) throw new Error("the wallet has no such account");
  if (input["kind"] === "message") {
    if (typeof input["message"] !== "string") throw new Error("message must be a text");
    return await new Wallet(key.privateKey).signMessage(input["message"]);
  }
  const provider = new JsonRpcProvider(rpcUrl, undefined, { polling: false });
  try {
    const sent = await new Wallet(key.privateKey, provider).sendTransaction(readTransaction(input["transaction"]));
    return sent.hash;
  } finally {
    provider.destroy();
  }
}

function readTransaction(value: unknown): TransactionRequest {
  const source = (typeof value === "object" && value !== null ? value : {}) as Input;
  const transaction: TransactionRequest = {};
  if (typeof source["to"] === "string") transaction.to = source["to"];
  if (typeof source["data"] === "string") transaction.data = source["data"];
  if (typeof source["value"] === "string") transaction.value = BigInt(source["value"]);
  if (typeof source["nonce"] === "string") transaction.nonce = Number(source["nonce"]);
  for (const [name, field] of Object.entries(QUANTITIES)) {
    const quantity = source[name];
    if (typeof quantity === "string") transaction[field] = BigInt(quantity);
  }
  return transaction;
}
