import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import codes from "#locales/en/codes.json";
import { digitsField, giveCode, openSafetyPage } from "#tests/support/openSafetyPage.ts";

import { UpdateCode } from "./UpdateCode.tsx";

afterEach(cleanup);

const openCode = (hasSecurityCode = false) =>
  openSafetyPage(<UpdateCode />, "/updateCode", { email: "ann@example.com", hasSecurityCode });
const newCode = () => page.getByLabelText(codes.securityCode.label, { exact: true });
const repeated = () => page.getByLabelText(codes.securityCode.repeat, { exact: true });

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
  const { listSent } = await openCode();
  await typeTwice("N3w-c*de");
  await expect.element(page.getByText(codes.securityCode.saved.set)).toBeVisible();
  expect(listSent("/user/changeSecurityCode")).toEqual([{ newSecurityCode: "N3w-c*de" }]);
  expect(document.body.textContent).not.toContain("paused");
});

it("shows what the code has to hold still, in words too, hides it, and lets a password manager keep it", async () => {
  await openCode();
  await newCode().fill("New");
  await expect.poll(listMet).toEqual([codes.securityCode.part.upperCase, codes.securityCode.part.lowerCase]);
  await expect.element(newCode()).toHaveAttribute("type", "password");
  await expect.element(newCode()).toHaveAttribute("autocomplete", "new-password");
});

it("asks for the present code before it is replaced, and giving that up keeps what was typed", async () => {
  await openCode(true);
  await typeTwice();
  await expect.element(page.getByText(codes.prompt.purpose.changeSecurityCode)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(newCode()).toHaveValue("Newcode1");
  await newCode().click();
  await userEvent.keyboard("{Enter}");
  await giveCode();
  await expect.element(page.getByText(codes.securityCode.saved.change)).toBeVisible();
});

it("recovers a forgotten code by the digits from the mail, and explains the block of 24 hours with its end", async () => {
  const { listSent } = await openCode(true);
  await page.getByRole("button", { name: codes.securityCode.forgot }).click();
  await expect.element(page.getByText(codes.securityCode.recoveryBlocks)).toBeVisible();
  await typeTwice();
  // Nothing is sent before the person wants it, and of the address no more is shown than its owner needs.
  await expect.element(page.getByText(codes.code.askTitle)).toBeVisible();
  await expect.element(page.getByText("a•••@example.com", { exact: false })).toBeVisible();
  expect(listSent("/email/sendVerificationCode")).toEqual([]);
  await page.getByRole("button", { name: codes.code.send, exact: true }).click();
  await expect.element(digitsField()).toHaveAttribute("autocomplete", "one-time-code");
  await digitsField().fill("004 217");
  await expect.element(page.getByText(codes.securityCode.saved.recover)).toBeVisible();
  await expect.element(page.getByText(/are paused until .*(?:21|Nov)/u)).toBeVisible();
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
