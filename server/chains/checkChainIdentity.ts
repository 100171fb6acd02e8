import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { StartError } from "#server/startError.ts";
import { formatNetwork } from "./formatNetwork.ts";
import type { EthereumChain } from "./ethereum/ethereumChain.ts";

const COIN: CoinType = "eth";

interface Identity {
  network: string;
  genesisHash: string;
  treasuryAddress: string;
}

/**
 * Ties the database to one network and one treasury, for good: another one would turn coins of a test chain into
 * balances, or leave the treasury of open orders unwatched. Throws StartError for another network or treasury, or
 * when a public chain no longer has the newest settled block.
 */
export async function checkChainIdentity(
  app: Pick<App, "database" | "clock" | "logger">,
  chain: EthereumChain,
): Promise<void> {
  const genesisHash = await chain.readBlockHash(0);
  if (genesisHash === null) throw new Error("the node has no first block");
  const network = formatNetwork(chain.network.chainId);
  const identity = { network, genesisHash, treasuryAddress: chain.treasuryAddress };
  const stored = await storeIdentity(app, identity);
  refuseOther("network", stored.network, network);
  refuseOther("treasury", stored.treasuryAddress, chain.treasuryAddress);
  if (stored.genesisHash !== genesisHash) {
    tellForeignBlock(app, chain, `its first block is ${genesisHash}, not ${stored.genesisHash}`);
  }
  await checkSettledBlock(app, chain);
}

/** Stores the identity unless there is one, and returns the stored one. Where orders exist, the newest one decides. */
async function storeIdentity({ database, clock }: Pick<App, "database" | "clock">, asked: Identity): Promise<Identity> {
  const { kysely } = database;
  const order = await kysely
    .selectFrom("payment_order")
    .select(["network", "treasury_address"])
    .where("coin_type", "=", COIN)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  await kysely
    .insertInto("chain_identity")
    .values({
      coin_type: COIN,
      network: order?.network ?? asked.network,
      genesis_hash: asked.genesisHash,
      treasury_address: order?.treasury_address ?? asked.treasuryAddress,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await kysely
    .selectFrom("chain_identity")
    .selectAll()
    .where("coin_type", "=", COIN)
    .executeTakeFirstOrThrow();
  return {
    network: stored.network,
    genesisHash: stored.genesis_hash,
    treasuryAddress: stored.treasury_address,
  };
}

function refuseOther(name: "network" | "treasury", stored: string, asked: string): void {
  if (stored === asked) return;
  const setting = name === "network" ? "ETH_RPC_URLS" : "ETH_TREASURY_ADDRESS";
  throw new StartError(
    `This database belongs to the ${name} ${stored}, and ${setting} names ${asked}. Set ${setting} back, or use another database.`,
  );
}

async function checkSettledBlock(app: Pick<App, "database" | "logger">, chain: EthereumChain): Promise<void> {
  const cursor = await app.database.kysely
    .selectFrom("chain_cursor")
    .select(["next_block", "settled_hash"])
    .where("coin_type", "=", COIN)
    .executeTakeFirst();
  if (cursor === undefined || cursor.settled_hash === null) return;
  const number = Number(cursor.next_block) - 1;
  const hash = await chain.readBlockHash(number);
  if (hash === null) {
    app.logger.warn({ chain: "ethereum", blockNumber: number }, "the node does not have the newest settled block yet");
  } else if (hash !== cursor.settled_hash) {
    tellForeignBlock(app, chain, `its block ${number} is ${hash}, not ${cursor.settled_hash}`);
  }
}

/** A local node may have lost its newest blocks in a crash; a public chain with other final blocks is another chain. */
function tellForeignBlock({ logger }: Pick<App, "logger">, { isLocal }: EthereumChain, reason: string): void {
  if (!isLocal) {
    throw new StartError(
      `This database belongs to another chain than ETH_RPC_URLS: ${reason}. Set ETH_RPC_URLS back, or use another database.`,
    );
  }
  logger.warn({ chain: "ethereum", reason }, "the local chain is not the one of this database");
}
