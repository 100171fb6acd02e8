import i18next from "i18next";
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import copyTexts from "#locales/en/copyTexts.json";
import envelopeTexts from "#locales/en/envelope.json";
import vietnameseTexts from "#locales/vi/envelope.json";
import { FIRST_LOOK, type SendOptions } from "#machines/envelopeSend/sendOptions.ts";
import type { Funds } from "#machines/envelopeSend/sendFunds.ts";
import { LOOK, MADE_UP, openSendPage } from "#tests/support/openSendPage.ts";

import { sampleOrder } from "#tests/support/samples.ts";
import { renderSendPage } from "#tests/support/renderSendPage.tsx";

/** The screen on its own machine with the given answers; other requests never end. */
async function openSend(options: Partial<SendOptions> = {}, funds?: Funds | Promise<Funds>, price?: string) {
  const { actor } = await openSendPage({
    options: { chats: [], lookInUse: FIRST_LOOK, recent: [{ coinType: "eth", totalAmount: "0.02" }], ...options },
    funds: [funds],
    prices: price === undefined ? {} : { eth: price },
  });
  await renderSendPage(actor);
  return actor;
}

const amount = page.getByRole("textbox", { name: "Total amount" });
const count = page.getByLabelText("Number of shares");
const ordinary = page.getByRole("radio", { name: "Ordinary" });
const passphrase = page.getByRole("textbox", { name: "Claim passphrase" });
const remark = page.getByRole("textbox", { name: "Remark" });
const more = page.getByRole("button", { name: /^More options/u });
const submit = page.getByRole("button", { name: "Continue to payment" });
const pickCount = (shares: string) => page.getByRole("button", { name: shares, exact: true }).click();

it("folds several unpaid orders into one row, so that the form stays in view", async () => {
  const unpaidOrders = Array.from({ length: 5 }, (_, index) => ({ ...sampleOrder, orderId: `o${String(index)}` }));
  const actor = await openSend({ unpaidOrders });
  const orders = page.getByRole("button", { name: /To be paid by/u });
  expect(orders.all()).toHaveLength(0);
  await page.getByText("Waiting for payment").click();
  await expect.poll(() => orders.all()).toHaveLength(5);
  await orders.nth(4).click();
  await expect.poll(() => actor.getSnapshot().context.ordered?.order.orderId).toBe("o4");
});

afterEach(async () => {
  await i18next.changeLanguage("en");
});

it("brings the first wrong field into sight and gives it the focus, each time the form is refused", async () => {
  await openSend();
  window.scrollTo(0, document.body.scrollHeight);
  await submit.click();
  await expect.element(amount).toHaveFocus();
  await expect.element(page.getByText("Please fill in the amount")).toBeVisible();
  await userEvent.keyboard("0.05");
  await count.fill("");
  await submit.click();
  await expect.element(count).toHaveFocus();
  await submit.click();
  await expect.element(count).toHaveFocus();
});

it("makes a passphrase up that can be read and changed", async () => {
  await openSend();
  await more.click();
  const readPassphrase = () => (passphrase.element() as HTMLInputElement).value;
  expect(readPassphrase()).toBe(MADE_UP);
  await page.getByRole("button", { name: "Make one" }).click();
  await expect.poll(readPassphrase).not.toBe(MADE_UP);
  await expect.poll(readPassphrase).toMatch(/^[a-z]+ [0-9]{5} [a-z]+ [0-9]{5}$/u);
  const made = readPassphrase();
  await userEvent.type(passphrase, "!");
  await expect.element(passphrase).toHaveValue(`${made}!`);
});

