import type { Wallet } from "ethers";
import type { Kysely } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { COINS, type CoinType } from "#domain/coins.ts";
import { coinsOfWallet } from "#domain/coinsOfWallet.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { creditProven } from "#server/deposits/creditUnmatched.ts";
import { settleTransfer } from "#tests/support/settleTransfer.ts";
import { makeSigner, signProof } from "#tests/support/signers.ts";
import { storeTransfer } from "#tests/support/storeTransfer.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { readBalance } from "#server/ledger/accounts.ts";
import type { Chain } from "#server/chains/chain.ts";
import type { ChainLink } from "#server/chains/chains.ts";
import { readSpendingBlocks } from "#server/accounts/spendingBlocks.ts";
import { depositInfo } from "#server/orders/depositInfo.ts";
import type { Random } from "#server/random.ts";
import { outcomeOf, openPeople } from "#tests/support/people.ts";
import { addUsers, callAs } from "#tests/support/story.ts";
import type { TestApp } from "#tests/support/testApp.ts";
import { bindWallet } from "./bindWallet.ts";
import { unbindWallet, walletList } from "./boundWallets.ts";
import { walletChallenge } from "./proofs.ts";

const OTHER_TREASURY = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
const AMOUNT_BASE = 10n ** 16n;
const NETWORK = "eip155:31337";
const { walletType: ownType } = COINS.sol;
const people = openPeople("two coins of one wallet");
/** A server whose wallets of Ethereum hold a second coin. */
let app: TestApp;
let anna = 1_000n;

beforeAll(() => {
  COINS.sol.walletType = "ETH";
  const { eth } = people.app.chains;
  const { eth: configured } = people.app.config.chains;
  if (eth?.chain === undefined || eth.chain === null || configured === undefined) throw new Error("no chain");
  const other = { ...eth.chain, coinType: "sol" as const, treasuryAddress: OTHER_TREASURY };
  const sol: ChainLink = { facts: other, state: "ready", chain: other };
  app = { ...people.app, chains: { eth, sol } };
  app = { ...app, config: { ...app.config, coins: ["eth", "sol"], chains: { eth: configured, sol: configured } } };
});
afterAll(() => {
  COINS.sol.walletType = ownType;
});
beforeEach(async () => {
  anna += 1n;
  await addUsers(people.app, [anna]);
  await people.change(anna, { allows_write_to_pm: true });
});

/** A final transfer to the coin's treasury. */
async function arrive(coinType: CoinType, from: string, reference: string | null): Promise<void> {
  const fromKey = from.toLowerCase();
  const named = { coin_type: coinType, from_address: from, from_address_key: fromKey, reference };
  const transfer = await storeTransfer(app, { ...named, amount_base: AMOUNT_BASE, block_ref: null });
  await settleTransfer(app, transfer, fromKey);
}

const readBalances = () =>
  Promise.all((["eth", "sol"] as const).map((coin) => readBalance(people.database.kysely, anna, coin)));

const createWallet = () => makeSigner(people.app);

async function prove(wallet: Wallet, on: App = app): Promise<string> {
  const proof = await signProof(on, anna, wallet);
  return (await callAs(on, bindWallet, anna, { body: { type: "ETH", address: wallet.address, proof } })).wallet
    .walletId;
}

