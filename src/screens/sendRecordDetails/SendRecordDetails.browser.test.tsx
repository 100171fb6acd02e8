import { afterEach, expect, it } from "vitest";
import type { ComponentProps } from "react";
import { page } from "vitest/browser";
import type { SnapshotFrom } from "xstate";

import type { components } from "#contract/schema.d.ts";
import texts from "#locales/en/envelope.json";
import life from "#locales/en/life.json";
import { envelopeCloseMachine } from "#machines/envelopeClose/envelopeClose.machine.ts";
import { envelopeShareMachine } from "#machines/envelopeShare/envelopeShare.machine.ts";
import type { pagedListMachine } from "#machines/kit/pagedList/pagedList.machine.ts";
import { openStage } from "#gallery/openStage.ts";
import {
  sampleClaimersEnvelope,
  sampleClaims,
  sampleOwnEnvelope,
  sampleEnvelopes,
  sampleStrangersEnvelope,
  sampleSystemInfo,
} from "#tests/support/samples.ts";
import { Scene } from "#gallery/static/Scene.tsx";
import { envelopeThankFlow } from "#src/adapters/actors/choices.ts";
import { standInChoice } from "#gallery/static/standInChoice.ts";
import { standInFailedList, standInList } from "#gallery/static/standInList.ts";
import { standInResource, standInSystemInfo } from "#gallery/static/standInResource.ts";
import { openPageClock } from "#tests/support/openPageClock.ts";

import { SendRecordDetails } from "./SendRecordDetails.tsx";

type Envelope = components["schemas"]["Envelope"];

const unshared = envelopeShareMachine.resolveState({
  value: "idle",
  context: { envelopeId: "e1", prepared: null, failure: null },
});
const waiting = standInResource(
  { commitment: sampleOwnEnvelope.commitment, salt: null, failures: null },
  { envelopeId: "e1" },
);

const stage = openStage();

afterEach(() => stage.clear());

async function openDetails(
  list: SnapshotFrom<typeof pagedListMachine>,
  info = sampleSystemInfo,
  more: NonNullable<ComponentProps<typeof Scene>["flows"]> = {},
): Promise<void> {
  const node = (
    <Scene
      at="/sendRecordDetails?envelopeId=e1"
      flows={{ envelopeClaims: list, fairness: waiting, envelopeShare: unshared, ...more }}
      systemInfo={standInSystemInfo(info)}
    >
      <SendRecordDetails />
    </Scene>
  );
  await stage.show({ node, language: "en", theme: "Web A light" });
}

function withStatus(status: Envelope["status"]): Envelope {
  const found = sampleEnvelopes.find((one) => one.status === status);
  if (found === undefined) throw new Error(`no sample is ${status}`);
  return found;
}

const readActions = () => [...document.querySelectorAll("footer :is(a, button)")].map((action) => action.textContent);

it("lets the sender share an envelope while it is open, and tells its passphrase", async () => {
  await openDetails(standInList(sampleClaims, { envelope: sampleOwnEnvelope }));
  await expect.element(page.getByRole("button", { name: "Share in a chat" })).toBeVisible();
  await expect.element(page.getByText("eight happy fish")).toBeVisible();
  await expect.element(page.getByRole("progressbar", { name: "3 of 8 claimed" })).toBeVisible();
  expect(readActions()).toEqual(["Share in a chat", "Picture to share"]);
});

it("tells the sender where the money is, and nobody else", async () => {
  await openDetails(standInList(sampleClaims, { envelope: sampleOwnEnvelope }));
  const steps = page.getByRole("list", { name: life.title }).getByRole("listitem");
  await expect.poll(() => steps.elements().length).toBe(3);
  await openDetails(standInList([], { envelope: sampleStrangersEnvelope }));
  await expect.element(page.getByText(texts.details.limited)).toBeVisible();
  expect(steps.elements()).toHaveLength(0);
});

it("asks nobody for an envelope that the address does not name", async () => {
  const node = (
    <Scene at="/sendRecordDetails">
      <SendRecordDetails />
    </Scene>
  );
  await stage.show({ node, language: "en", theme: "Web A light" });
  await expect.element(page.getByText(texts.details.notFound)).toBeVisible();
  await expect.element(page.getByRole("link", { name: texts.details.records })).toBeVisible();
});