it("shows the wish that is sent where no remark is typed", async () => {
  await openSend({ lookInUse: LOOK });
  await more.click();
  // On the envelope, and beside the way to other texts.
  await expect.element(page.getByText(copyTexts.newYear).first()).toBeVisible();
  await expect.element(page.getByRole("button", { name: `Text ${copyTexts.newYear}` })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Cover Tết" })).toBeVisible();
  await remark.fill("for you");
  await expect.element(page.getByRole("button", { name: "Text What you wrote above takes its place" })).toBeVisible();
});

it("cuts no remark that is pasted, and counts it instead", async () => {
  await openSend();
  await more.click();
  await remark.fill("x".repeat(130));
  await expect.element(remark).toHaveValue("x".repeat(130));
  await expect.element(page.getByText("130/120")).toBeVisible();
  await userEvent.tab();
  await expect.element(page.getByText("At most 120 characters")).toBeVisible();
});

it("says what each gets while the form is written", async () => {
  await openSend();
  await expect.element(page.getByText("Random shares, at least 0.000001 ETH each")).toBeVisible();
  await amount.fill("0.05");
  await pickCount("5");
  await ordinary.click();
  await expect.element(page.getByText("Each gets exactly 0.01 ETH")).toBeVisible();
});

it("names a problem while one types, but none before something is typed or while it can still be right", async () => {
  await openSend();
  await expect.element(count).toBeVisible();
  expect(document.querySelectorAll("[aria-invalid]")).toHaveLength(0);
  await amount.fill("11");
  await expect.element(amount).toHaveAttribute("aria-invalid");
  await amount.fill("0.0");
  await expect.element(amount).not.toHaveAttribute("aria-invalid");
  await more.click();
  await passphrase.fill("happy");
  await expect.poll(() => passphrase.element().hasAttribute("aria-invalid")).toBe(false);
  // Left as they are, both are wrong.
  await count.click();
  await expect.element(amount).toHaveAttribute("aria-invalid");
  await expect.element(page.getByText("The passphrase needs 6 to 32 characters")).toBeVisible();
  await count.fill("101");
  await expect.element(count).toHaveAttribute("aria-invalid");
  await count.fill("10");
  await expect.element(count).not.toHaveAttribute("aria-invalid");
});

it("takes the nearest amount that divides with one tap, and sums up what is paid and what each gets", async () => {
  await openSend();
  await ordinary.click();
  await amount.fill("0.1");
  await pickCount("3");
  await page.getByRole("button", { name: "Use 0.099999 ETH instead" }).click();
  await expect.element(amount).toHaveValue("0.099999");
  expect(page.getByRole("button", { name: /^Use/u }).elements()).toEqual([]);
  await expect.element(page.getByText("3 equal shares, 0.033333 ETH each")).toBeVisible();
  await page.getByRole("radio", { name: "Lucky draw" }).click();
  await expect.element(page.getByText("3 random shares, at least 0.000001 ETH each")).toBeVisible();
});

it("writes the numbers of its hints and problems in the way of the reader's language", async () => {
  await openSend();
  i18next.addResourceBundle("vi", "envelope", vietnameseTexts);
  await i18next.changeLanguage("vi");
  await expect.element(page.getByText("Từ 0,000001 đến 10 ETH")).toBeVisible();
  await pickCount("10");
  await page.getByLabelText("Tổng tiền", { exact: true }).fill("0.000002");
  await userEvent.tab();
  await expect.element(page.getByText("Tối thiểu 0,00001 ETH", { exact: true })).toBeVisible();
});

const POOR: Funds = { kind: "bound", address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", balance: "0.01" };

it.each([
  ["eth", "To pay in ETH, add your ETH wallet first."],
  // The wallet is called by the network whose guest the coin is.
  ["usdt", "To pay in USDT, add your TON wallet first."],
] as const)("offers to add a wallet for %s before anything is filled in, with the way back", async (coinType, text) => {
  await openSend({ coinTypes: [coinType] }, { kind: "notBound" });
  const words = page.getByText(text);
  await expect.element(page.getByRole("contentinfo").filter({ has: words })).toBeVisible();
  await expect.element(page.getByRole("status").filter({ has: words })).toBeVisible();
  const link = page.getByRole("link", { name: "Add a wallet" });
  expect(link.element().getAttribute("href")).toMatch(/^\/addWallet\?redirect=%2F/u);
});

it("moves nothing that is pressed once it is known that a wallet is missing", async () => {
  const funds = Promise.withResolvers<Funds>();
  await openSend({}, funds.promise);
  await expect.element(submit).toBeVisible();
  const controls = [...document.querySelectorAll("input, button, label")];
  const measure = () => controls.map((control) => control.getBoundingClientRect().toJSON() as DOMRect);
  const before = measure();
  funds.resolve({ kind: "notBound" });
  await expect.element(page.getByRole("link", { name: "Add a wallet" })).toBeVisible();
  expect(measure()).toEqual(before);
});

it("shows the paying wallet, and refuses too much in place, with the figures", async () => {
  await openSend({}, POOR);
  await expect.element(page.getByText("0xf39F…2266")).toBeVisible();
  await amount.fill("0.05");
  await pickCount("5");
  const words = "Your wallet has 0.01 ETH. This red envelope needs 0.05 ETH.";
  await expect.element(page.getByText(words)).toBeVisible();
  await submit.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(words);
  await expect.element(page.getByRole("alert")).toHaveFocus();
  await expect.element(amount).toHaveValue("0.05");
});

it("says beforehand whether the balance covers it, and asks for a wallet only where it does not", async () => {
  await openSend({}, { kind: "notBound", inApp: "0.05" });
  const bind = page.getByRole("link", { name: "Add a wallet" });
  await expect.element(page.getByText(envelopeTexts.balance.inApp)).toBeVisible();
  await expect.element(bind).not.toBeInTheDocument();
  await amount.fill("0.05");
  await pickCount("5");
  await expect.element(page.getByText(envelopeTexts.balance.enough)).toBeVisible();
  await amount.fill("0.06");
  await expect.element(page.getByText(envelopeTexts.balance.tooLittle)).toBeVisible();
  await expect.element(page.getByText(envelopeTexts.balance.wholly)).toBeVisible();
  await expect.element(bind).toBeVisible();
});

it("turns a total into a single amount and back, and says where it does not divide", async () => {
  await openSend();
  await amount.fill("0.05");
  await pickCount("3");
  await ordinary.click();
  await more.click();
  await page.getByRole("radio", { name: "Single amount" }).click();
  await expect.element(page.getByRole("textbox", { name: "Single amount" })).toHaveValue("0.016667");
  await expect.element(page.getByText(/0\.05 ETH does not divide equally/u)).toBeVisible();
  await page.getByRole("radio", { name: "Total amount" }).click();
  await expect.element(amount).toHaveValue("0.05");
});

it("goes from field to field by Enter", async () => {
  await openSend();
  await more.click();
  await amount.click();
  await userEvent.keyboard("0.05{Enter}");
  await expect.element(count).toHaveFocus();
  await userEvent.keyboard("5{Enter}");
  await expect.element(passphrase).toHaveFocus();
  await userEvent.keyboard("happy year{Enter}");
  await expect.element(remark).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(remark).not.toHaveFocus();
});

it("sums up in less than a quarter of the smallest phone, also with an amount", async () => {
  await page.viewport(320, 568);
  await openSend();
  const measure = () => document.querySelector<HTMLElement>("main ~ *")?.offsetHeight ?? Infinity;
  expect(measure()).toBeLessThan(568 / 4);
  await amount.fill("0.05");
  await count.fill("5");
  await expect.element(page.getByText("5 random shares", { exact: false })).toBeVisible();
  expect(measure()).toBeLessThan(568 / 4);
  await page.viewport(390, 844);
});

it("tells in one line what is folded away, and unfolds it for what is wrong in it", async () => {
  const actor = await openSend({ lookInUse: LOOK });
  await expect.element(more).toHaveTextContent(`More optionsPassphrase: ${MADE_UP} · ${copyTexts.newYear} · Tết`);
  await expect.element(more).toHaveAttribute("aria-expanded", "false");
  actor.send({ type: "ui.type", field: "passphrase", value: "" });
  await amount.fill("0.05");
  await pickCount("5");
  await expect.element(passphrase).not.toBeInTheDocument();
  await submit.click();
  await expect.element(passphrase).toHaveFocus();
  await expect.element(page.getByText("Please fill in the passphrase")).toBeVisible();
  await passphrase.fill("happy year");
  await more.click();
  await expect.element(passphrase).not.toBeInTheDocument();
});

it("takes dollars, says what they buy and at which price, and goes back to the coin with that", async () => {
  await openSend({}, POOR, "3000");
  await page.getByRole("button", { name: "Type in dollars" }).click();
  await amount.fill("10");
  await expect.element(page.getByText("= 0.003333 ETH, at $3,000.00 for 1 ETH")).toBeVisible();
  await pickCount("5");
  await expect.element(page.getByText("5 random shares", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Type in the coin" }).click();
  await expect.element(amount).toHaveValue("0.003333");
});

it("takes a total that was sent lately by one tap", async () => {
  await openSend();
  await page.getByRole("button", { name: "0.02 ETH" }).click();
  await expect.element(amount).toHaveValue("0.02");
});

it("takes a wish of the reader's language by one tap, to be written on", async () => {
  const actor = await openSend();
  await more.click();
  const wish = page.getByRole("list", { name: "Words to choose" }).getByRole("button", { name: "Good luck!" });
  await wish.click();
  await expect.element(remark).toHaveValue("Good luck!");
  await expect.element(wish).toHaveAttribute("aria-pressed", "true");
  await userEvent.type(remark, " Ann");
  await expect.element(wish).toHaveAttribute("aria-pressed", "false");
  expect(actor.getSnapshot().context.draft.remark).toBe("Good luck! Ann");
});

it("shows group, amount and kind of a quick send at once, on a usual phone", async () => {
  await page.viewport(390, 844);
  await openSend();
  const footer = document.querySelector("main ~ *")?.getBoundingClientRect().top ?? 0;
  const isAbove = [ordinary, count].map((field) => field.element().getBoundingClientRect().bottom < footer);
  expect(isAbove).toEqual([true, true]);
});
