import { Address } from "@ton/core";
import type { Holding } from "../chain.ts";
import type { ReaderContext } from "../chainKind.ts";
import type { Endpoint } from "../settings.ts";
import { createReader as createNetworkReader, type TonReader } from "../ton/reader.ts";
import { readRange, type TransferReader } from "../ton/transfers.ts";
import { type Jetton, locateJettonWallet, readJettonWallet } from "./jettonWallet.ts";
import { createRules } from "./transfers.ts";

/** Reads from one endpoint: the network as Gram's reader does, the money from jetton wallets. */
export function createReader(
  endpoint: Endpoint,
  context: ReaderContext,
  { jetton, leastBase }: { jetton: Jetton; leastBase: bigint },
): TonReader {
  const network = createNetworkReader(endpoint, context);
  const { call } = network;
  const treasuries = context.treasuries.map((address) => Address.parse(address));
  const transfers: TransferReader = {
    call,
    accounts: treasuries.map((treasury) => locateJettonWallet(jetton, treasury)),
    rules: createRules(treasuries, leastBase),
    reports: new Map(),
  };
  const readHeld = async (owner: Address, seqno: number | null): Promise<bigint> =>
    (await readJettonWallet(call, jetton, owner, seqno)).balanceBase;
  return {
    ...network,
    readRange: (range) => readRange(transfers, range),
    readBalance: (address) => readHeld(Address.parse(address), null),
    readFuel: (address) => network.readBalance(address),
    // Receiving is paid by the sender.
    async readTreasury(position): Promise<Holding> {
      const held = await Promise.all(treasuries.map((treasury) => readHeld(treasury, position)));
      return { position: BigInt(position), balanceBase: held.reduce((sum, base) => sum + base, 0n) };
    },
  };
}
