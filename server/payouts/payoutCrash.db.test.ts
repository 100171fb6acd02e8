import { parseEther } from "ethers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { killAtEveryStep } from "#tests/support/killAtEveryStep.ts";
import { AGREED_FEE_BASE, type PayoutLab, startPayoutLab } from "#tests/support/payoutLab.ts";

const ANNA = 7n;

let database: Database;
let lab: PayoutLab;

beforeAll(async () => {
  database = await openTestDatabase();
  lab = await startPayoutLab(database, "crashes");
  await lab.deposit(ANNA, parseEther("2"));
});
afterAll(async () => {
  await lab.stop();
  await database.close();
});

it("pays once, wherever the process dies", async () => {
  const killing = { tgUserId: ANNA, grossBase: parseEther("0.01"), feeBase: AGREED_FEE_BASE };
  expect(await killAtEveryStep(lab, killing)).toBeGreaterThanOrEqual(8);
  await lab.mine(4);
  expect(await findBreaches(database)).toEqual([]);
});
