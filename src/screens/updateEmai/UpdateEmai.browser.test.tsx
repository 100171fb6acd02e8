import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createActor, fromPromise } from "xstate";

import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import codes from "#locales/en/codes.json";
import errors from "#locales/en/errors.json";
import { emailMachine, type AccountSafety } from "#machines/email/email.machine.ts";
import {
  type EmailCodeGoal,
  emailCodeMachine,
  type SentCode,
  type VerifiedAttempt,
} from "#machines/emailCode/emailCode.machine.ts";
import type { Failure } from "#machines/kit/failure.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { openPageClock } from "#tests/support/openPageClock.ts";
import { pressLater } from "#tests/support/pressLater.ts";
import { refuse } from "#tests/support/refusal.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import { withFlow } from "#tests/support/withFlow.ts";

import { UpdateEmai } from "./UpdateEmai.tsx";

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const SENT: SentCode = { resendAfterSeconds: 60, expiresAt: "2026-11-20T12:10:00.000Z", isEarlier: false };

interface Server {
  account?: AccountSafety | Failure;
  /** What it answers to a request for a code. */
  sent?: SentCode | Failure;
  /** What it answers to digits that are others than 004217; null: it never answers. */
  wrong?: Failure | null;
  /** Whether it asks for the security code, which is R1ghtone. */
  isGuarded?: boolean;
}

async function answer<Answer extends object>(held: Answer | Failure): Promise<Answer> {
  if ("kind" in held) throw held;
  return held;
}

/** The page on a live chart, and a clock that is set by hand. */
async function openEmail(server: Server = {}) {
  const { account = { email: null, hasSecurityCode: false }, sent = SENT, isGuarded = false } = server;
  const { wrong = refuse("wrongVerificationCode") } = server;
  const { countdown, pass } = openPageClock(NOON_MS);
  const tried: VerifiedAttempt[] = [];
  const mailed: string[] = [];
  const securityCodePrompt = scriptPrompt(async (_, securityCode) => {
    if (securityCode !== "R1ghtone") throw refuse("wrongSecurityCode");
    return { kind: "updateEmail", changedAt: "2026-11-20T12:00:00.000Z" };
  }, countdown);
  const emailCode = emailCodeMachine.provide({
    actors: {
      countdown,
      securityCodePrompt,
      sendCode: fromPromise<SentCode, { goal: EmailCodeGoal["kind"]; address: string }>(({ input }) => {
        mailed.push(input.address);
        return answer(sent);
      }),
      verifyCode: fromPromise<{ changedAt: string }, VerifiedAttempt>(async ({ input }) => {
        tried.push(input);
        if (wrong === null) return new Promise(() => {});
        if (input.verificationCode !== "004217") throw wrong;
        if (isGuarded) throw refuse("securityCodeRequired");
        return { changedAt: "2026-11-20T12:00:00.000Z" };
      }),
    },
  });
  const loadAccount = fromPromise<AccountSafety, undefined>(() => answer(account));
  const email = createActor(emailMachine.provide({ actors: { emailCode, loadAccount } }), {
    input: { email: "" },
  }).start();
  const still = createStaticApp();
  const stopAsking = vi.fn<() => void>();
  const askBeforeClosing = vi.fn<() => () => void>(() => stopAsking);
  const app = { ...still, messenger: { ...still.messenger, askBeforeClosing } };
  await renderWithTexts(
    <AppContext value={withFlow(app, "email", email)}>
      <UpdateEmai />
    </AppContext>,
    { codes, errors },
    "/updateEmai",
  );
  const isAsked = () => askBeforeClosing.mock.calls.length > stopAsking.mock.calls.length;
  return { pass, tried, mailed, isAsked };
}

const address = (name = codes.email.label) => page.getByRole("textbox", { name });
const digits = () => page.getByRole("textbox", { name: codes.code.label });

async function typeAddress(value = "ann@example.com", name = codes.email.label): Promise<void> {
  await address(name).fill(value);
  await userEvent.keyboard("{Enter}");
}

it("sets a first email by the keyboard alone, and the last digit sends", async () => {
  const { tried, mailed } = await openEmail();
  await typeAddress();
  await expect.element(page.getByText("Six digits for ann@example.com")).toBeVisible();
  await expect.element(digits()).toHaveFocus();
  await userEvent.keyboard("004217");
  await expect.element(page.getByText(codes.email.set)).toBeVisible();
  expect([mailed, tried.map(({ verificationCode }) => verificationCode)]).toEqual([["ann@example.com"], ["004217"]]);
  expect(document.body.textContent).not.toContain("24 hours");
});

it("takes a paste with words and spaces, says that it is looked at, and takes nothing else meanwhile", async () => {
  const { tried } = await openEmail({ wrong: null });
  await typeAddress();
  await digits().fill("Your code is 004 217");
  await expect.element(page.getByText(codes.code.verifying)).toBeVisible();
  expect(tried.map(({ verificationCode }) => verificationCode)).toEqual(["004217"]);
  await expect.element(digits()).toHaveAttribute("aria-disabled", "true");
});