it("leads the sender of an unpaid envelope back to paying, and shows no claims that cannot be", async () => {
  await openDetails(standInList([], { envelope: withStatus("awaitingPayment") }));
  await expect
    .element(page.getByRole("link", { name: "Continue" }))
    .toHaveAttribute("href", "/sendPacket?envelopeId=e2");
  await expect.element(page.getByText("Nobody has claimed yet")).not.toBeInTheDocument();
  expect(readActions()).toEqual(["Continue"]);
});

it("tells a stranger no more than how much is left to claim, and the way to it", async () => {
  await openDetails(standInList([], { envelope: sampleStrangersEnvelope }));
  await expect
    .element(page.getByRole("link", { name: "Claim a red envelope" }))
    .toHaveAttribute("href", "/getPacket?envelopeId=e1");
  await expect.element(page.getByText("5 shares left")).toBeVisible();
  expect(document.body.textContent).not.toMatch(/ETH|Nobody has claimed/u);
});

it.each(["finished", "cancelled"] as const)("says what has become of it: %s", async (status) => {
  await openDetails(standInList(sampleClaims, { envelope: withStatus(status) }));
  await expect.element(page.getByText(texts.details.note[status])).toBeVisible();
  expect(readActions()).toEqual([texts.send.again]);
});

it("offers no second try where there is no envelope", async () => {
  await openDetails(standInFailedList("invalidRequest"));
  await expect.element(page.getByText("There is no such red envelope")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "See my records" })).toHaveAttribute("href", "/sendRecord");
  await expect.element(page.getByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});

it("offers a second try where the server failed", async () => {
  await openDetails(standInFailedList("internal"));
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

it("begins with one's own result", async () => {
  const mine = sampleClaims.map((claim, index) => ({
    ...claim,
    isMine: index === 1,
    amount: index === 1 ? "0.15" : "0.1",
  }));
  await openDetails(standInList(mine, { envelope: sampleClaimersEnvelope }));
  await expect.element(page.getByText("You got", { exact: true })).toBeVisible();
  await expect.element(page.getByText(`Number ${sampleClaims.length - 1} of 8`)).toBeVisible();
  const text = document.body.textContent;
  expect(text.indexOf("0.15")).toBeLessThan(text.indexOf("0.88"));
});

it("offers a winner, and nobody else, to send what was won back to the same group", async () => {
  const mine = sampleClaims.map((claim, index) => ({
    ...claim,
    isMine: index === 1,
    amount: index === 1 ? "0.15" : "0.1",
  }));
  const others = { ...sampleClaimersEnvelope, chatId: "-1001" };
  await openDetails(standInList(mine, { envelope: others }));
  await expect
    .element(page.getByRole("link", { name: "Send one back" }))
    .toHaveAttribute("href", "/sendPacket?chatId=-1001&coinType=eth&amount=0.15");
  const foreign = sampleClaims.map((claim) => ({ ...claim, isMine: false }));
  await openDetails(standInList(foreign, { envelope: others }));
  await expect.element(page.getByText("Total amount")).toBeVisible();
  expect(readActions()).toEqual([]);
});

it("offers nothing to send back where the coin is closed, though another is open", async () => {
  const mine = sampleClaims.map((claim, index) => ({ ...claim, isMine: index === 1 }));
  const others = { ...sampleClaimersEnvelope, coinType: "sol" as const };
  await openDetails(standInList(mine, { envelope: others }));
  await expect.element(page.getByText("You got", { exact: true })).toBeVisible();
  expect(readActions()).toEqual([]);
});

it.each([
  ["open", "Open until", "Ended"],
  ["refunded", "Ended", "Open until"],
] as const)("says until when, or when it ended: %s", async (status, said, unsaid) => {
  await openDetails(standInList(sampleClaims, { envelope: { ...sampleOwnEnvelope, status } }));
  await expect.element(page.getByText(said, { exact: true })).toBeVisible();
  await expect.element(page.getByText(unsaid, { exact: true })).not.toBeInTheDocument();
});

it("speaks of a draw only where something was drawn", async () => {
  await openDetails(standInList(sampleClaims, { envelope: sampleOwnEnvelope }));
  await expect.element(page.getByText("Sealed draw")).toBeVisible();
  await openDetails(standInList(sampleClaims, { envelope: { ...sampleOwnEnvelope, type: "ordinary" } }));
  await expect.element(page.getByText("Ordinary")).toBeVisible();
  await expect.element(page.getByText("Sealed draw")).not.toBeInTheDocument();
});

const CLOSABLE_AT = "2026-11-20T12:11:00Z";

it.each([
  ["early", "End it now", false],
  ["ready", "End it now", true],
] as const)("lets the sender end an open envelope, once it may be: %s", async (value, name, isEnabled) => {
  const context = { envelopeId: "e1", closableAtMs: Date.parse(CLOSABLE_AT), failure: null };
  openPageClock(context.closableAtMs - 90_000);
  const envelopeClose = envelopeCloseMachine.resolveState({ value, context });
  const closable = { ...sampleOwnEnvelope, closableAt: CLOSABLE_AT };
  await openDetails(standInList(sampleClaims, { envelope: closable }), sampleSystemInfo, { envelopeClose });
  const button = page.getByRole("button", { name });
  await expect.element(button).toBeVisible();
  expect(button.element().matches(":disabled, [aria-disabled='true']")).toBe(!isEnabled);
  expect(document.body.textContent.includes("You can end it in 1:30.")).toBe(!isEnabled);
});

it("asks first, and says what comes back", async () => {
  const context = { envelopeId: "e1", closableAtMs: 0, failure: null };
  const envelopeClose = envelopeCloseMachine.resolveState({ value: "asking", context });
  const closable = { ...sampleOwnEnvelope, closableAt: CLOSABLE_AT };
  await openDetails(standInList(sampleClaims, { envelope: closable }), sampleSystemInfo, { envelopeClose });
  await expect.element(page.getByText(/0\.52.ETH goes back to your balance at once/u)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "End it", exact: true })).toBeVisible();
});

