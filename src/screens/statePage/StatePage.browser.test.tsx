import { useLocation } from "react-router-dom";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { createActor, fromPromise, SimulatedClock, type AnyActorRef, type AnyStateMachine } from "xstate";

import type { components } from "#contract/schema.d.ts";
import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import app from "#locales/en/app.json";
import envelope from "#locales/en/envelope.json";
import errors from "#locales/en/errors.json";
import wallet from "#locales/en/wallet.json";
import life from "#locales/en/life.json";
import withdraw from "#locales/en/withdraw.json";
import {
  sampleClaim,
  sampleOwnEnvelope,
  sampleStrangersEnvelope,
  sampleOrder,
  samplePayout,
} from "#tests/support/samples.ts";
import type { EnvelopeState, FlowName, WalletState } from "#machines/app/flows.ts";
import type { Failure } from "#machines/kit/failure.ts";
import { orderFollowMachine, type OrderReading } from "#machines/kit/follow/orderFollow.ts";
import { payoutFollowMachine } from "#machines/kit/follow/payoutFollow.ts";
import type { ResourceInput, ResourceMachine } from "#machines/kit/resource/resource.machine.ts";
import { envelopeStateFlow, walletStateFlow } from "#src/adapters/actors/resources.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { withFlow } from "#tests/support/withFlow.ts";

import { StatePage } from "./StatePage.tsx";
import { sampleWallet } from "#tests/support/samples.ts";

type Answer<Value> = Value | Failure;

const OFFLINE: Failure = { kind: "network" };
const MISSING: Failure = { kind: "api", error: "notFound", message: "" };
const BOUND: WalletState["wallet"] = { ...sampleWallet, proven: false };

const openEnvelope = (first: Answer<EnvelopeState>) =>
  openRead<EnvelopeState>("/statePage?envelopeId=e1", envelopeStateFlow, first);
const openWallet = (first: Answer<WalletState>) =>
  openRead<WalletState>("/statePage?walletId=w1", walletStateFlow, first);

type Order = components["schemas"]["Order"];
type Payout = components["schemas"]["Payout"];

/** The page on a flow of its own, as the root would run it. */
async function openAt(at: string, name: FlowName, actor: AnyActorRef): Promise<void> {
  await renderWithTexts(
    <AppContext value={withFlow(createStaticApp(), name, actor)}>
      <StatePage />
      <Place />
    </AppContext>,
    { envelope, errors, life, wallet, withdraw },
    at,
  );
}

function Place() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

/** The page on a live order, of a server whose answer can be changed; without an order there is no network. */
async function openPage(first: Order | null) {
  const server = { order: first };
  const clock = new SimulatedClock();
  const read = fromPromise<OrderReading, { id: string }>(() =>
    server.order === null
      ? Promise.reject({ kind: "network" })
      : Promise.resolve({ order: server.order, envelopes: [] }),
  );
  const orderFollow = createActor(orderFollowMachine.provide({ actors: { read } }), {
    clock,
    input: { id: "o1", reading: null },
  }).start();
  await openAt("/statePage?orderId=o1", "orderFollow", orderFollow);
  const pass = (order: Order | null): void => {
    server.order = order;
    clock.increment(3000);
  };
  return { pass };
}

/** The page on a live flow of a server whose answer can be changed, an error included. */
async function openRead<Value extends object>(
  at: string,
  flow: { name: FlowName; create: (app: App) => AnyStateMachine },
  first: Answer<Value>,
) {
  const server = { answer: first, readings: 0 };
  const clock = new SimulatedClock();
  const logic = flow.create(createStaticApp()) as unknown as ResourceMachine<Value, unknown>;
  const read = fromPromise<Value, ResourceInput<unknown>>(() => {
    server.readings += 1;
    return "kind" in server.answer ? Promise.reject(server.answer) : Promise.resolve(server.answer);
  });
  const actor = createActor(logic.provide({ actors: { read } }), { clock, input: { params: {} } }).start();
  actor.send({ type: "resource.load" });
  await openAt(at, flow.name, actor);
  const pass = (answer: Answer<Value>): void => {
    server.answer = answer;
    clock.increment(3000);
  };
  return { pass, countReadings: () => server.readings };
}

const findStatus = (status: Order["status"]) => page.getByText(envelope.order.status[status], { exact: true });

it("says until when an order is to be paid, what of it has arrived, and what became of that", async () => {
  const { pass } = await openPage(sampleOrder);
  const until = page.getByText(envelope.send.unpaidUntil.replace("{{time}}", "").trim(), { exact: false });
  await expect.element(until).toBeVisible();
  await expect.element(page.getByText(envelope.send.arrived)).not.toBeInTheDocument();
  const partPaid: Order = { ...sampleOrder, status: "partiallyPaid", paidAmount: "0.02" };
  pass(partPaid);
  await expect.element(until).toBeVisible();
  await expect.element(page.getByText(envelope.send.arrived)).toBeVisible();
  await expect.element(page.getByRole("definition").filter({ hasText: "0.02" })).toBeVisible();
  pass({ ...partPaid, isOverdue: true });
  await expect.element(page.getByText(wallet.payment.overdueText)).toBeVisible();
  pass({ ...partPaid, status: "expired" });
  await expect.element(page.getByText(envelope.send.cancelledPaidText)).toBeVisible();
});

