import { afterEach, expect, it, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import type { components } from "#contract/schema.d.ts";
import app from "#locales/en/app.json";
import envelope from "#locales/en/envelope.json";
import errors from "#locales/en/errors.json";
import life from "#locales/en/life.json";
import wallet from "#locales/en/wallet.json";
import withdraw from "#locales/en/withdraw.json";
import { hurryTime } from "#tests/support/hurryTime.ts";
import { openRoute } from "#tests/support/openRoute.tsx";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import {
  sampleClaim,
  sampleOrder,
  sampleOwnEnvelope,
  samplePayout,
  sampleStrangersEnvelope,
  sampleWallet,
} from "#tests/support/samples.ts";
import { listOf } from "#tests/screens/answers.ts";
import { standInServer } from "#tests/support/standInServer.ts";

import { StatePage } from "./StatePage.tsx";

type Schemas = components["schemas"];
type Envelope = Schemas["Envelope"];
type Claim = Schemas["Claim"];

afterEach(cleanup);

/** The page at an address, and what the server says from now on; without an answer there is no network. */
async function openState<Read>(query: string, path: string, wrap: (read: Read) => object, first: Read) {
  onTestFinished(hurryTime());
  const known: { read: Read | null } = { read: first };
  const calls = standInServer({
    [path]: () => {
      if (known.read === null) throw OFFLINE;
      return wrap(known.read);
    },
  });
  const { readPlace } = await openRoute(<StatePage />, `/statePage?${query}`);
  const pass = (read: Read | null): void => {
    known.read = read;
  };
  return { pass, readPlace, countReadings: () => calls.filter((call) => call.path === path).length };
}

const openOrder = (first: Schemas["Order"]) =>
  openState("orderId=o1", "/order/detail", (order) => ({ order, envelopes: [] }), first);
const openPayout = (first: Schemas["Payout"]) =>
  openState("payoutId=p1", "/wallet/payouts", (payout) => listOf([payout]), first);
const openWallets = (first: readonly Schemas["Wallet"][]) =>
  openState("walletId=w1", "/wallet/list", (wallets) => listOf(wallets), first);
const openEnvelope = (first: [Envelope, Claim?]) =>
  openState(
    "envelopeId=e1",
    "/redpackage/claimDetail",
    ([one, claim]) => ({ envelope: one, claims: claim === undefined ? [] : [claim] }),
    first,
  );

async function see(text: string): Promise<void> {
  await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
}

const findButton = (name: string) => page.getByRole("button", { name });

it("follows an order: until when it is to be paid, what of it has arrived, and what became of that", async () => {
  const { pass } = await openOrder(sampleOrder);
  const until = page.getByText(envelope.send.unpaidUntil.replace("{{time}}", "").trim(), { exact: false });
  await expect.element(until).toBeVisible();
  await expect.element(page.getByText(envelope.send.arrived)).not.toBeInTheDocument();
  const partPaid = { ...sampleOrder, status: "partiallyPaid", paidAmount: "0.02" } as const;
  pass(partPaid);
  await see(envelope.send.arrived);
  await expect.element(until).toBeVisible();
  await expect.element(page.getByRole("definition").filter({ hasText: "0.02" })).toBeVisible();
  pass({ ...partPaid, isOverdue: true });
  await see(wallet.payment.overdueText);
  pass({ ...partPaid, status: "expired" });
  await see(envelope.send.cancelledPaidText);
});

it("says that nothing was paid of an order that is cancelled", async () => {
  await openOrder({ ...sampleOrder, status: "cancelled" });
  await expect.element(page.getByText(envelope.send.cancelledText)).toBeVisible();
});

it("leads on to where an order can be paid, as long as it can be", async () => {
  const { pass, readPlace } = await openOrder(sampleOrder);
  pass({ ...sampleOrder, status: "confirming" });
  await expect.element(findButton(envelope.outcome.next)).toBeVisible();
  pass(sampleOrder);
  await findButton(envelope.send.resume).click();
  await expect.poll(readPlace).toBe(`/sendPacket?envelopeId=${String(sampleOrder.envelopeIds[0])}`);
});

it("tells a claimer the share, leads to the details, and follows the others until every share is claimed", async () => {
  const { pass, countReadings, readPlace } = await openEnvelope([sampleOwnEnvelope, sampleClaim]);
  await see(envelope.details.got);
  await expect.element(page.getByRole("progressbar", { name: "3 of 8 claimed" })).toBeVisible();
  pass(null);
  await see(errors.network);
  pass([{ ...sampleOwnEnvelope, receivedQuantity: 4 }, sampleClaim]);
  await expect.element(page.getByRole("progressbar", { name: "4 of 8 claimed" })).toBeVisible();
  await expect.element(page.getByText(errors.network)).not.toBeInTheDocument();
  pass([
    { ...sampleOwnEnvelope, status: "finished", receivedQuantity: 8 },
    { ...sampleClaim, bestLuck: true },
  ]);
  await see(envelope.claims.bestLuck);
  const readings = countReadings();
  await new Promise((resolve) => void setTimeout(resolve, 10_000));
  expect(countReadings()).toBe(readings);
  await findButton(envelope.claim.seeDetails).click();
  await expect.poll(readPlace).toBe("/sendRecordDetails?envelopeId=e1");
});

it("tells a stranger how many shares are left and not where the money is, and leads to the claim", async () => {
  const { readPlace } = await openEnvelope([{ ...sampleStrangersEnvelope, drawRule: "together", drawWindowS: 60 }]);
  await see("5 shares left");
  // All is drawn at once, which is said before one claims.
  await see(`${envelope.type[sampleStrangersEnvelope.type]} · ${envelope.draw.together}`);
  expect(page.getByText(life.title).elements()).toHaveLength(0);
  await findButton(envelope.claim.title).click();
  await expect.poll(readPlace).toBe("/getPacket?envelopeId=e1");
});

it("tells a sender that the envelope waits for the money, is live, and got its rest back", async () => {
  const { pass } = await openEnvelope([{ ...sampleOwnEnvelope, status: "awaitingPayment", openedAt: null }]);
  await expect.element(findButton(envelope.send.resume)).toBeVisible();
  pass([sampleOwnEnvelope]);
  await see(envelope.send.state.live);
  pass([{ ...sampleOwnEnvelope, status: "expired" }]);
  await see(envelope.details.note.expired);
  pass([{ ...sampleOwnEnvelope, status: "refunded" }]);
  await see(envelope.details.note.refunded);
});

it("tells a sender where the money is: what has passed, what is now, what comes next, and the sum", async () => {
  const { pass } = await openEnvelope([sampleOwnEnvelope]);
  const listSteps = () =>
    page
      .getByRole("list", { name: life.title })
      .getByRole("listitem")
      .elements()
      .map((step) => [step.textContent, step.getAttribute("aria-current")]);
  await expect.poll(listSteps).toEqual([
    [expect.stringMatching(/^Awaiting payment Nov 20, 2026/u), null],
    [expect.stringMatching(/^Open Nov 20, 2026/u), "step"],
    [expect.stringMatching(/^Expired By Nov 21, 2026.* at the latest$/u), null],
  ]);
  // For whoever wants to check it.
  const sum = page.getByText("0.88\u00a0ETH paid in = 0.36 claimed + 0.52 left + 0 returned");
  await expect.element(sum).not.toBeVisible();
  await page.getByText(envelope.details.technical).click();
  await expect.element(sum).toBeVisible();
  const history = [
    { state: "awaitingPayment", at: "2026-11-20T12:00:00Z" },
    { state: "refunded", at: null },
  ];
  pass([{ ...sampleOwnEnvelope, status: "refunded", life: { history, next: null } }]);
  await expect.poll(listSteps).toEqual([expect.anything(), [`Refunded ${life.unknown}`, "step"]]);
});

it("follows a withdrawal until it is in the wallet, and leads to the page where it can be cancelled", async () => {
  const { pass, readPlace } = await openPayout({ ...samplePayout, status: "held", heldReason: "paused" });
  await see(withdraw.held.paused);
  pass({ ...samplePayout, status: "paid" });
  await see(withdraw.note.paid);
  await findButton(withdraw.seeIt).click();
  await expect.poll(readPlace).toBe("/withdraw?coinType=eth&payoutId=p1");
});

it("sees a wallet get proven on another device, and then go", async () => {
  const { pass, readPlace } = await openWallets([{ ...sampleWallet, proven: false }]);
  await see(wallet.binding.unprovenText);
  pass([sampleWallet]);
  await see(wallet.binding.provenText);
  pass([]);
  await see(wallet.binding.goneText);
  await findButton(wallet.binding.open).click();
  await expect.poll(readPlace).toBe("/addWallet");
});

it.each(["", "?payoutId=", "?orderId=", "?envelopeId=e2"])("says calmly that there is nothing at %j", async (query) => {
  standInServer({ "/redpackage/claimDetail": () => Promise.reject(refuse("notFound")) });
  await openRoute(<StatePage />, `/statePage${query}`);
  await expect.element(page.getByText(app.error.notFound)).toBeVisible();
  await expect.element(page.getByRole("link", { name: app.error.home })).toBeVisible();
  // It could not help.
  await expect.element(page.getByRole("button", { name: app.list.retry })).not.toBeInTheDocument();
});
