import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createActor, fromPromise } from "xstate";

import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import codes from "#locales/en/codes.json";
import errors from "#locales/en/errors.json";
import type { AccountSafety } from "#machines/email/email.machine.ts";
import {
  type EmailCodeGoal,
  emailCodeMachine,
  type SentCode,
  type VerifiedAttempt,
} from "#machines/emailCode/emailCode.machine.ts";
import type { Failure } from "#machines/kit/failure.ts";
import { securityCodeMachine } from "#machines/securityCode/securityCode.machine.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { openPageClock } from "#tests/support/openPageClock.ts";
import { pressLater } from "#tests/support/pressLater.ts";
import { refuse } from "#tests/support/refusal.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import { withFlow } from "#tests/support/withFlow.ts";

import { UpdateCode } from "./UpdateCode.tsx";

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const WITHOUT_CODE: AccountSafety = { email: "ann@example.com", hasSecurityCode: false };
const WITH_CODE: AccountSafety = { email: "ann@example.com", hasSecurityCode: true };

/** Opens the page on its own chart, with the clock stopped. The code of the account is R1ghtone. */
async function openCode(account = WITHOUT_CODE, failure: Failure | null = null) {
  const { countdown } = openPageClock(NOON_MS);
  const saved: string[] = [];
  const securityCodePrompt = scriptPrompt(async (_, securityCode) => {
    if (securityCode !== "R1ghtone") throw refuse("wrongSecurityCode");
    return { kind: "changeSecurityCode" };
  }, countdown);
  const emailCode = emailCodeMachine.provide({
    actors: {
      countdown,
      sendCode: fromPromise<SentCode, { goal: EmailCodeGoal["kind"]; address: string }>(async () => ({
        resendAfterSeconds: 60,
        expiresAt: "2026-11-20T12:10:00.000Z",
        isEarlier: false,
      })),
      verifyCode: fromPromise<{ changedAt: string }, VerifiedAttempt>(async ({ input }) => {
        if (input.verificationCode !== "004217") throw refuse("wrongVerificationCode");
        return { changedAt: "2026-11-20T12:00:00.000Z" };
      }),
    },
  });
  const machine = securityCodeMachine.provide({
    actors: {
      emailCode,
      securityCodePrompt,
      loadAccount: fromPromise<AccountSafety, undefined>(async () => account),
      saveCode: fromPromise<null, { newSecurityCode: string }>(async ({ input }) => {
        if (failure !== null) throw failure;
        if (account.hasSecurityCode) throw refuse("securityCodeRequired");
        saved.push(input.newSecurityCode);
        return null;
      }),
    },
  });
  const securityCode = createActor(machine, { input: { isForgotten: false } }).start();
  const still = createStaticApp();
  const stopAsking = vi.fn<() => void>();
  const askBeforeClosing = vi.fn<() => () => void>(() => stopAsking);
  const app = { ...still, messenger: { ...still.messenger, askBeforeClosing } };
  await renderWithTexts(
    <AppContext value={withFlow(app, "securityCode", securityCode)}>
      <UpdateCode />
    </AppContext>,
    { codes, errors },
    "/updateCode",
  );
  const isAsked = () => askBeforeClosing.mock.calls.length > stopAsking.mock.calls.length;
  return { saved, isAsked };
}

const newCode = () => page.getByLabelText(codes.securityCode.label, { exact: true });
const repeated = () => page.getByLabelText(codes.securityCode.repeat, { exact: true });
const presentCode = () => page.getByRole("dialog").getByLabelText(codes.prompt.label, { exact: true });

async function typeTwice(code = "Newcode1"): Promise<void> {
  await newCode().fill(code);
  await repeated().fill(code);
  await userEvent.keyboard("{Enter}");
}

/** The parts of a code that the list shows as met. */
const listMet = () =>
  page
    .getByRole("list", { name: codes.securityCode.rule })
    .getByRole("listitem")
    .elements()
    .map(({ textContent }) => textContent)
    .filter((text) => text.includes(codes.securityCode.met))
    .map((text) => text.replace(codes.securityCode.met, "").trim());