describe("two coins of one wallet", () => {
  it("are named by its type, its network's own first", () => {
    expect(coinsOfWallet("ETH")).toEqual(["eth", "sol"]);
  });

  it("stop being paid out automatically and are blocked, both, when another wallet is proven", async () => {
    const { kysely } = people.database;
    const switchOn = () =>
      kysely
        .insertInto("auto_payout")
        .values(
          (["eth", "sol"] as const).map((coin) => ({
            tg_user_id: anna,
            coin_type: coin,
            max_fee_base: 1n,
            created_at: app.clock.now(),
          })),
        )
        .execute();
    const countOn = async () =>
      (await kysely.selectFrom("auto_payout").select("coin_type").where("tg_user_id", "=", anna).execute()).length;
    const walletId = await prove(createWallet());
    await switchOn();
    await callAs(app, unbindWallet, anna, { body: { walletId } });
    expect(await countOn()).toBe(0);
    await switchOn();
    await prove(createWallet());
    expect(await countOn()).toBe(0);
    const blocks = await readSpendingBlocks(kysely, app, anna);
    expect(blocks.map(({ coinType }) => coinType)).toEqual(["eth", "sol"]);
    const told = (await people.hear()).filter(({ to }) => to === anna);
    expect(told.at(-1)?.html).toContain("payments of ETH and SOL from your balance are blocked");
  });

  it("are credited both by the proof of the wallet that sent them before, also while a chain is away", async () => {
    const wallet = createWallet();
    for (const coin of ["eth", "sol"] as const) await arrive(coin, wallet.address, null);
    expect(await readBalances()).toEqual([0n, 0n]);
    const { eth, sol } = app.chains;
    if (eth === undefined || sol === undefined) throw new Error("no chain");
    await prove(wallet, { ...app, chains: { eth, sol: { ...sol, state: "away", chain: null } } });
    expect(await readBalances()).toEqual([AMOUNT_BASE, 0n]);
    app.clock.advance(1_000);
    await creditProven.run(app, new AbortController().signal);
    expect(await readBalances()).toEqual([AMOUNT_BASE, AMOUNT_BASE]);
  });

  it("have one reference of a person, whichever coin it is asked for first", async () => {
    const { eth, sol } = app.chains;
    if (eth?.chain === undefined || eth.chain === null || sol === undefined) throw new Error("no chain");
    const createReference = (random: Random) => Buffer.from(random.bytes(8)).toString("hex");
    const link = (chain: Chain): ChainLink => ({ facts: chain, state: "ready", chain: { ...chain, createReference } });
    const on = { ...app, chains: { eth: link(eth.chain), sol: link(eth.chain) } };
    const read = async (coinType: CoinType) => (await callAs(on, depositInfo, anna, { query: { coinType } })).reference;
    const first = await read("sol");
    expect(first).toMatch(/^[0-9a-f]{16}$/u);
    expect([await read("eth"), await read("sol")]).toEqual([first, first]);
  });

  it("arrive for the person whose reference they carry, whichever coin it was given for", async () => {
    const { kysely } = people.database;
    const given = { tg_user_id: anna, network: NETWORK, created_at: app.clock.now() };
    await kysely
      .insertInto("deposit_reference")
      .values({ ...given, coin_type: "eth", reference: `E${anna}` })
      .execute();
    await kysely
      .insertInto("past_reference")
      .values({ ...given, coin_type: "eth", reference: `P${anna}` })
      .execute();
    for (const reference of [`E${anna}`, `P${anna}`]) await arrive("sol", createWallet().address, reference);
    expect(await readBalances()).toEqual([0n, 2n * AMOUNT_BASE]);
    await arrive("sol", createWallet().address, `E${anna}x`);
    expect(await readBalances()).toEqual([0n, 2n * AMOUNT_BASE]);
  });

  it("pay no order in the other coin: its reference names its person alone", async () => {
    await prove(createWallet());
    const { address } = (await callAs(app, walletList, anna, { query: { limit: 20 } })).items[0] ?? { address: "" };
    app.world.balances.set(address, 10n ** 18n);
    const body = { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.01" } as const;
    const { order } = await callAs(app, sendRedEnvelope, anna, { body });
    const { kysely } = people.database;
    const ofOrder = (query: Kysely<Schema>) => query.updateTable("payment_order").where("order_id", "=", order.orderId);
    await ofOrder(kysely)
      .set({ reference: `O${anna}` })
      .execute();
    await arrive("sol", createWallet().address, `O${anna}`);
    expect(await readBalances()).toEqual([0n, AMOUNT_BASE]);
    const { status, paid_base: paidBase } = await kysely
      .selectFrom("payment_order")
      .select(["status", "paid_base"])
      .where("order_id", "=", order.orderId)
      .executeTakeFirstOrThrow();
    expect([status, paidBase]).toEqual(["awaitingPayment", 0n]);
  });

  it("have no treasury among people's wallets, of neither coin", async () => {
    const treasuries = [app.chains.eth?.facts.treasuryAddress ?? "", OTHER_TREASURY];
    for (const address of treasuries) {
      await expect(callAs(app, bindWallet, anna, { body: { type: "ETH", address } })).rejects.toMatchObject({
        key: "invalidRequest",
        messageKey: "wallet:addressMistake.treasury",
      });
    }
  });

  it("need one chain for a proof: that of either coin", async () => {
    const { eth, sol } = app.chains;
    if (eth === undefined || sol === undefined) throw new Error("no chain");
    const isProven = (on: Partial<App>) => outcomeOf(prove(createWallet(), { ...app, ...on }));
    expect(await isProven({ chains: { sol }, config: { ...app.config, coins: ["sol"] } })).toBe("ok");
    anna += 1n;
    await addUsers(people.app, [anna]);
    expect(await isProven({ chains: { eth: { ...eth, state: "away", chain: null }, sol } })).toBe("ok");
    await expect(
      callAs({ ...app, chains: {} }, walletChallenge, anna, { body: { type: "ETH", address: "" } }),
    ).rejects.toMatchObject({ key: "coinNotEnabled" });
  });

  it("are one type to bind a wallet of", async () => {
    const { openTypes } = await callAs(app, walletList, anna, { query: { limit: 20 } });
    expect(openTypes).toEqual(["ETH"]);
  });
});
