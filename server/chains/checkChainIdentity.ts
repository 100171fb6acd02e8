import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Kysely } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { StartError } from "#server/startError.ts";
import type { Chain } from "./chain.ts";

interface Identity {
  network: string;
  /** The id of the chain's first block. */
  genesis: string;
  treasuryAddress: string;
}

/** Hosts that must say alike what keeps the server from starting, or what the database is tied to for good. */
const WITNESSES = 2;

/**
 * Ties the database permanently to one network and its treasury: with another one, coins of a test chain would become
 * balances, or payments of open orders would be missed. A treasury is replaced by one whose settings name every former
 * one. Throws StartError for another network or treasury, for a new one that its chain does not have yet, or if a public
 * chain no longer has the newest settled block; rejects with ChainUnavailable where hosts differ on that or one alone says so,
 * which keeps no other coin from starting.
 */
export async function checkChainIdentity(app: Pick<App, "database" | "clock" | "logger">, chain: Chain): Promise<void> {
  const known = await readIdentity(app.database.kysely, chain.coinType);
  const network = chain.network.id;
  let genesis = await chain.readGenesis();
  if (known?.network !== network || known.genesis !== genesis) genesis = await chain.readGenesis(WITNESSES);
  const asked: Identity = { network, genesis, treasuryAddress: chain.treasuryAddress };
  const stored = known ?? (await storeIdentity(app, chain, asked));
  refuseOther("network", chain.settings.endpoints, stored.network, asked.network);
  if (stored.genesis !== genesis) {
    refuseForeignBlock(app, chain, `its first block is ${genesis}, not ${stored.genesis}`);
  }
  await checkSettledBlock(app, chain);
  await checkTreasury(app, chain, stored.treasuryAddress);
}

/**
 * Payments to an address that the chain does not have yet cost more than wallets reckon with, fail, or are sent back. Once
 * it is there, it stays.
 */
async function refuseUnfunded(chain: Chain): Promise<void> {
  const { isLocal, treasuryAddress, settings, network } = chain;
  if (isLocal || (await chain.isFunded(treasuryAddress))) return;
  throw new StartError(
    `${settings.treasury} names ${treasuryAddress}, which holds nothing on ${network.name}: send it some coins first, enough for its first fees.`,
  );
}

/** Replaces the treasury where the settings name the one of this database, and each that was it before, as old. */
async function checkTreasury(
  { database, clock, logger }: Pick<App, "database" | "clock" | "logger">,
  chain: Chain,
  stored: string,
): Promise<void> {
  const { coinType, treasuryAddress, oldTreasuryAddresses, settings } = chain;
  const rows = await database.kysely
    .selectFrom("former_treasury")
    .select("address")
    .where("coin_type", "=", coinType)
    .execute();
  const former = rows.map((row) => row.address);
  if (oldTreasuryAddresses.length === 0 && former.length === 0) {
    refuseOther("treasury", settings.treasury, stored, treasuryAddress);
  }
  const asked = new Set([treasuryAddress, ...oldTreasuryAddresses]);
  const oldSetting = settings.oldTreasuries;
  const forgotten = [stored, ...former].find((address) => !asked.has(address));
  if (forgotten !== undefined) {
    throw new StartError(
      `This database has paid from and been paid at ${forgotten}: name it in ${oldSetting}, so that what still arrives there is found.`,
    );
  }
  const foreign = oldTreasuryAddresses.find((address) => address !== stored && !former.includes(address));
  if (foreign !== undefined) {
    throw new StartError(`${oldSetting} names ${foreign}, which was never the treasury of this database.`);
  }
  if (stored === treasuryAddress) return;
  const cold = await database.kysely
    .selectFrom("cold_address")
    .select("address_key")
    .where("coin_type", "=", coinType)
    .where("address_key", "=", toAddressKey(COINS[coinType].walletType, treasuryAddress))
    .executeTakeFirst();
  if (cold !== undefined) {
    throw new StartError(
      `${settings.treasury} names an address that sweeps went to: what lies there would be counted twice. Use an address of its own.`,
    );
  }
  await refuseUnfunded(chain);
  await database.kysely.transaction().execute(async (trx) => {
    await trx
      .insertInto("former_treasury")
      .values({ coin_type: coinType, address: stored, replaced_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .updateTable("chain_identity")
      .set({ treasury_address: treasuryAddress })
      .where("coin_type", "=", coinType)
      .where("treasury_address", "=", stored)
      .execute();
  });
  logger.warn({ coinType, reason: `${treasuryAddress} after ${stored}` }, "the treasury has a new address");
}

/** Stores the identity if there is none, and returns the stored one. If orders exist, it is that of the newest. */
async function storeIdentity(
  { database, clock }: Pick<App, "database" | "clock">,
  chain: Chain,
  asked: Identity,
): Promise<Identity> {
  const { coinType } = chain;
  const { kysely } = database;
  const order = await kysely
    .selectFrom("payment_order")
    .select(["network", "treasury_address"])
    .where("coin_type", "=", coinType)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (order === undefined) await refuseUnfunded(chain);
  await kysely
    .insertInto("chain_identity")
    .values({
      coin_type: coinType,
      network: order?.network ?? asked.network,
      genesis_hash: asked.genesis,
      treasury_address: order?.treasury_address ?? asked.treasuryAddress,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await readIdentity(kysely, coinType);
  if (stored === null) throw new Error("an identity that was stored is not there");
  return stored;
}

async function readIdentity(database: Kysely<Schema>, coinType: CoinType): Promise<Identity | null> {
  const stored = await database
    .selectFrom("chain_identity")
    .select(["network", "genesis_hash as genesis", "treasury_address as treasuryAddress"])
    .where("coin_type", "=", coinType)
    .executeTakeFirst();
  return stored ?? null;
}

function refuseOther(name: "network" | "treasury", setting: string, stored: string, asked: string): void {
  if (stored === asked) return;
  throw new StartError(
    `This database belongs to the ${name} ${stored}, and ${setting} names ${asked}. Set ${setting} back, or use another database.`,
  );
}

async function checkSettledBlock(app: Pick<App, "database" | "logger">, chain: Chain): Promise<void> {
  const { coinType } = chain;
  const cursor = await app.database.kysely
    .selectFrom("chain_cursor")
    .select(["settled_position", "settled_ref"])
    .where("coin_type", "=", coinType)
    .executeTakeFirst();
  if (cursor === undefined || cursor.settled_ref === null) return;
  const position = cursor.settled_position;
  let ref = await chain.readRefAt(position);
  if (ref !== cursor.settled_ref) ref = await chain.readRefAt(position, WITNESSES);
  if (ref === null) {
    app.logger.warn({ coinType, position }, "the node does not have the newest settled block yet");
  } else if (ref !== cursor.settled_ref) {
    refuseForeignBlock(app, chain, `its block ${position} is ${ref}, not ${cursor.settled_ref}`);
  }
}

/** A local node may lose its newest blocks in a crash; a public chain without a final block is another chain. */
function refuseForeignBlock({ logger }: Pick<App, "logger">, chain: Chain, reason: string): void {
  const { isLocal, coinType, settings } = chain;
  if (!isLocal) {
    const { endpoints } = settings;
    throw new StartError(
      `This database belongs to another chain than ${endpoints}: ${reason}. Set ${endpoints} back, or use another database.`,
    );
  }
  logger.warn({ coinType, reason }, "the local chain is not the one of this database");
}