it("sets a first code by the keyboard alone, and blocks nothing", async () => {
  const { saved } = await openCode();
  await typeTwice("N3w-c*de");
  await expect.element(page.getByText(codes.securityCode.saved.set)).toBeVisible();
  expect(saved).toEqual(["N3w-c*de"]);
  expect(document.body.textContent).not.toContain("paused");
});

it("shows what the code has to hold still, in words too, hides it, and lets a password manager keep it", async () => {
  await openCode();
  await newCode().fill("New");
  await expect.poll(listMet).toEqual([codes.securityCode.part.upperCase, codes.securityCode.part.lowerCase]);
  await expect.element(newCode()).toHaveAttribute("type", "password");
  await expect.element(newCode()).toHaveAttribute("autocomplete", "new-password");
});

it("gives the focus to the first wrong field when it is sent, and names a repetition that goes another way", async () => {
  const { saved } = await openCode();
  await newCode().fill("newcode1");
  (document.activeElement as HTMLElement).blur();
  await page.getByRole("button", { name: codes.securityCode.submit.set }).click();
  await expect.element(newCode()).toHaveFocus();
  await expect.element(newCode()).toHaveAccessibleDescription(codes.securityCode.problem.impossible);
  await repeated().fill("newx");
  await expect.element(repeated()).toHaveAccessibleDescription(codes.securityCode.problem.other);
  expect(saved).toEqual([]);
});

it("gives the first wrong field the focus at the second refusal, too", async () => {
  await openCode();
  await newCode().fill("newcode1");
  const save = page.getByRole("button", { name: codes.securityCode.submit.set });
  await save.click();
  await expect.element(newCode()).toHaveFocus();
  await newCode().fill("Newcode1");
  await repeated().fill("Newcode2");
  await pressLater(save);
  await expect.element(repeated()).toHaveFocus();
});

it("asks for the present code before it is replaced, and giving that up keeps what was typed", async () => {
  await openCode(WITH_CODE);
  await typeTwice();
  await expect.element(page.getByText(codes.prompt.purpose.changeSecurityCode)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(newCode()).toHaveValue("Newcode1");
  await newCode().click();
  await userEvent.keyboard("{Enter}");
  await presentCode().fill("R1ghtone");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(codes.securityCode.saved.change)).toBeVisible();
});

it("recovers a forgotten code by the digits from the mail, and explains the block of 24 hours with its end", async () => {
  await openCode(WITH_CODE);
  await page.getByRole("button", { name: codes.securityCode.forgot }).click();
  await expect.element(page.getByText(codes.securityCode.recoveryBlocks)).toBeVisible();
  await typeTwice();
  // Nothing is sent before the person wants it, and of the address no more is shown than its owner needs.
  await expect.element(page.getByText(codes.code.askTitle)).toBeVisible();
  await expect.element(page.getByText("a•••@example.com", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: codes.code.send, exact: true }).click();
  const digits = page.getByRole("textbox", { name: codes.code.label });
  await expect.element(digits).toHaveAttribute("autocomplete", "one-time-code");
  await digits.fill("004 217");
  await expect.element(page.getByText(codes.securityCode.saved.recover)).toBeVisible();
  await expect.element(page.getByText(/are paused until .*(?:21|Nov)/u)).toBeVisible();
});

it("says when to come back after a failure, and leads back to what was typed", async () => {
  await openCode(WITHOUT_CODE, refuse("tooManyTries", { retryAfterSeconds: 600 }));
  await typeTwice();
  await expect.element(page.getByText("Too many tries. Please try again in 10 minutes.")).toBeVisible();
  await page.getByRole("button", { name: codes.retry }).click();
  await expect.element(newCode()).toHaveValue("Newcode1");
});

it("has the messenger ask before it closes while something typed is not the code yet", async () => {
  const { isAsked } = await openCode();
  await expect.element(newCode()).toBeVisible();
  expect(isAsked()).toBe(false);
  await newCode().fill("N");
  await expect.poll(isAsked).toBe(true);
  await newCode().fill("");
  await expect.poll(isAsked).toBe(false);
  await typeTwice();
  await expect.element(page.getByText(codes.securityCode.saved.set)).toBeVisible();
  await expect.poll(isAsked).toBe(false);
});
