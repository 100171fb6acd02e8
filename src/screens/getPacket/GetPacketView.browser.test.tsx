import { beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { components } from "#contract/schema.d.ts";
import type { CheckedDraw } from "#domain/draw/answerQuestion.ts";
import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import { standInResource } from "#gallery/static/standInResource.ts";
import copyTexts from "#locales/en/copyTexts.json";
import envelope from "#locales/en/envelope.json";
import proof from "#locales/en/proof.json";
import { openClaimScreen, OPENED } from "#tests/support/openClaimScreen.tsx";
import { openPageClock } from "#tests/support/openPageClock.ts";
import { sampleClaim, sampleEnvelope } from "#tests/support/samples.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";

const CHECKED: CheckedDraw = { findings: [], isOwn: true, isWhole: false, papers: "{}" };
const APP = createStaticApp({ flows: { drawProof: standInResource(CHECKED, null) } });
const ENVELOPE: components["schemas"]["Envelope"] = { ...sampleEnvelope, coverId: "tet" };
const NOON_MS = Date.UTC(2026, 10, 20, 12);
const WAIT = { waitEndsAtMs: NOON_MS + 42_000 };

const send = vi.fn<Parameters<typeof openClaimScreen>[1]>();
let show: Awaited<ReturnType<typeof openClaimScreen>>;

async function open(first: Parameters<typeof show>[0]): Promise<void> {
  show = await openClaimScreen(APP, send, first);
}

const readPictureBox = () => document.querySelector("[data-room]")?.getBoundingClientRect().toJSON() as unknown;

beforeEach(() => {
  send.mockClear();
});

it("does not move the envelope from the passphrase to the amount", async () => {
  await open("entering");
  const before = readPictureBox();
  for (const [state, context] of [
    ["claiming", {}],
    ["opening", OPENED],
    ["refreshing", OPENED],
    ["partiallyReceived", { ...OPENED, claims: [sampleClaim] }],
  ] as const) {
    await show(state, context);
    await waitUntilHolds(() => {
      expect(document.querySelector("[data-room]")?.getAttribute("data-state")).toBe(
        { claiming: "claiming", opening: "opening", refreshing: "opened", partiallyReceived: "opened" }[state],
      );
    });
    expect(readPictureBox()).toEqual(before);
  }
});

it("shows the sender of a lucky draw no form, since there is nothing to type", async () => {
  await open("notReceived");
  const own = { ...ENVELOPE, passphrase: "happy year" };
  await show("notReceived", { envelope: own });
  const button = page.getByRole("button", { name: envelope.claim.open, exact: true });
  await expect.element(button).not.toHaveAttribute("aria-disabled");
  const before = readPictureBox();
  await show("claiming", { envelope: own });
  await expect.element(button).toHaveAttribute("aria-disabled", "true");
  expect(readPictureBox()).toEqual(before);
  await show("opening", { ...OPENED, envelope: own });
  await expect.element(page.getByRole("button", { name: "Skip" })).toBeVisible();
  expect(document.querySelector("form")).toBeNull();
  expect(readPictureBox()).toEqual(before);
});

it("says beforehand that all is drawn at once, where nobody is refused", async () => {
  const together = { ...ENVELOPE, claimRule: "members", drawRule: "together", drawWindowS: 300 } as const;
  const rule = page.getByText(envelope.draw.together, { exact: false });
  await open("notReceived");
  await show("notReceived", { envelope: together });
  await expect.element(rule).toBeVisible();
  await expect.element(page.getByText(envelope.draw.membersHint, { exact: false })).toBeVisible();
  await show("notMember", { envelope: together });
  await expect.element(page.getByText(envelope.claim.state.notMember)).toBeVisible();
  expect(rule.elements()).toEqual([]);
  await show("notReceived", { envelope: { ...together, drawRule: "instant", drawWindowS: null } });
  await expect.element(page.getByText(envelope.claim.state.notReceived)).toBeVisible();
  expect(rule.elements()).toEqual([]);
});

it("says who opens an envelope for members, and of each chat the way into it and whether one is in it", async () => {
  const openLink = vi.spyOn(APP.messenger, "openLink").mockImplementation(() => {});
  const conditions = [
    { chatId: "-1", title: "Friday lunch", link: "https://t.me/friday_lunch", isMet: false },
    { chatId: "-2", title: "Lunch news", link: null, isMet: false },
    { chatId: "-3", title: "Hikers", link: "https://t.me/hikers", isMet: true },
  ];
  const asked = { envelope: { ...ENVELOPE, claimRule: "members" as const, conditions } };
  await open("notReceived");
  openPageClock(NOON_MS);
  await show("notMember", { ...asked, ...WAIT });
  expect(document.querySelector("form")).toBeNull();
  await expect
    .element(page.getByText("Members of Friday lunch, Lunch news, and Hikers open it by a tap"))
    .toBeVisible();
  expect(page.getByText(envelope.members.unmet, { exact: true }).elements()).toHaveLength(2);
  expect(page.getByText(envelope.members.met, { exact: true }).elements()).toHaveLength(1);
  await expect.element(page.getByText(envelope.members.private)).toBeVisible();
  const again = page.getByRole("button", { name: envelope.claim.checkAgain });
  await expect.element(again).toHaveAttribute("aria-disabled", "true");
  await expect.element(page.getByText("You can check again in 0:42.")).toBeVisible();
  await page.getByRole("link", { name: envelope.members.join }).click();
  expect(openLink).toHaveBeenCalledExactlyOnceWith("https://t.me/friday_lunch");
  openLink.mockRestore();
  await show("checkable", asked);
  await again.click();
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: "ui.retry" });
});

