import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Wallet } from "ethers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAttackWorld, type AttackWorld } from "#tests/attacks/support/attackWorld.ts";
import { giveSecurityCode } from "#tests/attacks/support/giveSecurityCode.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";
import { type ArchivedDatabase, startArchivedDatabase } from "./support/archivedDatabase.ts";
import {
  askForPayment,
  CODE,
  quotePayout,
  readBalance,
  takeGift,
  waitUntilPaid,
  waitUntilPaidOut,
} from "./support/passOn.ts";
import { fundWallet, payTreasury, readTreasury } from "./support/localChain.ts";

const OPERATOR = fileURLToPath(new URL("../../scripts/operator.ts", import.meta.url));
const SENDER = 950_001;
const RECEIVER = 950_002;
const FIRST_CLAIMER = 950_100;
const CLAIMERS = 60;
const SHARES = 40;
const SOON_MS = 40_000;
const MILLI_ETHER = 10n ** 15n;

let folder: string;
let database: ArchivedDatabase;
let world: AttackWorld;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "hongbao-restore-"));
  chmodSync(folder, 0o755);
  database = await startArchivedDatabase(folder);
  const environment = { DATABASE_URL: database.url };
  const location = { databaseUrl: database.url };
  world = await openAttackWorld(
    { ETH_PAYOUT_DAY_LIMIT: "0.15" },
    { location, environment, remove: () => database.stop() },
  );
});
afterAll(async () => {
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function addPerson(tgUserId: number): Promise<{ bearer: string; wallet: Wallet }> {
  const [bearer, wallet] = [await world.logIn(tgUserId), await fundWallet(world.info)];
  const body = { type: "ETH", address: wallet.address } as const;
  const { data } = await world.ask("walletChallenge", { bearer, body });
  if (data === null) throw new Error("the challenge was refused");
  const proof = { challengeId: data.challengeId, signature: await wallet.signMessage(data.message) };
  await world.ask("bindWallet", { bearer, body: { ...body, proof } });
  return { bearer, wallet };
}

/** What an operator does by `npm run operator`. */
async function operate(...args: string[]): Promise<void> {
  const { rpcUrl, treasuryAddress } = world.info.ethereum;
  const env = {
    ...PROGRAM_ENVIRONMENT,
    DATABASE_URL: database.url,
    NODE_ENV: "development",
    ETH_RPC_URLS: rpcUrl,
    ETH_TREASURY_ADDRESS: treasuryAddress,
  };
  const call = ["--disable-warning=ExperimentalWarning", OPERATOR, ...args, "--reason", "restored", "--book"];
  await promisify(execFile)(process.execPath, call, { env });
}

const listPayouts = () =>
  database.query(
    "select payout_id as id, status, held_reason as reason, tx_hash as hash from payout order by created_at",
  );

/** Lets the newest payout pass the limit, once it is held, and waits until it has arrived. */
async function release(bearer: string): Promise<void> {
  await expect.poll(async () => (await listPayouts()).at(-1)?.["reason"], { timeout: SOON_MS }).toBe("limit");
  const newest = (await listPayouts()).at(-1);
  await operate("release", "--payout", String(newest?.["id"]));
  await waitUntilPaidOut(world, bearer);
}

/** Everybody claims from one envelope; answers the claims that people have heard of, as they come. */
function storm(envelopeId: string, passphrase: string, bearers: readonly string[]) {
  const won = new Set<string>();
  const done = Promise.all(
    bearers.map(async (bearer, place) => {
      await new Promise((resolve) => setTimeout(resolve, place * 20));
      const { data } = await world.ask("acceptRedEnvelope", { bearer, body: { envelopeId, passphrase } });
      if (data?.claim != null) won.add(data.claim.claimId);
    }),
  );
  return { won, done };
}

test("a backup and WAL bring back every claim up to a moment, and nothing that left the treasury since leaves twice", async () => {
  const [sender, receiver] = [await addPerson(SENDER), await addPerson(RECEIVER)];
  await giveSecurityCode(world, receiver.bearer, { email: "receiver@example.com", code: CODE });
  const gift = { coinType: "eth", totalAmount: "1", passphrase: "Before it all" } as const;
  const first = await askForPayment(world, sender.bearer, gift);
  await payTreasury(world.info, sender.wallet, 1_000n * MILLI_ETHER);
  await waitUntilPaid(world, sender.bearer, first.orderId);
  await takeGift(world, receiver.bearer, first.envelope, gift);
  const rain = {
    type: "luckyDraw",
    coinType: "eth",
    totalAmount: "0.4",
    count: SHARES,
    passphrase: "Rain on all",
  } as const;
  const sent = await world.ask("sendRedEnvelope", {
    bearer: sender.bearer,
    body: { ...rain, passphrase: "Rain on all" },
  });
  const { orderId = "", envelopeIds: [rainId = ""] = [] } = sent.data?.order ?? {};
  await payTreasury(world.info, sender.wallet, 400n * MILLI_ETHER);
  await waitUntilPaid(world, sender.bearer, orderId);
  const claimers = await Promise.all(
    Array.from({ length: CLAIMERS }, (_, place) => world.logIn(FIRST_CLAIMER + place)),
  );

  await database.backUp();
  // It may be paid at the moment that is restored, but for a freeze, and is paid after it.
  await (await quotePayout(world, receiver.bearer, "eth", "0.3")).agree();
  await expect.poll(async () => (await listPayouts())[0]?.["reason"], { timeout: SOON_MS }).toBe("limit");
  await operate("freeze", "--scope", `person:${String(RECEIVER)}`);
  await operate("release", "--payout", String((await listPayouts())[0]?.["id"]));
  const late = await askForPayment(world, sender.bearer, { ...gift, totalAmount: "0.2", passphrase: "Paid too late" });
  const { won, done } = storm(rainId, rain.passphrase, claimers);
  await expect.poll(() => won.size, { timeout: SOON_MS }).toBeGreaterThan(SHARES / 4);
  const known = [...won];
  await database.name("middle");
  await done;

  await operate("unfreeze", "--scope", `person:${String(RECEIVER)}`);
  await waitUntilPaidOut(world, receiver.bearer);
  await (await quotePayout(world, receiver.bearer, "eth", "0.2")).agree();
  await release(receiver.bearer);
  await payTreasury(world.info, sender.wallet, 200n * MILLI_ETHER);
  await waitUntilPaid(world, sender.bearer, late.orderId);
  const paidOut = await listPayouts();
  expect(paidOut).toHaveLength(2);
  const heldBase = await readTreasury(world.info);

  await world.kill();
  await database.restore("middle");
  const { length: claimCount } = await database.query("select from claim");
  expect(claimCount).toBeGreaterThanOrEqual(known.length);
  const stored = await database.query(`select claim_id from claim where claim_id in ('${known.join("','")}')`);
  expect(stored).toHaveLength(known.length);
  await world.restart();
  await operate("unfreeze", "--scope", `person:${String(RECEIVER)}`);

  // The chain knows of the payment, and the books find it.
  await waitUntilPaid(world, sender.bearer, late.orderId);
  await expect
    .poll(() => world.readMetric('hongbao_treasury_missing_base{coin="eth"}'), { timeout: SOON_MS })
    .toBeGreaterThan(490n * MILLI_ETHER);
  const held = { id: paidOut[0]?.["id"], status: "held", reason: "paused" };
  await expect.poll(listPayouts, { timeout: SOON_MS }).toEqual([expect.objectContaining(held)]);
  expect(await readTreasury(world.info)).toBe(heldBase);

  // The operator books what left, against the person who got it.
  await operate("refuse", "--payout", String(held.id));
  for (const { hash } of paidOut)
    await operate("book-outgoing", "--tx", String(hash), "--against", `user:${String(RECEIVER)}`);
  await expect.poll(() => world.readMetric('hongbao_treasury_missing_base{coin="eth"}'), { timeout: SOON_MS }).toBe(0n);
  expect(Number(await readBalance(world, receiver.bearer, "eth"))).toBeCloseTo(0.5, 3);

  // Everybody taps again: who has a claim keeps it, and the rest of the shares is given out once.
  await storm(rainId, rain.passphrase, claimers).done;
  expect(await database.query("select from claim")).toHaveLength(SHARES + 1);
  await (await quotePayout(world, receiver.bearer, "eth", "0.1")).agree();
  await expect.poll(async () => (await listPayouts()).at(-1)?.["status"], { timeout: SOON_MS }).toBe("paid");
  expect(await world.withDatabase(findBreaches)).toEqual([]);
}, 480_000);