it("names what is wrong at the address and gives it the focus, until it is corrected", async () => {
  const { mailed } = await openEmail({ account: { email: "old@example.com", hasSecurityCode: false } });
  const field = address(codes.email.labelNew);
  await field.fill("Old@Example.com");
  (document.activeElement as HTMLElement).blur();
  await page.getByRole("button", { name: codes.email.submit }).click();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription(codes.emailProblem.same);
  await userEvent.keyboard("x");
  await expect.poll(() => page.getByText(codes.emailProblem.same).elements()).toEqual([]);
  expect(mailed).toEqual([]);
});

it("gives the wrong address the focus at the second refusal, too", async () => {
  await openEmail();
  await address().fill("ann@");
  const send = page.getByRole("button", { name: codes.email.submit });
  await send.click();
  await expect.element(address()).toHaveFocus();
  await pressLater(send);
  await expect.element(address()).toHaveFocus();
});

it("tells a wrong code at the digits, and takes another at once", async () => {
  await openEmail();
  await typeAddress();
  await digits().fill("111111");
  await expect.element(digits()).toHaveAccessibleDescription(errors.wrongVerificationCode);
  await expect.element(digits()).toHaveValue("");
  await expect.element(digits()).toHaveFocus();
  await userEvent.keyboard("004217");
  await expect.element(page.getByText(codes.email.set)).toBeVisible();
});

it("says that a mail is on its way already, counts down to another code, and leads back to the address", async () => {
  const { pass } = await openEmail({ sent: { ...SENT, resendAfterSeconds: 40, isEarlier: true } });
  await typeAddress();
  await expect.element(page.getByText(codes.code.sentBefore)).toBeVisible();
  await expect.element(page.getByRole("timer")).toHaveTextContent("Send again in 0:40");
  pass(25_000);
  await expect.element(page.getByRole("timer")).toHaveTextContent("Send again in 0:15");
  await page.getByRole("button", { name: codes.code.otherAddress }).click();
  await expect.element(address()).toHaveValue("ann@example.com");
});

it("asks for no digits where none were sent: says when to ask again, and leads back to the address", async () => {
  const { pass } = await openEmail({ sent: refuse("tooManyTries", { retryAfterSeconds: 3300 }) });
  await typeAddress();
  await expect.element(page.getByText(codes.code.shut)).toBeVisible();
  await expect.element(page.getByText(/You can go on at .*, in 55:00/u)).toBeVisible();
  expect(page.getByText(codes.code.sentBefore).elements()).toEqual([]);
  expect(digits().elements()).toEqual([]);
  await expect.element(page.getByRole("button", { name: codes.code.send })).toHaveAttribute("aria-disabled", "true");
  pass(3_300_000);
  await expect.element(page.getByRole("button", { name: codes.code.send })).not.toHaveAttribute("aria-disabled");
  await page.getByRole("button", { name: "Back" }).click();
  await expect.element(address()).toHaveValue("ann@example.com");
});

it("locks after too many wrong digits, with the end", async () => {
  const { pass } = await openEmail({ wrong: refuse("tooManyTries", { retryAfterSeconds: 900 }) });
  await typeAddress();
  await digits().fill("111111");
  await expect.element(page.getByText(codes.code.locked)).toBeVisible();
  await expect.element(page.getByText(/You can go on at .*, in 15:00/u)).toBeVisible();
  pass(900_000);
  await expect.element(digits()).toHaveFocus();
});

it("asks for the security code once it is set, and explains the block of 24 hours with its end", async () => {
  await openEmail({ account: { email: "old@example.com", hasSecurityCode: true }, isGuarded: true });
  await expect.element(page.getByText(codes.email.changeBlocks)).toBeVisible();
  await typeAddress("new@example.com", codes.email.labelNew);
  await digits().fill("004217");
  const sheet = page.getByRole("dialog");
  await expect.element(sheet.getByText(codes.prompt.purpose.updateEmail)).toBeVisible();
  await sheet.getByLabelText(codes.prompt.label, { exact: true }).fill("R1ghtone");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(codes.email.changed)).toBeVisible();
  await expect.element(page.getByText(/are paused until .*(?:21|Nov)/u)).toBeVisible();
  await expect.element(page.getByText("n•••@example.com", { exact: false })).toBeVisible();
});

it("has the messenger ask before it closes while something typed is not the email yet", async () => {
  const { isAsked } = await openEmail();
  await expect.element(address()).toBeVisible();
  expect(isAsked()).toBe(false);
  await address().fill("a");
  await expect.poll(isAsked).toBe(true);
  await address().fill("");
  await expect.poll(isAsked).toBe(false);
  await typeAddress();
  await expect.element(digits()).toHaveFocus();
  await expect.poll(isAsked).toBe(true);
  await digits().fill("004217");
  await expect.element(page.getByText(codes.email.set)).toBeVisible();
  await expect.poll(isAsked).toBe(false);
});