it("shows the envelope's wish in the reader's language where its sender wrote nothing", async () => {
  await open("entering");
  await show("entering", { envelope: { ...ENVELOPE, remark: "", messageId: "wedding" } });
  await expect.element(page.getByText(copyTexts.wedding)).toBeVisible();
});

it("tells the amount once, when it has landed", async () => {
  await open("claiming");
  const live = page.getByRole("status");
  expect(live.elements()).toHaveLength(1);
  await show("opening", OPENED);
  await expect.element(page.getByRole("button", { name: "Skip" })).toBeVisible();
  await expect.element(live).toHaveTextContent("Opening…");
  await show("partiallyReceived", OPENED);
  await expect.element(live).toHaveTextContent("Congratulations! You got 0.012 ETH.");
  expect(live.elements()).toHaveLength(1);
});

it("skips the opening by its button, a tap anywhere and Esc, and nothing else by them", async () => {
  await open("opening");
  await page.getByRole("button", { name: "Skip" }).click();
  expect(send).toHaveBeenCalledWith({ type: "ui.skip" });
  send.mockClear();
  await page.getByText("From Ann").click();
  expect(send.mock.calls).toEqual([[{ type: "ui.skip" }]]);
  send.mockClear();
  await userEvent.keyboard("a{Escape}");
  expect(send.mock.calls).toEqual([[{ type: "ui.skip" }]]);
  send.mockClear();
  await show("partiallyReceived", OPENED);
  await page.getByText(/^Congratulations!/).click();
  await userEvent.keyboard("{Escape}");
  expect(send).not.toHaveBeenCalled();
});

it("says beside the field why a passphrase was refused, keeps it and brings the hand back to it", async () => {
  await open("claiming");
  await show("wrongPassphrase");
  const field = page.getByRole("textbox", { name: "Passphrase" });
  await expect.element(field).toHaveAccessibleDescription(/The passphrase is wrong/);
  await expect.element(field).toHaveValue("happy year");
  await expect.element(field).toHaveFocus();
  expect(document.querySelector("[data-room]")?.getAttribute("data-state")).toBe("refused");
});