it("offers no end to others, and says afterwards that the sender ended it", async () => {
  await openDetails(standInList(sampleClaims, { envelope: sampleOwnEnvelope }));
  await expect.element(page.getByText("Total amount")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "End it now" })).not.toBeInTheDocument();
  const ended = { ...withStatus("refunded"), isEndedBySender: true };
  await openDetails(standInList(sampleClaims, { envelope: { ...ended, passphrase: null, life: undefined } }));
  await expect.element(page.getByText(texts.details.note.refundedBySender)).toBeVisible();
  // Its sender is told so in the second person; a passphrase that opens nothing is not to be copied.
  await openDetails(standInList(sampleClaims, { envelope: { ...ended, passphrase: "happy year" } }));
  await expect.element(page.getByText(texts.details.note.refundedByYou)).toBeVisible();
  await expect.element(page.getByText("happy year")).toBeVisible();
  expect(page.getByRole("button", { name: "Copy", exact: true }).elements()).toEqual([]);
  await expect.element(page.getByText("Ended", { exact: true })).not.toBeInTheDocument();
});

it("who has a share picks a sign by its name, and everybody sees those of others", async () => {
  const envelopeThank = standInChoice(envelopeThankFlow, { params: { envelopeId: "e1" }, saved: ["clap"] });
  const [best = sampleClaims[0], ...others] = sampleClaims;
  const thanked = [{ ...best, reaction: "party" }, ...others];
  await openDetails(standInList(thanked, { envelope: sampleClaimersEnvelope }), sampleSystemInfo, { envelopeThank });
  const signs = page.getByRole("group", { name: "Thank the sender" }).getByRole("button");
  await expect.element(signs.nth(5)).toBeVisible();
  expect(signs.elements().map((sign) => [sign.ariaLabel, sign.ariaPressed])).toEqual([
    ["Applause", "true"],
    ["Heart", "false"],
    ["Fire", "false"],
    ["Thank you", "false"],
    ["Party", "false"],
    ["Laughter", "false"],
  ]);
  expect(page.getByRole("listitem").first().element().textContent).toContain("Party");
});
