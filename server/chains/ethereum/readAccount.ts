import { readQuantity } from "./nodeValues.ts";
import type { Call } from "./pool.ts";

/** Code of an account that delegates to a contract (EIP-7702) but still signs with its own key. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;

export async function readLatestBalance(call: Call, address: string): Promise<bigint> {
  return readQuantity(await call("eth_getBalance", [address, "latest"]));
}

export async function readIsContract(call: Call, address: string): Promise<boolean> {
  const code = await call("eth_getCode", [address, "latest"]);
  if (typeof code !== "string" || !/^0x([0-9a-f]{2})*$/i.test(code)) throw new Error("a code that is not hex");
  return code !== "0x" && !DELEGATION.test(code);
}