it("counts a wait down without calling it out second by second", async () => {
  await open("entering");
  openPageClock(NOON_MS);
  await show("tooManyTries", WAIT);
  const field = page.getByRole("textbox", { name: "Passphrase" });
  await expect.element(field).toHaveAccessibleDescription(/in 42 s/);
  await expect.element(field).toHaveAttribute("aria-disabled", "true");
  await expect.element(page.getByRole("status")).toHaveTextContent("Take a break");
  await expect.element(page.getByRole("status")).not.toHaveTextContent("42");
});

it("shows who was luckier than somebody who comes too late, and leads to who got what", async () => {
  await open("claiming");
  await show("soldOut", {
    passphrase: "",
    claims: [{ ...sampleClaim, isMine: false, bestLuck: true, user: { name: "Eve", url: null } }],
  });
  await expect.element(page.getByText(/Better luck with the next one!/)).toBeVisible();
  await expect.element(page.getByText("Eve")).toBeVisible();
  await expect.element(page.getByText("Best luck")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: envelope.claim.seeDetails }))
    .toHaveAttribute("href", "/sendRecordDetails?envelopeId=e1");
});

it("does not lead to details that this person may not see", async () => {
  await open("claiming");
  await show("soldOut", { claims: [] });
  await expect.element(page.getByText(/Better luck with the next one!/)).toBeVisible();
  await expect.element(page.getByRole("link", { name: envelope.claim.seeDetails })).not.toBeInTheDocument();
});

const seal = () => page.getByRole("button", { name: "Open the red envelope" });

it.each(["lost", "notDrawn"] as const)("checks a draw that ends %s, also for who may not see who won", async (end) => {
  await open("claiming");
  await show(end, { envelope: { ...ENVELOPE, drawRule: "together", drawWindowS: 60, count: null } });
  await expect.element(page.getByText(proof.phone.own)).toBeVisible();
});

it("opens by a tap on the gold seal, as by the button", async () => {
  await open("notReceived");
  await seal().click();
  expect(send.mock.calls).toEqual([[{ type: "ui.enter" }]]);
  send.mockClear();
  await show("entering");
  await seal().click();
  expect(send.mock.calls).toEqual([[{ type: "ui.submit" }]]);
});

it("brings the focus from the seal to the passphrase where it is still to be typed, or to be corrected", async () => {
  await open("entering");
  const field = page.getByRole("textbox", { name: "Passphrase" });
  for (const [state, context] of [
    ["entering", { envelope: null, passphrase: "" }],
    ["wrongPassphrase", {}],
  ] as const) {
    await show(state, context);
    (document.activeElement as HTMLElement | null)?.blur();
    await seal().click();
    await expect.element(field).toHaveFocus();
  }
  expect(send).not.toHaveBeenCalled();
});

it("has a seal to look at only while it is claimed, and once it is open", async () => {
  await open("entering");
  await show("claiming");
  await expect.element(seal()).not.toBeInTheDocument();
  await show("partiallyReceived", OPENED);
  await expect.element(seal()).not.toBeInTheDocument();
});

it.each([
  ["-1001", `/sendPacket?chatId=-1001&coinType=eth&amount=${sampleClaim.amount}`],
  [null, `/sendPacket?coinType=eth&amount=${sampleClaim.amount}`],
])("leads from a share to an envelope in return, with what was won for the same group: %s", async (chatId, href) => {
  await open("entering");
  await show("partiallyReceived", { ...OPENED, envelope: { ...ENVELOPE, chatId } });
  await expect.element(page.getByRole("link", { name: "Send one back" })).toHaveAttribute("href", href);
});

it("says what the share is worth once it has landed", async () => {
  await open("opening");
  await show("opening", OPENED);
  const worth = page.getByText(/^≈ \$/u);
  await expect.element(worth).not.toBeInTheDocument();
  await show("partiallyReceived", { ...OPENED, claims: [sampleClaim] });
  await expect.element(worth.first()).toBeVisible();
});
