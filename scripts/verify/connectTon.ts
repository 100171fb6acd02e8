import { callTonApi, TonApiError } from "#server/chains/ton/nodeApi.ts";
import { formatNetworkId } from "#server/chains/ton/networkId.ts";
import { readIdentity } from "#server/chains/ton/pool.ts";
import { readAccount } from "#server/chains/ton/readAccount.ts";
import { readHeader } from "#server/chains/ton/readBlock.ts";
import type { BalanceReader } from "./balanceReader.ts";

/** Speaks toncenter's API, version 2. Behind it an archive node has the states of old blocks. */
export async function connectTon(url: string): Promise<BalanceReader> {
  const call = (method: string, params: Readonly<Record<string, unknown>>) =>
    callTonApi({ url, apiKey: null }, method, params);
  return {
    network: formatNetworkId((await readIdentity(call)).globalId),
    async read(addresses, position) {
      try {
        const { time } = await readHeader(call, position);
        const accounts = await Promise.all(addresses.map((address) => readAccount(call, address, position)));
        return { balanceBase: accounts.reduce((sum, { balanceBase }) => sum + balanceBase, 0n), time };
      } catch (error) {
        // Nodes that have pruned the state answer an error.
        if (error instanceof TonApiError) return null;
        throw error;
      }
    },
  };
}
