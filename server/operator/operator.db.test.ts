import { parseEther, toQuantity, Wallet } from "ethers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { payAutomatically } from "#server/payouts/autoPayoutsJob.ts";
import { cancelPayout } from "#server/payouts/cancel.ts";
import { payoutQuote } from "#server/payouts/quote.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { requireSoundBooks } from "#tests/support/requireSoundBooks.ts";
import { AGREED_FEE_BASE, type PayoutLab, startPayoutLab } from "#tests/support/payoutLab.ts";
import { addUsers, callAs } from "#tests/support/story.ts";
import { carryOutCommand, type CommandName } from "./carryOutCommand.ts";

const GROSS = parseEther("10.5");
const MINUTE_MS = 60_000;

describe("an operator", () => {
  let database: Database;
  let lab: PayoutLab;
  let anna = 200n;

  beforeAll(async () => {
    database = await openTestDatabase();
    lab = await startPayoutLab(database, "operator");
  });
  beforeEach(async () => {
    anna += 1n;
    await lab.deposit(anna, parseEther("12"));
  });
  afterEach(async () => {
    for (const endpoint of lab.endpoints) Object.assign(endpoint, { lie: null, isDead: false });
    await lab.catchUp();
    await requireSoundBooks(database);
  });
  afterAll(async () => {
    await lab.stop();
    await database.close();
  });

  const act = (name: CommandName, values: Record<string, string>, change: object = {}) =>
    carryOutCommand({ ...lab.app, reachChain: async () => lab.chain }, name, {
      operator: "ann",
      reason: "ticket 7",
      isDryRun: false,
      values,
      ...change,
    });
  const readLog = (subject: string) =>
    database.kysely
      .selectFrom("operator_action")
      .select(["kind", "operator", "reason", "tg_user_id", "coin_type", "amount_base"])
      .where("subject", "=", subject)
      .orderBy("created_at")
      .execute();
  const readAccount = async (account: string) => {
    const { rows } = await database.pool.query<{ sum: bigint | null }>(
      "select sum(amount_base) as sum from ledger_entry where account = $1",
      [account],
    );
    return rows[0]?.sum ?? 0n;
  };
  const readBalance = () => readAccount(`user:${anna}:eth`);
  const readMessages = async () =>
    (await database.kysely.selectFrom("notification").select("kind").where("tg_user_id", "=", anna).execute()).map(
      ({ kind }) => kind,
    );
  async function holdByLimit(): Promise<string> {
    const payoutId = await lab.queue(anna, GROSS);
    await lab.createSender().step();
    expect(await lab.read(payoutId)).toMatchObject({ status: "held", held_reason: "limit" });
    return payoutId;
  }
  const finish = (payoutId: string) => lab.finish(lab.createSender(), [payoutId]);
  /** Sends from the treasury by hand, and answers the hash once it is final. */
  async function sendByHand(to: string, amountBase: bigint): Promise<string> {
    const txHash = await lab.anvil.pay(lab.treasury, to, amountBase);
    await lab.mine(4);
    return txHash;
  }
  const readMissing = () =>
    database.kysely.selectFrom("job_state").where("name", "=", "payoutsStopped:eth").selectAll().execute();

  it("releases a held payout once, and it is paid", async () => {
    const payoutId = await holdByLimit();
    expect(await act("release", { payout: payoutId }, { isDryRun: true })).toMatchObject({
      isDone: false,
      isRepeat: false,
    });
    expect(await lab.readStatus(payoutId)).toBe("held");
    expect(await readLog(payoutId)).toEqual([]);
    const results = await Promise.all([act("release", { payout: payoutId }), act("release", { payout: payoutId })]);
    expect(results.filter(({ isDone }) => isDone)).toHaveLength(1);
    expect(await lab.readStatus(payoutId)).toBe("queued");
    await finish(payoutId);
    expect(await lab.readStatus(payoutId)).toBe("paid");
    expect(await lab.readArrived(payoutId)).toBe(GROSS - AGREED_FEE_BASE);
    expect(await act("release", { payout: payoutId })).toMatchObject({ isDone: false, isRepeat: true });
    expect(await readLog(payoutId)).toEqual([
      {
        kind: "releasePayout",
        operator: "ann",
        reason: "ticket 7",
        tg_user_id: anna,
        coin_type: "eth",
        amount_base: GROSS,
      },
    ]);
  });

  it("refuses a held payout: the money is back, the owner is told, and no automatic one follows", async () => {
    const payoutId = await holdByLimit();
    await database.kysely.updateTable("payout").set({ is_automatic: true }).where("payout_id", "=", payoutId).execute();
    await database.kysely
      .insertInto("auto_payout")
      .values({ tg_user_id: anna, coin_type: "eth", max_fee_base: 1n, created_at: lab.app.clock.now() })
      .execute();
    expect(await act("refuse", { payout: payoutId })).toMatchObject({ isDone: true });
    expect(await act("refuse", { payout: payoutId })).toMatchObject({ isDone: false, isRepeat: true });
    expect(await lab.readStatus(payoutId)).toBe("cancelled");
    expect(await readBalance()).toBe(parseEther("12"));
    expect(await readMessages()).toContain("payoutReturned");
    expect(await database.kysely.selectFrom("auto_payout").selectAll().execute()).toEqual([]);
    expect(await readLog(payoutId)).toMatchObject([{ kind: "refusePayout", amount_base: GROSS }]);
  });

  it("decides nothing about what is signed or unknown, or without a reason and a name", async () => {
    const payoutId = await lab.queue(anna, parseEther("0.5"));
    await lab.createSender().step();
    await expect(act("refuse", { payout: payoutId })).rejects.toThrow("it is sending");
    await expect(act("release", { payout: payoutId })).rejects.toThrow("it is sending");
    await expect(act("release", { payout: "nothing" })).rejects.toThrow("There is no such payout.");
    await expect(act("release", { payout: payoutId }, { reason: " " })).rejects.toThrow("A reason is needed.");
    await expect(act("release", { payout: payoutId }, { operator: "" })).rejects.toThrow("An operator is needed.");
    await expect(act("release", {})).rejects.toThrow("--payout is missing.");
    expect(await readLog(payoutId)).toEqual([]);
    await finish(payoutId);
  });

  it("pays or gives back when a release and a refusal race, never both", async () => {
    for (let round = 0; round < 4; round += 1) {
      const payoutId = await lab.queue(anna, GROSS);
      await lab.createSender().step();
      const outcomes = await Promise.allSettled([
        act("release", { payout: payoutId }),
        act("refuse", { payout: payoutId }),
      ]);
      expect(outcomes.some(({ status }) => status === "fulfilled")).toBe(true);
      const isBack = (await lab.readStatus(payoutId)) === "cancelled";
      if (!isBack) await callAs(lab.app, cancelPayout, anna, { body: { payoutId } });
      expect(await readBalance()).toBe(parseEther("12"));
    }
  });

  it("stops the automatic payouts of a person once", async () => {
    await database.kysely
      .insertInto("auto_payout")
      .values({ tg_user_id: anna, coin_type: "eth", max_fee_base: 1n, created_at: lab.app.clock.now() })
      .execute();
    const values = { user: String(anna) };
    expect(await act("stop-auto", values)).toMatchObject({ isDone: true, summary: expect.stringContaining("eth") });
    expect(await act("stop-auto", values)).toMatchObject({ isDone: false, isRepeat: true });
    expect(await readLog(`person:${anna}`)).toMatchObject([{ kind: "stopAutoPayouts", tg_user_id: anna }]);
    await expect(act("stop-auto", { user: "99999" })).rejects.toThrow("There is no person 99999.");
  });

  it.each(["all", "coin", "person", "wallet"])(
    "holds payouts while %s is frozen, and pays them afterwards",
    async (kind) => {
      const to = Wallet.createRandom().address;
      const scope = { all: "all", coin: "coin:eth", person: `person:${anna}`, wallet: `wallet:ETH:${to}` }[kind] ?? "";
      expect(await act("freeze", { scope })).toMatchObject({ isDone: true });
      expect(await act("freeze", { scope })).toMatchObject({ isDone: false, isRepeat: true });
      const payoutId = await lab.queue(anna, parseEther("0.5"), to);
      const sender = lab.createSender();
      await sender.step();
      const reason = kind === "all" ? "paused" : "frozen";
      expect(await lab.read(payoutId)).toMatchObject({ status: "held", held_reason: reason });
      await expect(act("release", { payout: payoutId })).rejects.toThrow("No limit holds the payout");
      expect(await act("unfreeze", { scope })).toMatchObject({ isDone: true });
      expect(await act("unfreeze", { scope })).toMatchObject({ isRepeat: true });
      lab.app.clock.advance(MINUTE_MS);
      await finish(payoutId);
      expect(await lab.readStatus(payoutId)).toBe("paid");
    },
  );

  it.each(["all", "person", "wallet"])("makes no automatic payout while %s is frozen", async (kind) => {
    await database.kysely
      .insertInto("auto_payout")
      .values({ tg_user_id: anna, coin_type: "eth", max_fee_base: parseEther("1"), created_at: lab.app.clock.now() })
      .execute();
    const { address } = await database.kysely
      .selectFrom("wallet")
      .select("address")
      .where("tg_user_id", "=", anna)
      .executeTakeFirstOrThrow();
    const scope = { all: "all", person: `person:${anna}`, wallet: `wallet:ETH:${address}` }[kind] ?? "";
    const run = async () => {
      // Who could not be paid is tried again after five minutes.
      lab.app.clock.advance(5 * MINUTE_MS);
      await payAutomatically("eth").run(lab.app, new AbortController().signal);
      return database.kysely.selectFrom("payout").select("payout_id").where("tg_user_id", "=", anna).execute();
    };
    await act("freeze", { scope });
    expect(await run()).toEqual([]);
    await act("unfreeze", { scope });
    const [payout, ...others] = await run();
    expect(others).toEqual([]);
    await act("refuse", { payout: payout?.payout_id ?? "" });
    expect(await run()).toHaveLength(1);
  });

  it("lets others be paid while one person is frozen", async () => {
    await act("freeze", { scope: `person:${anna - 1n}` });
    const payoutId = await lab.queue(anna, parseEther("0.5"));
    await finish(payoutId);
    expect(await lab.readStatus(payoutId)).toBe("paid");
    await act("unfreeze", { scope: `person:${anna - 1n}` });
  });

  it("freezes nothing that it cannot name", async () => {
    await expect(act("freeze", { scope: "person:1" })).rejects.toThrow("There is no person 1.");
    await expect(act("freeze", { scope: "envelope:none" })).rejects.toThrow("There is no envelope none.");
    for (const scope of ["coin:gold", "person:x", "wallet:ETH:0x1", "wallet:Gold:1", "everything", "all:"]) {
      await expect(act("freeze", { scope })).rejects.toThrow("--");
    }
  });

  it("asks for quotes as before while everything is frozen", async () => {
    await act("freeze", { scope: "all" });
    await expect(
      callAs(lab.app, payoutQuote, anna, { query: { coinType: "eth", amount: "1" } }),
    ).resolves.toMatchObject({ gross: "1" });
    await act("unfreeze", { scope: "all" });
  });

  it("books what left the treasury by hand against a balance, once, and the money is no longer missing", async () => {
    const txHash = await sendByHand(Wallet.createRandom().address, parseEther("1"));
    expect(await readMissing()).toHaveLength(1);
    const values = { coin: "eth", tx: txHash.toUpperCase().replace("0X", "0x"), against: `user:${anna}` };
    const dry = await act("book-outgoing", values, { isDryRun: true });
    expect(dry).toMatchObject({ isDone: false, summary: expect.stringMatching(/^1 eth to 0x/) });
    expect(await readBalance()).toBe(parseEther("12"));
    const results = await Promise.all([act("book-outgoing", values), act("book-outgoing", values)]);
    expect(results.filter(({ isDone }) => isDone)).toHaveLength(1);
    await expect(act("book-outgoing", { ...values, against: "fees" })).rejects.toThrow("It was booked against user:");
    const spentBase = parseEther("12") - (await readBalance());
    expect(spentBase).toBeGreaterThan(parseEther("1"));
    expect(spentBase).toBeLessThan(parseEther("1.001"));
    expect(await readLog(txHash)).toMatchObject([{ kind: "bookOutgoing", amount_base: spentBase, tg_user_id: anna }]);
    await lab.mine(3);
    expect(await readMissing()).toEqual([]);
  });

  it("books a sweep against the cold account and its fee against fees", async () => {
    const paid = await lab.queue(anna, parseEther("0.5"));
    await finish(paid);
    const feesBase = await readAccount("fees:eth");
    const txHash = await sendByHand(Wallet.createRandom().address, parseEther("2"));
    const coldBase = await readAccount("cold:eth");
    expect(await act("book-outgoing", { coin: "eth", tx: txHash, against: "cold" })).toMatchObject({ isDone: true });
    expect((await readAccount("cold:eth")) - coldBase).toBe(-parseEther("2"));
    expect(await readAccount("fees:eth")).toBeLessThan(feesBase);
    expect(await readBalance()).toBe(parseEther("11.5"));
    await lab.mine(3);
    expect(await readMissing()).toEqual([]);
  });

  it("takes no wallet of a person and no payer of an order for a cold address", async () => {
    const known = Wallet.createRandom().address;
    const txHash = await sendByHand(known, parseEther("0.1"));
    const book = (isDryRun: boolean) =>
      act("book-outgoing", { coin: "eth", tx: txHash, against: "cold" }, { isDryRun });
    const at = lab.app.clock.now();
    await database.kysely
      .insertInto("wallet")
      .values({
        wallet_id: "not cold",
        tg_user_id: anna,
        type: "ETH",
        address: known,
        address_key: known.toLowerCase(),
        created_at: at,
        unbound_at: at,
      })
      .execute();
    for (const isDryRun of [true, false]) await expect(book(isDryRun)).rejects.toThrow("is a wallet of person");
    await database.kysely.deleteFrom("wallet").where("wallet_id", "=", "not cold").execute();
    await database.kysely
      .insertInto("payment_order")
      .values({
        order_id: "paid from there",
        tg_user_id: anna,
        status: "cancelled",
        coin_type: "eth",
        amount_base: 1n,
        treasury_address: lab.treasury.address,
        from_address: known,
        from_address_key: known.toLowerCase(),
        network: lab.chain.network.id,
        created_at: at,
        expires_at: at,
      })
      .execute();
    for (const isDryRun of [true, false]) await expect(book(isDryRun)).rejects.toThrow("pays the order paid from");
    await database.kysely.deleteFrom("payment_order").where("order_id", "=", "paid from there").execute();
    expect(await book(false)).toMatchObject({ isDone: true });
  });

  it("books what comes back from a cold address, and credits it to nobody", async () => {
    await finish(await lab.queue(anna, parseEther("0.5")));
    const cold = new Wallet(Wallet.createRandom().privateKey);
    await lab.anvil.call("anvil_setBalance", [cold.address, toQuantity(parseEther("30"))]);
    const early = await lab.anvil.pay(cold, lab.treasury.address, parseEther("0.5"));
    await lab.mine(4);
    const back = (tx: string, change = {}) => act("return-from-cold", { coin: "eth", tx, index: "0" }, change);
    await expect(back(early)).rejects.toThrow("it is no cold address");
    const swept = await sendByHand(cold.address, parseEther("2"));
    await act("book-outgoing", { coin: "eth", tx: swept, against: "cold" });
    // Its key is somebody's proven wallet too.
    await addUsers(lab.app, [9n]);
    await database.kysely
      .insertInto("wallet")
      .values({
        wallet_id: "cold",
        tg_user_id: 9n,
        type: "ETH",
        address: cold.address,
        address_key: cold.address.toLowerCase(),
        proven_at: lab.app.clock.now(),
        created_at: lab.app.clock.now(),
      })
      .execute();
    const coldBase = -(await readAccount("cold:eth"));
    const feesBase = await readAccount("fees:eth");
    const txHash = await lab.anvil.pay(cold, lab.treasury.address, coldBase + parseEther("0.1"));
    await lab.mine(1);
    await expect(back(txHash)).rejects.toThrow("not final yet");
    await lab.mine(3);
    expect(await back(txHash, { isDryRun: true })).toMatchObject({ isDone: false, isRepeat: false });
    const results = await Promise.all([back(txHash), back(txHash)]);
    expect(results.filter(({ isDone }) => isDone)).toHaveLength(1);
    expect(results[0]?.summary).toContain("back from 0x");
    expect(await readAccount("cold:eth")).toBe(0n);
    expect(await readAccount("fees:eth")).toBe(feesBase + parseEther("0.1"));
    expect(await readLog(txHash)).toMatchObject([{ kind: "returnFromCold", tg_user_id: null }]);
    expect(await back(early)).toMatchObject({ isDone: true });
    expect(await back(early)).toMatchObject({ isDone: false, isRepeat: true });
    await expect(back(swept)).rejects.toThrow("There is no such transfer.");
    expect(await readMissing()).toEqual([]);
  });

  it("books no more against fees and unmatched than they have to give", async () => {
    const txHash = await sendByHand(Wallet.createRandom().address, parseEther("3"));
    for (const against of ["fees", "unmatched"]) {
      await expect(act("book-outgoing", { coin: "eth", tx: txHash, against })).rejects.toThrow(
        /has .* to give|surplus is/,
      );
    }
    // Money that comes without a transfer is a surplus.
    const held = BigInt(String(await lab.anvil.call("eth_getBalance", [lab.treasury.address, "latest"])));
    await lab.setTreasury(held + parseEther("7"));
    await lab.mine(4);
    expect(await act("book-outgoing", { coin: "eth", tx: txHash, against: "unmatched" })).toMatchObject({
      isDone: true,
    });
    await lab.mine(3);
    expect(await readMissing()).toEqual([]);
  });

  it("books neither a payout's own transaction, nor a stranger's, nor one that is not final", async () => {
    const payoutId = await lab.queue(anna, parseEther("0.5"));
    await finish(payoutId);
    const { tx_hash: own } = await lab.read(payoutId);
    const book = (tx: string) => act("book-outgoing", { coin: "eth", tx, against: `user:${anna}` });
    await expect(book(own ?? "")).rejects.toThrow(`Payout ${payoutId}`);
    const [stranger] = lab.anvil.wallets;
    if (stranger === undefined) throw new Error("anvil has funded keys");
    const foreign = await lab.anvil.pay(stranger, lab.treasury.address, 1n);
    await lab.mine(4);
    await expect(book(foreign)).rejects.toThrow("has sent no such transaction");
    const young = await lab.anvil.pay(lab.treasury, Wallet.createRandom().address, 5n);
    await lab.mine(1);
    await expect(book(young)).rejects.toThrow("not final yet");
    await lab.mine(3);
    await expect(book(young)).resolves.toMatchObject({ isDone: true });
    await expect(book("0x12")).rejects.toThrow("--tx must be");
  });

  it("believes no endpoint alone about what left the treasury", async () => {
    const txHash = await sendByHand(Wallet.createRandom().address, parseEther("1"));
    const book = () => act("book-outgoing", { coin: "eth", tx: txHash, against: `user:${anna}` });
    const [liar] = lab.endpoints;
    liar.lie = ({ method }, honest) =>
      method === "eth_getTransactionReceipt"
        ? { result: { ...(honest.result as object), effectiveGasPrice: "0x1" } }
        : honest;
    await expect(book()).rejects.toThrow("The endpoints do not agree on it");
    liar.lie = null;
    liar.isDead = true;
    await expect(book()).rejects.toThrow("Too few endpoints answer.");
    liar.isDead = false;
    await expect(book()).resolves.toMatchObject({ isDone: true });
  });
});
