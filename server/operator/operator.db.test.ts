import { beforeEach, expect, it } from "vitest";
import { payAutomatically } from "#server/payouts/autoPayoutsJob.ts";
import { cancelPayout } from "#server/payouts/cancel.ts";
import { openStories } from "#tests/stories/openStories.ts";
import { callAs } from "#tests/support/story.ts";

const story = openStories("numbered");
/** Above a person's day. */
const TOO_MUCH = 13;
let anna: bigint;

beforeEach(async () => {
  // The hour of those before is over.
  story.world.pass(61);
  anna = await story.meet();
  await story.fill(anna, 15);
});

const { operate } = story;
const readLog = (subject: string) =>
  story.world.tables
    .selectFrom("operator_action")
    .select(["kind", "operator", "reason", "tg_user_id", "coin_type", "amount_base"])
    .where("subject", "=", subject)
    .execute();

async function hold(): Promise<{ id: string; to: string }> {
  const payout = await story.withdraw(anna, TOO_MUCH);
  await story.mine(1);
  expect(await story.readPayout(payout)).toBe("held: limit");
  expect(await story.readLetters(anna)).toContain("payoutHeld");
  return payout;
}

async function payByItself(): Promise<void> {
  const { tables, coinType, stepBase, app } = story.world;
  const asked = { tg_user_id: anna, coin_type: coinType, max_fee_base: stepBase, created_at: app.clock.now() };
  await tables.insertInto("auto_payout").values(asked).execute();
}

it("an operator releases a held payout once, and it is paid", async () => {
  const payout = await hold();
  const values = { payout: payout.id };
  expect(await operate("release", values, { isDryRun: true })).toMatchObject({ isDone: false, isRepeat: false });
  expect([await story.readPayout(payout), await readLog(payout.id)]).toEqual(["held: limit", []]);
  const results = await Promise.all([operate("release", values), operate("release", values)]);
  expect(results.filter(({ isDone }) => isDone)).toHaveLength(1);
  await story.mine(6);
  expect(await story.readPayout(payout)).toBe("paid");
  expect(await operate("release", values)).toMatchObject({ isDone: false, isRepeat: true });
  const said = { operator: "anna", reason: "a test", tg_user_id: anna, coin_type: "eth" };
  expect(await readLog(payout.id)).toEqual([{ kind: "releasePayout", ...said, amount_base: story.units(TOO_MUCH) }]);
});

it("what an operator refuses is back, and no automatic payout follows", async () => {
  const payout = await hold();
  const { tables } = story.world;
  await tables.updateTable("payout").set({ is_automatic: true }).where("payout_id", "=", payout.id).execute();
  await payByItself();
  expect(await operate("refuse", { payout: payout.id })).toMatchObject({ isDone: true });
  expect(await operate("refuse", { payout: payout.id })).toMatchObject({ isDone: false, isRepeat: true });
  expect([await story.readPayout(payout), await story.readSum(anna)]).toEqual(["cancelled", 15]);
  expect(await story.readLetters(anna)).toContain("payoutReturned");
  expect(await tables.selectFrom("auto_payout").selectAll().execute()).toEqual([]);
  expect(await readLog(payout.id)).toMatchObject([{ kind: "refusePayout" }]);
});

it("nothing is decided about what is signed or unknown, or without a reason and a name", async () => {
  const payout = await story.withdraw(anna, 1);
  await story.world.work();
  const values = { payout: payout.id };
  await expect(operate("refuse", values)).rejects.toThrow("it is sending");
  await expect(operate("release", values)).rejects.toThrow("it is sending");
  await expect(operate("release", { payout: "nothing" })).rejects.toThrow("There is no such payout.");
  await expect(operate("release", values, { reason: " " })).rejects.toThrow("A reason is needed.");
  await expect(operate("release", values, { reason: "x".repeat(501) })).rejects.toThrow("at most 500 characters");
  await expect(operate("release", values, { operator: "" })).rejects.toThrow("An operator is needed.");
  await expect(operate("release", {})).rejects.toThrow("--payout is missing.");
  expect(await readLog(payout.id)).toEqual([]);
});

it("a release and a refusal at once pay or give back, never both", async () => {
  for (let round = 0; round < 4; round += 1) {
    const payout = await hold();
    const values = { payout: payout.id };
    const outcomes = await Promise.allSettled([operate("release", values), operate("refuse", values)]);
    expect(outcomes.some(({ status }) => status === "fulfilled")).toBe(true);
    const isBack = (await story.readPayout(payout)) === "cancelled";
    if (!isBack) await callAs(story.world.app, cancelPayout, anna, { body: { payoutId: payout.id } });
    expect(await story.readSum(anna)).toBe(15);
  }
});

it("an operator stops somebody's automatic payouts once", async () => {
  await payByItself();
  const values = { user: String(anna) };
  expect(await operate("stop-auto", values)).toMatchObject({ isDone: true, summary: expect.stringContaining("eth") });
  expect(await operate("stop-auto", values)).toMatchObject({ isDone: false, isRepeat: true });
  expect(await readLog(`person:${anna}`)).toMatchObject([{ kind: "stopAutoPayouts", tg_user_id: anna }]);
  await expect(operate("stop-auto", { user: "99999" })).rejects.toThrow("There is no person 99999.");
});

it.each(["all", "person", "wallet"])("no automatic payout is made while %s is frozen", async (kind) => {
  const { world } = story;
  await payByItself();
  const address = world.walletOf(anna);
  const scope = { all: "all", person: `person:${anna}`, wallet: `wallet:ETH:${address}` }[kind] ?? "";
  const run = async () => {
    // Who could not be paid is tried again after five minutes.
    world.pass(5);
    world.chain.mine(1);
    await payAutomatically("eth").run(world.app, new AbortController().signal);
    return world.tables.selectFrom("payout").select("payout_id").where("tg_user_id", "=", anna).execute();
  };
  await operate("freeze", { scope });
  expect(await run()).toEqual([]);
  await operate("unfreeze", { scope });
  const [payout, ...others] = await run();
  expect(others).toEqual([]);
  await operate("refuse", { payout: payout?.payout_id ?? "" });
  expect(await run()).toHaveLength(1);
});

it("nothing is frozen that cannot be named", async () => {
  await expect(operate("freeze", { scope: "person:1" })).rejects.toThrow("There is no person 1.");
  await expect(operate("freeze", { scope: "envelope:none" })).rejects.toThrow("There is no envelope none.");
  for (const scope of ["coin:gold", "person:x", "wallet:ETH:0x1", "wallet:Gold:1", "everything", "all:"]) {
    await expect(operate("freeze", { scope })).rejects.toThrow("--");
  }
});
