import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import codes from "#locales/en/codes.json";
import { digitsField, giveCode, openSafetyPage, RIGHT_DIGITS } from "#tests/support/openSafetyPage.ts";
import { refuse } from "#tests/support/refusal.ts";

import { UpdateEmai } from "./UpdateEmai.tsx";

afterEach(cleanup);

const openEmail = (server: Parameters<typeof openSafetyPage>[2] = {}) =>
  openSafetyPage(<UpdateEmai />, "/updateEmai", server);
const address = (name = codes.email.label) => page.getByRole("textbox", { name });

async function typeAddress(value = "ann@example.com", name = codes.email.label): Promise<void> {
  await address(name).fill(value);
  await userEvent.keyboard("{Enter}");
}

it("sets a first email by the keyboard alone, and the last digit sends", async () => {
  const { listSent } = await openEmail();
  await typeAddress();
  await expect.element(page.getByText("Six digits for ann@example.com")).toBeVisible();
  await expect.element(digitsField()).toHaveFocus();
  await userEvent.keyboard(RIGHT_DIGITS);
  await expect.element(page.getByText(codes.email.set)).toBeVisible();
  expect(listSent("/email/sendVerificationCode")).toEqual([{ purpose: "updateEmail", email: "ann@example.com" }]);
  expect(listSent("/user/updateEmail")).toEqual([{ email: "ann@example.com", verificationCode: RIGHT_DIGITS }]);
});

it("takes a paste with words and spaces, says that it is looked at, and takes nothing else meanwhile", async () => {
  const { listSent } = await openEmail({ digitsRefusal: null });
  await typeAddress();
  await digitsField().fill("Your code is 004 217");
  await expect.element(page.getByText(codes.code.verifying)).toBeVisible();
  expect(listSent("/user/updateEmail")).toMatchObject([{ verificationCode: RIGHT_DIGITS }]);
  await expect.element(digitsField()).toHaveAttribute("aria-disabled", "true");
});

it("counts down to another code, and leads back to the address", async () => {
  const { pass } = await openEmail();
  await typeAddress();
  await expect.element(page.getByRole("timer")).toHaveTextContent("Send again in 1:00");
  pass(45_000);
  await expect.element(page.getByRole("timer")).toHaveTextContent("Send again in 0:15");
  await page.getByRole("button", { name: codes.code.otherAddress }).click();
  await expect.element(address()).toHaveValue("ann@example.com");
});

it("asks for no digits where none were sent: says when to ask again, and leads back to the address", async () => {
  const { pass } = await openEmail({ mailRefusal: refuse("tooManyTries", { retryAfterSeconds: 3300 }) });
  await typeAddress();
  await expect.element(page.getByText(codes.code.shut)).toBeVisible();
  await expect.element(page.getByText(/You can go on at .*, in 55:00/u)).toBeVisible();
  expect(digitsField().elements()).toEqual([]);
  pass(3_300_000);
  await expect.element(page.getByRole("button", { name: codes.code.send })).not.toHaveAttribute("aria-disabled");
  await page.getByRole("button", { name: "Back" }).first().click();
  await expect.element(address()).toHaveValue("ann@example.com");
});

it("locks after too many wrong digits, with the end", async () => {
  const { pass } = await openEmail({ digitsRefusal: refuse("tooManyTries", { retryAfterSeconds: 900 }) });
  await typeAddress();
  await digitsField().fill("111111");
  await expect.element(page.getByText(codes.code.locked)).toBeVisible();
  await expect.element(page.getByText(/You can go on at .*, in 15:00/u)).toBeVisible();
  pass(900_000);
  await expect.element(digitsField()).toHaveFocus();
});

it("asks for the security code once it is set, and explains the block of 24 hours with its end", async () => {
  await openEmail({ email: "old@example.com", hasSecurityCode: true });
  await expect.element(page.getByText(codes.email.changeBlocks)).toBeVisible();
  await typeAddress("new@example.com", codes.email.labelNew);
  await digitsField().fill(RIGHT_DIGITS);
  await expect.element(page.getByRole("dialog").getByText(codes.prompt.purpose.updateEmail)).toBeVisible();
  await giveCode();
  await expect.element(page.getByText(codes.email.changed)).toBeVisible();
  await expect.element(page.getByText(/are paused until .*(?:21|Nov)/u)).toBeVisible();
  await expect.element(page.getByText("n•••@example.com", { exact: false })).toBeVisible();
});

it("has the messenger ask before it closes while something typed is not the email yet, and blocks nothing at the first", async () => {
  const { isAsked } = await openEmail();
  await expect.element(address()).toBeVisible();
  expect(isAsked()).toBe(false);
  await address().fill("a");
  await expect.poll(isAsked).toBe(true);
  await address().fill("");
  await expect.poll(isAsked).toBe(false);
  await typeAddress();
  await expect.element(digitsField()).toHaveFocus();
  await expect.poll(isAsked).toBe(true);
  await digitsField().fill(RIGHT_DIGITS);
  await expect.element(page.getByText(codes.email.set)).toBeVisible();
  expect(document.body.textContent).not.toContain("24 hours");
  await expect.poll(isAsked).toBe(false);
});