it("says that nothing was paid of an order that is cancelled", async () => {
  await openPage({ ...sampleOrder, status: "cancelled" });
  await expect.element(page.getByText(envelope.send.cancelledText)).toBeVisible();
});

it("leads on to where an order can be paid, as long as it can be", async () => {
  const { pass } = await openPage(sampleOrder);
  const resume = page.getByRole("button", { name: envelope.send.resume });
  await expect.element(resume).toBeVisible();
  pass({ ...sampleOrder, status: "confirming" });
  await expect.element(page.getByRole("button", { name: envelope.outcome.next })).toBeVisible();
  pass(sampleOrder);
  await resume.click();
  await expect.element(page.getByText(`at /sendPacket?envelopeId=${sampleOrder.envelopeIds[0]}`)).toBeVisible();
});

it("keeps the order in sight without a network, says so, and goes on", async () => {
  const { pass } = await openPage(sampleOrder);
  await expect.element(findStatus("awaitingPayment")).toBeVisible();
  pass(null);
  await expect.element(page.getByText(errors.network)).toBeVisible();
  await expect.element(findStatus("awaitingPayment")).toBeVisible();
  pass({ ...sampleOrder, status: "expired" });
  await expect.element(findStatus("expired")).toBeVisible();
  await expect.element(page.getByText(errors.network)).not.toBeInTheDocument();
});

it("tells a claimer the share, leads to the details, and follows the others until every share is claimed", async () => {
  const { pass, countReadings } = await openEnvelope({ envelope: sampleOwnEnvelope, claim: sampleClaim });
  await expect.element(page.getByText(envelope.details.got, { exact: true })).toBeVisible();
  await expect.element(page.getByRole("progressbar", { name: "3 of 8 claimed" })).toBeVisible();
  pass({ envelope: { ...sampleOwnEnvelope, receivedQuantity: 4 }, claim: sampleClaim });
  await expect.element(page.getByRole("progressbar", { name: "4 of 8 claimed" })).toBeVisible();
  const luckiest = { ...sampleClaim, bestLuck: true };
  pass({ envelope: { ...sampleOwnEnvelope, status: "finished", receivedQuantity: 8 }, claim: luckiest });
  await expect.element(page.getByText(envelope.claims.bestLuck)).toBeVisible();
  const readings = countReadings();
  pass(OFFLINE);
  expect(countReadings()).toBe(readings);
  await page.getByRole("button", { name: envelope.claim.seeDetails }).click();
  await expect.element(page.getByText("at /sendRecordDetails?envelopeId=e1")).toBeVisible();
});

it("tells a stranger how many shares are left and not where the money is, and leads to the claim", async () => {
  await openEnvelope({ envelope: sampleStrangersEnvelope, claim: null });
  await expect.element(page.getByText("5 shares left")).toBeVisible();
  expect(page.getByText(life.title).elements()).toHaveLength(0);
  await page.getByRole("button", { name: envelope.claim.title }).click();
  await expect.element(page.getByText("at /getPacket?envelopeId=e1")).toBeVisible();
});

it("says that all is drawn at once before one claims", async () => {
  await openEnvelope({ envelope: { ...sampleStrangersEnvelope, drawRule: "together", drawWindowS: 60 }, claim: null });
  const kind = `${envelope.type[sampleStrangersEnvelope.type]} · ${envelope.draw.together}`;
  await expect.element(page.getByText(kind)).toBeVisible();
});

it("tells a sender that the envelope waits for the money, is live, and got its rest back", async () => {
  const { pass } = await openEnvelope({
    envelope: { ...sampleOwnEnvelope, status: "awaitingPayment", openedAt: null },
    claim: null,
  });
  await expect.element(page.getByRole("button", { name: envelope.send.resume })).toBeVisible();
  pass({ envelope: sampleOwnEnvelope, claim: null });
  await expect.element(page.getByText(envelope.send.state.live)).toBeVisible();
  pass({ envelope: { ...sampleOwnEnvelope, status: "expired" }, claim: null });
  await expect.element(page.getByText(envelope.details.note.expired)).toBeVisible();
  pass({ envelope: { ...sampleOwnEnvelope, status: "refunded" }, claim: null });
  await expect.element(page.getByText(envelope.details.note.refunded)).toBeVisible();
});

