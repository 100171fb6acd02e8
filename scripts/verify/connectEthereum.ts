import { readNumberedHeader } from "#server/chains/ethereum/confirm.ts";
import { formatNetworkId } from "#server/chains/ethereum/networkId.ts";
import { readQuantity } from "#server/chains/ethereum/nodeValues.ts";
import { readTreasuryAt } from "#server/chains/ethereum/readTreasury.ts";
import { callJsonRpc, JsonRpcError } from "#server/chains/jsonRpc.ts";
import type { BalanceReader } from "./balanceReader.ts";

/** An archive node has the balances of old blocks. */
export async function connectEthereum(url: string): Promise<BalanceReader> {
  const call = (method: string, params: readonly unknown[]) => callJsonRpc(url, method, params);
  return {
    network: formatNetworkId(Number(readQuantity(await call("eth_chainId", [])))),
    async read(addresses, position) {
      try {
        const { time } = await readNumberedHeader(call, position);
        const balanceBase = await readTreasuryAt(call, addresses, position);
        return balanceBase === null ? null : { balanceBase, time };
      } catch (error) {
        // Nodes that have pruned the block answer an error.
        if (error instanceof JsonRpcError) return null;
        throw error;
      }
    },
  };
}
