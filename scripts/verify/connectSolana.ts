import { callJsonRpc, JsonRpcError } from "#server/chains/jsonRpc.ts";
import { readWhole } from "#server/chains/nodeAnswers.ts";
import { formatNetworkId } from "#server/chains/solana/networkId.ts";
import { readKey } from "#server/chains/solana/nodeValues.ts";
import { readHeader } from "#server/chains/solana/readBlock.ts";
import { readTreasuryAt } from "#server/chains/solana/readTreasury.ts";
import type { BalanceReader } from "./balanceReader.ts";

/** A node has no old states: a balance is what the last transaction before left, where it has the blocks since then. */
export async function connectSolana(url: string): Promise<BalanceReader> {
  const call = (method: string, params: readonly unknown[]) => callJsonRpc(url, method, params);
  return {
    network: formatNetworkId(readKey(await call("getGenesisHash", []))),
    async read(addresses, position) {
      const first = readWhole(await call("getFirstAvailableBlock", []));
      const last = readWhole(await call("getSlot", [{ commitment: "finalized" }]));
      if (position < first || position > last) return null;
      try {
        const { time } = await readHeader(call, position);
        return { balanceBase: await readTreasuryAt(call, addresses, position), time };
      } catch (error) {
        if (error instanceof JsonRpcError) return null;
        throw error;
      }
    },
  };
}
