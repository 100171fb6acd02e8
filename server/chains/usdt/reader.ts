import { Address } from "@ton/core";
import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Holding, OutgoingTransaction } from "../chain.ts";
import type { ReaderContext } from "../chainKind.ts";
import type { Endpoint } from "../settings.ts";
import { type Call, readHeader } from "../ton/network.ts";
import {
  type AskedOutgoing,
  createReader as createNetworkReader,
  findOutgoing,
  type TonReader,
} from "../ton/reader.ts";
import { isOneOf, readRange, type TransferReader } from "../ton/transfers.ts";
import { type Jetton, locateJettonWallet, readJettonWallet } from "./jettonWallet.ts";
import { followOrders, listOrders } from "./outcomes.ts";
import type { UsdtConfig } from "./settings.ts";
import { createStrayReader } from "./strays.ts";
import { createRules } from "./transfers.ts";

interface ReadMoney extends Pick<UsdtConfig, "gramTreasuries" | "fuelAddresses"> {
  jetton: Jetton;
  leastBase: bigint;
}

/** Reads from one endpoint: the network as Gram's reader does, the money from jetton wallets. */
export function createReader(
  endpoint: Endpoint,
  context: ReaderContext,
  { jetton, leastBase, gramTreasuries, fuelAddresses }: ReadMoney,
): TonReader {
  const network = createNetworkReader(endpoint, context);
  const { call } = network;
  const treasuries = context.treasuries.map((address) => Address.parse(address));
  const transfers: TransferReader = {
    call,
    accounts: treasuries.map((treasury) => locateJettonWallet(jetton, treasury)),
    rules: createRules(jetton, treasuries, leastBase),
    reports: new Map(),
  };
  const readHeld = async (owner: Address, seqno: number | null): Promise<bigint> =>
    (await readJettonWallet(call, jetton, owner, seqno)).balanceBase;
  return {
    ...network,
    readStrays: createStrayReader(call, { jetton, treasuries, gramTreasuries, fuelAddresses }),
    readRange: (range) => readRange(transfers, range),
    readBalance: (address) => readHeld(Address.parse(address), null),
    readFuel: (address) => network.readBalance(address),
    readOutgoing: (txHash, final) => readOutgoing(call, jetton, treasuries, { txHash, final }),
    // Receiving is paid by the sender.
    async readTreasury(position): Promise<Holding> {
      const held = await Promise.all(treasuries.map((treasury) => readHeld(treasury, position)));
      return { position: BigInt(position), balanceBase: held.reduce((sum, base) => sum + base, 0n) };
    },
  };
}

/** A transaction by which a treasury let its jetton wallet send one transfer whose end is final. */
async function readOutgoing(
  call: Call,
  jetton: Jetton,
  treasuries: readonly Address[],
  asked: AskedOutgoing,
): Promise<OutgoingTransaction | null> {
  const outgoing = await findOutgoing(call, treasuries, asked);
  if (outgoing === null) return null;
  const { txHash, treasury, transaction, seqno } = outgoing;
  const { final } = asked;
  const orders = listOrders(transaction, locateJettonWallet(jetton, treasury));
  if (orders.length > 1) throw new Error("a transaction of several transfers");
  const [outcome] = await followOrders({ call }, { jetton, treasury, seqno, final, head: final }, orders);
  if (outcome?.kind === "air") return null;
  const receiver = orders[0]?.to ?? treasury;
  const isOut = outcome?.kind === "burnt" || (outcome?.kind === "moved" && !isOneOf(treasuries, receiver));
  const position = outcome?.position ?? BigInt(seqno);
  const { time } = await readHeader(call, Number(position));
  const to = receiver.toString({ bounceable: false });
  const amountBase = isOut ? (orders[0]?.amountBase ?? 0n) : 0n;
  // The network takes nothing of the coin itself.
  return { txHash, to, toKey: toAddressKey("Ton", to), amountBase, feeBase: 0n, position, time };
}
