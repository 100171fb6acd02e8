import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { findAlarms } from "#server/operator/alarms/findAlarms.ts";
import { acknowledgeUnread } from "#server/operator/setAside.ts";
import { PaymentDesk } from "#tests/support/paymentDesk.ts";
import { type ModelLab, startModelLab } from "./modelLab.ts";

const UNREAD = "a transaction to the treasury cannot be read: it is set aside";

let desk: PaymentDesk<ModelLab>;

beforeAll(async () => {
  desk = await PaymentDesk.open("unread", startModelLab);
});
beforeEach(() => desk.begin());
afterAll(() => desk.stop());

it("a transaction that cannot be read is set aside once, and its alarm lasts until an operator has seen it", async () => {
  const { app, lab } = desk;
  const txHash = await desk.bosWallet.payUnreadably(desk.toBase("0.02"));
  await desk.advance(5);
  const listAlarms = async () => (await findAlarms(app, [], 0)).map(({ kind, subject }) => `${kind} ${subject}`);
  expect(await listAlarms()).toContain(`transferUnread ${lab.coinType}`);
  const decision = { operator: "ann", reason: "ticket 7", isDryRun: false, coinType: lab.coinType, txHash };
  expect(await acknowledgeUnread(app, { ...decision, isDryRun: true })).toMatchObject({ isDone: false });
  expect(await acknowledgeUnread(app, decision)).toMatchObject({ isDone: true });
  expect(await acknowledgeUnread(app, decision)).toMatchObject({ isDone: false, isRepeat: true });
  desk.watcher = await desk.watch(lab.endpoints[1], lab.endpoints[0]);
  await desk.advance(2);
  expect(await listAlarms()).toEqual([]);
  expect(desk.alarms).toEqual([UNREAD]);
});
