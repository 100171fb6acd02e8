import { parseEther, toQuantity } from "ethers";
import type { Lie } from "./lyingEndpoint.ts";

export type Fields = Record<string, unknown>;

/** Changes every block that the endpoint answers. */
export function changeBlocks(change: (block: Fields) => Fields): Lie {
  return ({ method }, honest) => {
    const block = honest.result as Fields | null | undefined;
    return method === "eth_getBlockByNumber" && block ? { result: change(block) } : honest;
  };
}

/** Changes every transaction that the endpoint answers, in a block or alone. */
export function changeTransactions(change: (transaction: Fields) => Fields): Lie {
  return ({ method }, honest) => {
    const result = honest.result as Fields | null | undefined;
    if (result === null || result === undefined) return honest;
    if (method === "eth_getTransactionByHash") return { result: change(result) };
    if (method !== "eth_getBlockByNumber" || !Array.isArray(result["transactions"])) return honest;
    const transactions = (result["transactions"] as unknown[]).map((item) =>
      typeof item === "string" ? item : change(item as Fields),
    );
    return { result: { ...result, transactions } };
  };
}

/** Leaves a transaction out of its block. Who asks for it by its hash is told of it. */
export function leaveOut(txHash: string): Lie {
  return changeBlocks((block) => {
    const transactions = block["transactions"] as (string | Fields)[];
    return {
      ...block,
      transactions: transactions.filter((item) => (typeof item === "string" ? item : item["hash"]) !== txHash),
    };
  });
}

/** A transaction of 777 ETH. A node may leave out the signature; then only the second endpoint exposes the lie. */
export function inflateAmount(transaction: Fields): Fields {
  const { r, s, ...rest } = transaction;
  return r === undefined || s === undefined ? rest : { ...rest, value: toQuantity(parseEther("777")) };
}

/** Adds to the block of the transaction `modelHash` one of 10 ETH by the same sender, which is on no chain. */
export function inventTransaction(modelHash: string, inventedHash: string): Lie {
  return async ({ method, params }, honest, ask) => {
    const model = (await ask("eth_getTransactionByHash", [modelHash])) as Fields | null;
    if (model === null) return honest;
    const { r: _r, s: _s, ...unsigned } = model;
    const transaction = { ...unsigned, hash: inventedHash, value: toQuantity(parseEther("10")) };
    if (method === "eth_getTransactionByHash" && params[0] === inventedHash) return { result: transaction };
    if (method === "eth_getTransactionReceipt" && params[0] === inventedHash) {
      return { result: { ...((await ask(method, [modelHash])) as Fields), transactionHash: inventedHash } };
    }
    const result = honest.result as Fields | null;
    const isBlock = method === "eth_getBlockByNumber" && params[1] === true;
    if (!isBlock || result === null || result["hash"] !== model["blockHash"]) return honest;
    return { result: { ...result, transactions: [...(result["transactions"] as unknown[]), transaction] } };
  };
}
