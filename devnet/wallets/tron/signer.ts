import { createHash } from "node:crypto";
import { keccak256, SigningKey, toUtf8Bytes } from "ethers";
import type { DevnetInfo } from "#devnet/gateway/gatewaySettings.ts";
import { nameAccounts, pickKey, readText } from "../walletKeys.ts";
import type { SignInput, WalletKeys } from "../walletKeys.ts";

const PREFIX = "\u0019TRON Signed Message:\n";

/** Signs with keys of the local Tron wallet: a message (TIP-191), or the id of a transaction. Tells where its node is. */
export function openTronKeys(tron: NonNullable<DevnetInfo["tron"]>): WalletKeys {
  const { fullHost, network, fundedKeys, fundedAddresses } = tron;
  const accounts = nameAccounts(fundedAddresses);
  return {
    accounts: { accounts, chainId: network.id.slice("tron:".length), fullHost },
    sign: (input) => signWithKey(pickKey(fundedKeys, input), input),
  };
}

function signWithKey(key: string, input: SignInput): string {
  const signer = new SigningKey(`0x${key}`);
  if (input["kind"] === "message") return signer.sign(hashMessage(readText(input, "message"))).serialized;
  return signer.sign(`0x${readTxId(input["transaction"])}`).serialized.slice(2);
}

function hashMessage(message: string): string {
  const bytes = toUtf8Bytes(message);
  return keccak256(Buffer.concat([toUtf8Bytes(`${PREFIX}${bytes.length}`), bytes]));
}

/** The id, which TronWeb checks before it signs. */
function readTxId(value: unknown): string {
  const { txID, raw_data_hex: hex } = (typeof value === "object" && value !== null ? value : {}) as SignInput;
  const bytes = Buffer.from(typeof hex === "string" ? hex : "", "hex");
  const txId = createHash("sha256").update(bytes).digest("hex");
  if (bytes.length === 0 || txID !== txId) throw new Error("Invalid transaction");
  return txId;
}
