import i18next from "i18next";
import { afterAll, expect, it } from "vitest";
import { page } from "vitest/browser";

import { openStage } from "#gallery/openStage.ts";
import spec from "../../docs/SPEC.md?raw";

import { MESSAGES } from "./messages.ts";
import { listWalletMessages } from "./walletMessages.ts";

const stage = openStage();
afterAll(() => stage.clear());

function readSection(title: string): string {
  const [, section = ""] = spec.split(`## ${title}`);
  return section.split("\n## ")[0] ?? "";
}

function splitList(section: string, start: string): string[] {
  const line = section.split("\n").find((text) => text.startsWith(start)) ?? "";
  return line
    .slice(start.length)
    .replace(/\.$/, "")
    .split(";")
    .map((item) => item.trim());
}

/** The rules of section 5 that SPEC.md gives without the words of a message. */
const RULES = [
  "exactly 8 characters",
  "no Chinese characters",
  "must mix upper-case letters",
  "lower-case letters and digits",
  "Email: not empty",
  "format is something, an at sign, something, a dot, something, with no spaces",
  "Verification code: 6 digits",
  "Total amount is required",
  "Single amount is required",
  "cannot be below a minimum",
  "Passphrase required",
  "A wallet type must be chosen",
];

it("stands in the table where SPEC.md has it", () => {
  const rules = readSection("5. Validation rules");
  const errors = readSection("8. Error catalogue");
  const asked = [
    ...[...rules.matchAll(/'([^']+)'/g)].map(([, text]) => text),
    ...splitList(errors, "- Launch-data errors: "),
    ...splitList(errors, "- Messages: "),
    ...RULES,
  ];
  expect(asked).toHaveLength(28 + RULES.length);
  expect(RULES.filter((rule) => !rules.includes(rule))).toEqual([]);
  expect(asked.filter((item) => !MESSAGES.some((message) => message.spec === item))).toEqual([]);
});

it("is in SPEC.md where the table has it", () => {
  expect(MESSAGES.filter((message) => !spec.includes(message.spec))).toEqual([]);
});

it("has every message that a wallet can cause", () => {
  const reasons = new Set(listWalletMessages().map(({ reason }) => reason));
  const keys = new Set(MESSAGES.map(({ key }) => key));
  expect([...reasons].filter((reason) => !keys.has(`wallet:failure.${reason}`))).toEqual([]);
});

it.each(MESSAGES)("is read by a person: $spec ($key)", async ({ key, values, buttonKey, draw }) => {
  await stage.show({ node: await draw(), language: "en", theme: "Web A light" });
  const text = i18next.t(key, { ...values });
  await expect.element(page.getByText(text, { exact: false }).first()).toBeVisible();
  if (buttonKey === undefined) return;
  const name = i18next.t(buttonKey);
  await expect.element(page.getByRole("link", { name }).or(page.getByRole("button", { name }))).toBeVisible();
});
