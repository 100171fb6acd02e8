import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createActor } from "xstate";

import codes from "#locales/en/codes.json";
import errors from "#locales/en/errors.json";
import type { Failure } from "#machines/kit/failure.ts";
import type { SecuredAttempt, SecuredResult } from "#machines/securityCodePrompt/securedAttempt.ts";
import type { SecurityCodePromptEvent } from "#machines/securityCodePrompt/securityCodePrompt.machine.ts";
import { viewSecurityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.view.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";
import { openPageClock } from "#tests/support/openPageClock.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";

import { SecurityCodeSheet } from "./SecurityCodeSheet.tsx";
import { sampleWallet } from "#tests/support/samples.ts";

const BINDING: SecuredAttempt = { kind: "bindWallet", type: "ETH", address: sampleWallet.address };
const UNBINDING: SecuredAttempt = { kind: "unbindWallet", walletId: "w1" };
const EMAIL: SecuredAttempt = { kind: "updateEmail", email: "ann@example.com", verificationCode: "004217" };
const ASKED: Failure = { kind: "api", error: "securityCodeRequired", message: "" };
const LOCKED: Failure = { kind: "api", error: "securityCodeLocked", message: "", retryAfterSeconds: 900 };

/** The sheet over a page, on a live question whose code is R1ghtone; the server answers when `answer` is called. */
async function openSheet(attempt: SecuredAttempt, failure = ASKED) {
  const tried: string[] = [];
  let answer = () => {};
  const { countdown, pass } = openPageClock(Date.UTC(2026, 10, 20, 12));
  const actor = createActor(
    scriptPrompt((_, securityCode) => {
      tried.push(securityCode);
      const { promise, resolve, reject } = Promise.withResolvers<SecuredResult>();
      answer = () => {
        if (securityCode === "R1ghtone") resolve({ kind: "unbindWallet" });
        else reject({ kind: "api", error: "wrongSecurityCode", message: "" } satisfies Failure);
      };
      return promise;
    }, countdown),
    { input: { attempt, failure } },
  ).start();
  const sent: string[] = [];
  const send = (event: SecurityCodePromptEvent) => {
    sent.push(event.type);
    actor.send(event);
  };
  function Stage() {
    const snapshot = useSnapshot(actor);
    const [isOpened, setOpened] = useState(false);
    const isAsking = isOpened && snapshot.status === "active";
    return (
      <>
        <button
          type="button"
          onClick={() => {
            setOpened(true);
          }}
        >
          Unbind
        </button>
        <SecurityCodeSheet prompt={isAsking ? { view: viewSecurityCodePrompt(snapshot), send } : null} />
      </>
    );
  }
  await renderWithTexts(<></>, { codes, errors });
  await renderOnPage(<Stage />);
  const opener = page.getByRole("button", { name: "Unbind" });
  opener.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("dialog")).toBeVisible();
  return {
    tried,
    sent,
    opener,
    readOutput: () => actor.getSnapshot().output,
    answer: () => {
      answer();
    },
    pass,
  };
}

const field = () => page.getByLabelText(codes.prompt.label, { exact: true });

it.each([BINDING, UNBINDING, EMAIL])("says what the code confirms: $kind", async (attempt) => {
  await openSheet(attempt);
  await expect.element(page.getByText(codes.prompt.purpose[attempt.kind])).toBeVisible();
});

it("is answered by the keyboard alone, once, and is busy until the server has answered", async () => {
  const { tried, readOutput, answer } = await openSheet(UNBINDING);
  await field().fill("R1ghtone");
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.element(field()).toHaveAttribute("aria-disabled", "true");
  expect(tried).toEqual(["R1ghtone"]);
  answer();
  await expect.poll(readOutput).toMatchObject({ status: "given" });
});

it("explains a lock with its end, takes no code meanwhile, and takes one afterwards", async () => {
  const { pass } = await openSheet(UNBINDING, LOCKED);
  const alert = page.getByRole("alert");
  await expect.element(alert.getByText(codes.prompt.locked)).toBeVisible();
  await expect.element(alert.getByText(/You can go on at .*, in 15:00/u)).toBeVisible();
  expect(field().elements()).toEqual([]);
  pass(899_000);
  await expect.element(alert.getByText(/, in 0:01/u)).toBeVisible();
  pass(1000);
  await expect.element(field()).toBeVisible();
});

it("is given up by Escape, which changes nothing and gives the focus back", async () => {
  const { tried, opener, readOutput } = await openSheet(UNBINDING);
  await field().fill("R1ghtone");
  await userEvent.keyboard("{Escape}");
  await expect.poll(readOutput).toEqual({ status: "cancelled" });
  await expect.element(opener).toHaveFocus();
  expect(tried).toEqual([]);
});

it("stays while the code is checked", async () => {
  const { sent } = await openSheet(UNBINDING);
  await field().fill("R1ghtone");
  await userEvent.keyboard("{Enter}{Escape}{Enter}");
  expect(sent).toEqual(["ui.type", "ui.submit"]);
});

it("hides the code, and lets a password manager fill it in", async () => {
  await openSheet(UNBINDING);
  await expect.element(field()).toHaveAttribute("type", "password");
  await expect.element(field()).toHaveAttribute("autocomplete", "current-password");
  await expect.element(field()).toHaveAttribute("maxlength", "8");
});
