import type { Locator } from "playwright";
import { expect, it } from "vitest";
import { giveSecurityCode, secureAccount } from "./support/account.ts";
import { findMainAction, goTo, openFromGroup, openPerson } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { pressAction } from "./support/pressAction.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { provideWorld } from "./support/provideWorld.ts";

/** Of who has a wallet that has paid here before: group, amount, the form, pay, wallet. */
const KNOWN_TAPS = 5;
/** Of who has none. */
const NEW_TAPS = 8;
const SECURITY_CODE = "Spring26";

const world = provideWorld({ coins: "ton" });
let person: Person;
let taps = 0;

runInOrder(world);

async function tap(control: Locator): Promise<void> {
  taps += 1;
  await pressAction(control);
}

/** A tap on the field, and its keys. */
async function type(field: Locator, text: string): Promise<void> {
  await tap(field);
  await field.fill(text);
}

/** From the home page to the question of the wallet; `shares` are left as they are proposed where it is null. */
async function writeEnvelope({ app, t }: Person, shares: string | null): Promise<void> {
  await tap(app.getByRole("link", { name: "Friday lunch" }));
  await type(app.getByLabel(t("envelope:send.totalAmount")), "0.5");
  if (shares !== null) await tap(app.getByRole("button", { name: shares, exact: true }));
}

/** The wallet opens in a window of its own, which asks one question after the other. */
async function answer(kind: "connect" | "send"): Promise<void> {
  const asked = person.page.context().pages();
  const wallet = asked.find((page) => page.url().includes("/ton/wallet")) ?? (await nextPage());
  await tap(wallet.getByTestId(`ton-wallet-${kind}`).getByTestId("ton-wallet-approve"));
}

function nextPage() {
  return person.page.context().waitForEvent("page");
}

async function waitUntilLive(): Promise<void> {
  await person.app.getByText(person.t("envelope:send.state.live")).waitFor();
}

it("a new person connects a wallet, proves it and pays from it, and is live in the group after eight taps", async () => {
  person = await openPerson(world, 1);
  const { t } = person;
  await openFromGroup(person);
  taps = 0;
  await writeEnvelope(person, "3");
  await tap(await findMainAction(person, t("envelope:send.connectAndPay")));
  await answer("connect");
  await tap(await findMainAction(person, t("wallet:payment.pay", { amount: "0.5\u00a0GRAM" })));
  await answer("send");
  await waitUntilLive();
  expect(taps).toBeLessThanOrEqual(NEW_TAPS);
});

it("a known person is live in the group after five taps", async () => {
  const { t } = person;
  await goTo(person, "/homePage");
  taps = 0;
  await writeEnvelope(person, null);
  await tap(await findMainAction(person, t("envelope:send.submit")));
  await tap(await findMainAction(person, t("wallet:payment.pay", { amount: "0.5\u00a0GRAM" })));
  await answer("send");
  await waitUntilLive();
  expect(taps).toBeLessThanOrEqual(KNOWN_TAPS);
});

it("who has set a security code gives it on the way; going back from it leads to the form as it was", async () => {
  world.watch.expect(403, "/api/v1/wallet/bind");
  person = await openPerson(world, 2);
  await openFromGroup(person);
  await secureAccount(world, person, { email: "bo@example.com", code: SECURITY_CODE });
  const { app, page, t } = person;
  await goTo(person, "/homePage");
  await writeEnvelope(person, "3");
  await tap(await findMainAction(person, t("envelope:send.connectAndPay")));
  await answer("connect");
  const prompt = app.getByRole("dialog");
  await prompt.getByText(t("codes:prompt.purpose.bindWallet")).waitFor();
  await page.keyboard.press("Escape");
  await prompt.waitFor({ state: "hidden" });
  expect(await app.getByLabel(t("envelope:send.totalAmount")).inputValue()).toBe("0.5");
  await tap(await findMainAction(person, t("envelope:send.connectAndPay")));
  await answer("connect");
  await giveSecurityCode(person, SECURITY_CODE);
  await tap(await findMainAction(person, t("wallet:payment.pay", { amount: "0.5\u00a0GRAM" })));
  await answer("send");
  await waitUntilLive();
});
