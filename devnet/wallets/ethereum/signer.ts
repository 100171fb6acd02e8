import { JsonRpcProvider, Wallet } from "ethers";
import type { TransactionRequest } from "ethers";
import type { DevnetInfo } from "#devnet/gateway/gatewaySettings.ts";
import { nameAccounts, pickKey, readText } from "../walletKeys.ts";
import type { SignInput, WalletKeys } from "../walletKeys.ts";

/** Maps an `eth_sendTransaction` field to a transaction's. Missing gas and nonce are filled in. */
const QUANTITIES = {
  gas: "gasLimit",
  gasPrice: "gasPrice",
  maxFeePerGas: "maxFeePerGas",
  maxPriorityFeePerGas: "maxPriorityFeePerGas",
} as const;

/** Signs with keys of the local wallet: a message, or a transaction that it also sends. */
export function openEthereumKeys({ rpcUrl, fundedKeys, fundedAddresses }: DevnetInfo["ethereum"]): WalletKeys {
  return {
    accounts: nameAccounts(fundedAddresses),
    sign: (input) => signWithKey(pickKey(fundedKeys, input), rpcUrl, input),
  };
}

async function signWithKey(key: string, rpcUrl: string, input: SignInput): Promise<string> {
  if (input["kind"] === "message") return await new Wallet(key).signMessage(readText(input, "message"));
  const provider = new JsonRpcProvider(rpcUrl, undefined, { polling: false });
  try {
    const sent = await new Wallet(key, provider).sendTransaction(readTransaction(input["transaction"]));
    return sent.hash;
  } finally {
    provider.destroy();
  }
}

function readTransaction(value: unknown): TransactionRequest {
  const source = (typeof value === "object" && value !== null ? value : {}) as SignInput;
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
