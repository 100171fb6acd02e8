import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Holding, OutgoingTransaction } from "../chain.ts";
import type { ChainReader, ReaderContext, Tip } from "../chainKind.ts";
import type { Endpoint } from "../settings.ts";
import { readAccount } from "./account.ts";
import { type Call, createCall } from "./network.ts";
import { readHead, readInfo, readSolid, readTransactions } from "./transfers.ts";
import { isNothing, readHeader, toBase58Address, toHexAddress } from "./values.ts";

/** The position before block 0. */
const NOTHING = -1;
/** Tries to read a balance between two solid blocks. */
const MOST_TRIES = 3;

export interface TronReader extends ChainReader {
  readonly call: Call;
  readonly treasuryHexes: ReadonlySet<string>;
  /** The newest final position, where these are the newest block and the newest solid one. */
  toFinal(tip: Tip, solid: Tip): number;
}

/** Reads from one node. */
export function createReader(endpoint: Endpoint, { treasuries, confirmations, watchCall }: ReaderContext): TronReader {
  const call = watchCall(createCall(endpoint));
  const treasuryHexes = new Set(treasuries.map(toHexAddress));
  const readGenesis = async () => readHeader(await call("wallet/getblockbynum", { num: 0 }), 0).hash;
  const toFinal = (tip: Tip, solid: Tip) =>
    Math.max(NOTHING, Math.min(solid.position, tip.position - confirmations + 1));

  return {
    call,
    treasuryHexes,
    toFinal,
    readIdentity: readGenesis,
    readGenesis,
    readTip: () => readHead(call),
    readFinal: async (tip) => toFinal(tip, await readSolid(call)),
    async findHeader(position) {
      const answer = await call("wallet/getblock", { id_or_num: String(position), detail: false });
      return isNothing(answer) ? null : readHeader(answer, position);
    },
    readBalance: async (address) => (await readAccount(call, address)).balanceBase,
    readCanSign: async (address) => (await readAccount(call, address)).hasOwnKey,
    // Nodes keep no older balances.
    readTreasury: () => readSolidTreasury(call, treasuries),
    readOutgoing: (txHash, final) => readOutgoing(call, { txHash, treasuryHexes, final }),
  };
}

/** What all addresses hold together at the newest solid block, which is the same before and after they are read. */
async function readSolidTreasury(call: Call, addresses: readonly string[]): Promise<Holding> {
  let before = await readSolid(call);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    let balanceBase = 0n;
    for (const address of addresses) balanceBase += (await readAccount(call, address, "walletsolidity")).balanceBase;
    const after = await readSolid(call);
    if (after.hash === before.hash) return { position: BigInt(after.position), balanceBase };
    before = after;
  }
  throw new Error("the solid block changes with each answer");
}

interface AskedOutgoing {
  txHash: string;
  treasuryHexes: ReadonlySet<string>;
  final: number;
}

/** A final transfer or call of a contract by the treasury. */
async function readOutgoing(
  call: Call,
  { txHash, treasuryHexes, final }: AskedOutgoing,
): Promise<OutgoingTransaction | null> {
  const info = await readInfo(call, txHash);
  if (info === null || info.position > final) return null;
  const { block, transactions } = await readTransactions(call, info.position, treasuryHexes);
  const transaction = transactions.find((item) => item.txHash === txHash);
  if (transaction === undefined || transaction.spending === null) return null;
  const { spending, isSuccess } = transaction;
  if (!treasuryHexes.has(spending.owner)) return null;
  const to = toBase58Address(spending.to);
  return {
    txHash,
    to,
    toKey: toAddressKey("Tron", to),
    amountBase: isSuccess && !treasuryHexes.has(spending.to) ? spending.amountBase : 0n,
    feeBase: info.feeBase,
    position: BigInt(block.position),
    time: block.time,
  };
}