it("tells a sender where the money is: what has passed, what is now, what comes next, and the sum", async () => {
  const { pass } = await openEnvelope({ envelope: sampleOwnEnvelope, claim: null });
  const listSteps = () =>
    page
      .getByRole("list", { name: life.title })
      .getByRole("listitem")
      .elements()
      .map((step) => [step.textContent, step.getAttribute("aria-current")]);
  await expect.poll(listSteps).toHaveLength(3);
  const [sent, now, next] = listSteps();
  expect(sent?.[0]).toMatch(/^Awaiting payment Nov 20, 2026/);
  expect(now).toEqual([expect.stringMatching(/^Open Nov 20, 2026/), "step"]);
  expect(next).toEqual([expect.stringMatching(/^Expired By Nov 21, 2026.* at the latest$/), null]);
  const sum = "0.88\u00a0ETH paid in = 0.36 claimed + 0.52 left + 0 returned";
  // For whoever wants to check it.
  await expect.element(page.getByText(sum)).not.toBeVisible();
  await page.getByText(envelope.details.technical).click();
  await expect.element(page.getByText(sum)).toBeVisible();

  const history = [
    { state: "awaitingPayment", at: "2026-11-20T12:00:00Z" },
    { state: "refunded", at: null },
  ];
  pass({ envelope: { ...sampleOwnEnvelope, status: "refunded", life: { history, next: null } }, claim: null });
  await expect.poll(() => listSteps().at(-1)).toEqual([`Refunded ${life.unknown}`, "step"]);
  expect(listSteps()).toHaveLength(2);
});

it("keeps what is known of an envelope without a network, says so, and goes on", async () => {
  const { pass } = await openEnvelope({ envelope: sampleOwnEnvelope, claim: null });
  await expect.element(page.getByText(envelope.send.state.live)).toBeVisible();
  pass(OFFLINE);
  await expect.element(page.getByText(errors.network)).toBeVisible();
  await expect.element(page.getByText(envelope.send.state.live)).toBeVisible();
  pass({ envelope: sampleOwnEnvelope, claim: null });
  await expect.element(page.getByText(errors.network)).not.toBeInTheDocument();
});

it("follows a withdrawal until it is in the wallet, and leads to the page where it can be cancelled", async () => {
  const server: { payout: Payout | Failure } = { payout: samplePayout };
  const clock = new SimulatedClock();
  const read = fromPromise<Payout, { id: string }>(() =>
    "kind" in server.payout ? Promise.reject(server.payout) : Promise.resolve(server.payout),
  );
  const payoutFollow = createActor(payoutFollowMachine.provide({ actors: { read } }), {
    clock,
    input: { id: "p1", reading: null },
  }).start();
  await openAt("/statePage?payoutId=p1", "payoutFollow", payoutFollow);
  const pass = (payout: Payout | Failure): void => {
    server.payout = payout;
    clock.increment(3000);
  };
  await expect.element(page.getByText(withdraw.status.queued, { exact: true })).toBeVisible();
  pass({ ...samplePayout, status: "held", heldReason: "paused" });
  await expect.element(page.getByText(withdraw.held.paused)).toBeVisible();
  pass(OFFLINE);
  await expect.element(page.getByText(errors.network)).toBeVisible();
  pass({ ...samplePayout, status: "paid" });
  await expect.element(page.getByText(withdraw.note.paid)).toBeVisible();
  await page.getByRole("button", { name: withdraw.seeIt }).click();
  await expect.element(page.getByText("at /withdraw?coinType=eth&payoutId=p1")).toBeVisible();
});

it("sees a wallet get proven on another device, and then go", async () => {
  const { pass } = await openWallet({ wallet: BOUND });
  await expect.element(page.getByText(wallet.binding.unprovenText)).toBeVisible();
  pass({ wallet: { ...BOUND, proven: true } });
  await expect.element(page.getByText(wallet.binding.provenText)).toBeVisible();
  pass({ wallet: null });
  await expect.element(page.getByText(wallet.binding.goneText)).toBeVisible();
  await page.getByRole("button", { name: wallet.binding.open }).click();
  await expect.element(page.getByText("at /addWallet")).toBeVisible();
});

it("says calmly that there is no such envelope, with no retry that could not help", async () => {
  await openEnvelope(MISSING);
  await expect.element(page.getByText(app.error.notFound)).toBeVisible();
  await expect.element(page.getByRole("button", { name: app.list.retry })).not.toBeInTheDocument();
});

it.each(["/statePage", "/statePage?payoutId=", "/statePage?orderId="])("%s names nothing that exists", async (at) => {
  await renderWithTexts(
    <AppContext value={createStaticApp()}>
      <StatePage />
    </AppContext>,
    { envelope, errors },
    at,
  );
  await expect.element(page.getByText(app.error.notFound)).toBeVisible();
  await expect.element(page.getByRole("link", { name: app.error.home })).toBeVisible();
});
