import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import type { components } from "#contract/schema.d.ts";
import codes from "#locales/en/codes.json";
import envelopeTexts from "#locales/en/envelope.json";
import errors from "#locales/en/errors.json";
import wallet from "#locales/en/wallet.json";
import { createDrafts } from "#src/adapters/drafts.ts";
import { createMemoryStorage } from "#src/adapters/storage.ts";
import type { App } from "#src/createApp.ts";
import { settle } from "#tests/support/findViolations.ts";
import { hurryTime } from "#tests/support/hurryTime.ts";
import { lookAtButton } from "#tests/support/lookAtButton.ts";
import { openRoute } from "#tests/support/openRoute.tsx";
import { refuse } from "#tests/support/refusal.ts";
import {
  sampleChat,
  sampleClaim,
  sampleOrder,
  sampleUnpaidEnvelope,
  sampleUser,
  sampleWallet,
} from "#tests/support/samples.ts";
import { listOf } from "#tests/screens/answers.ts";
import { NEVER, standInServer } from "#tests/support/standInServer.ts";
import { startApp } from "#tests/support/startApp.ts";

import { SendPacket } from "./SendPacket.tsx";

type Order = components["schemas"]["Order"];

const RIGHT_CODE = "R1ghtone";
const PAYMENT_URL = "https://hongbao.example/unPaymentList#code=abc";
const ORDER: Order = { ...sampleOrder, paymentUrl: PAYMENT_URL };

let product: App;
/** What the server knows of the order. */
let order: Order;
let unpaid: readonly Order[];
let chats: readonly components["schemas"]["Chat"][];
/** How many members the chats have that the messenger counts. */
let sizes: Readonly<Record<string, number>>;
/** The balance in the app, and how often it was read. */
let inApp: string;
let balanceReads: number;
let hasSecurityCode: boolean;
/** Whether the server does not answer to a send. */
let isSendingHeld: boolean;
/** How far the envelope is. */
let claimed: object;
/** What the messenger was asked for, in order. */
let asked: string[];
/** The idempotency keys of all sends. */
let keys: (string | null)[];
/** What a person kept in the tab. */
let storage: Storage;
let readPlace: () => string;

beforeEach(async () => {
  onTestFinished(hurryTime());
  order = ORDER;
  unpaid = [];
  chats = [];
  sizes = {};
  inApp = "0";
  balanceReads = 0;
  hasSecurityCode = false;
  claimed = {};
  isSendingHeld = false;
  asked = [];
  keys = [];
  storage = createMemoryStorage();
  standInServer({
    "/chat/list": () => listOf(chats),
    "/chat/size": ({ query }) => ({ memberCount: sizes[query.get("chatId") ?? ""] ?? null }),
    "/order/unpaidList": () => listOf(unpaid),
    "/business/coinPrice": { code: "ETHUSDT", price: "0" },
    "/wallet/list": listOf([sampleWallet]),
    "/wallet/balance": { balance: "1" },
    "/user/accountAmountInfo": () => {
      balanceReads += 1;
      return { balance: inApp };
    },
    "/user/getUserInfo": () => ({ userItem: { ...sampleUser, hasSecurityCode } }),
    "/order/payFromBalance": ({ body }) => {
      if (body["securityCode"] !== RIGHT_CODE) throw refuse("wrongSecurityCode");
      return { order: { ...order, status: "paid" } };
    },
    "/redpackage/sendRedEnvelope": ({ key }) => {
      keys.push(key);
      return isSendingHeld ? NEVER() : { envelopes: [sampleUnpaidEnvelope], order };
    },
    "/order/detail": () => ({ order }),
    "/order/cancel": () => {
      order = { ...order, status: "cancelled" };
      return { order };
    },
    "/redpackage/claimDetail": () => ({
      envelope: { ...sampleUnpaidEnvelope, chatId: null, status: "open", ...claimed },
      claims: [{ ...sampleClaim, isMine: false, bestLuck: true, user: { name: "Eve", url: null } }],
      total: 1,
      nextCursor: null,
    }),
  });
  product = await startApp({ drafts: createDrafts({ storage, getUserId: () => "42" }) });
  vi.spyOn(product.messenger, "openLink").mockImplementation((url) => void asked.push(url));
  vi.spyOn(product.messenger, "canAskToWrite").mockReturnValue(true);
  vi.spyOn(product.messenger, "requestWriteAccess").mockImplementation(() => {
    asked.push("write access");
    return Promise.resolve(asked.length > 2);
  });
  vi.spyOn(product.messenger, "vibrate").mockImplementation((kind) => {
    if (kind === "success") asked.push(kind);
  });
});

afterEach(cleanup);

const AT = "/sendPacket";

async function open(at = AT): Promise<void> {
  ({ readPlace } = await openRoute(<SendPacket />, at, product));
}

const heading = (name: string) => page.getByRole("heading", { name, exact: true });
const button = (name: string | RegExp) => page.getByRole("button", { name });
const { send: texts } = envelopeTexts;
const amount = page.getByRole("textbox", { name: texts.totalAmount });
const passphrase = page.getByRole("textbox", { name: texts.passphrase });
const remark = page.getByRole("textbox", { name: texts.remark });

const unfold = () => button(/^More options/u).click();

async function fillIn() {
  await amount.fill("0.05");
  await page.getByRole("button", { name: "5", exact: true }).click();
  await unfold();
  await passphrase.fill("happy year");
}

/** Opens the page and sends a right form. */
async function sendForm() {
  await open();
  await fillIn();
  await button(texts.submit).click();
}

it("leads from the form over its order to the live envelope, and on to an empty form", async () => {
  await sendForm();
  await expect.element(heading(texts.state.awaitingPayment)).toBeVisible();
  order = { ...ORDER, status: "paid" };
  await expect.element(page.getByText(texts.state.live)).toBeVisible();
  await expect.element(page.getByText("happy year")).toBeVisible();
  // Nothing is asked for while there is something to pay, and afterwards only by a tap.
  await expect.poll(() => asked).toEqual(["success"]);
  const news = button(new RegExp(texts.news, "u"));
  await news.click();
  await expect.poll(() => asked).toEqual(["success", "write access"]);
  await news.click();
  await expect.element(page.getByText(texts.newsAllowed)).toBeVisible();
  await expect.element(news).not.toBeInTheDocument();
  order = ORDER;
  await button(texts.another).click();
  await expect.element(amount).toHaveValue("");
});

it("is still there for who looks at the claims and comes back", async () => {
  await sendForm();
  order = { ...ORDER, status: "paid" };
  await expect.element(page.getByText("happy year")).toBeVisible();
  await page.getByRole("link", { name: texts.seeDetails }).click();
  await button("there and back").click();
  await expect.element(page.getByText("happy year")).toBeVisible();
  await button(texts.another).click();
  await expect.element(amount).toHaveValue("");
});

it("leads to a security code before the balance pays, and back to the order", async () => {
  inApp = "1";
  await sendForm();
  await expect.element(button(envelopeTexts.balance.setCode)).toBeVisible();
  lookAtButton();
  await button(envelopeTexts.balance.setCode).click();
  await expect
    .poll(readPlace)
    .toBe(`/updateCode?redirect=${encodeURIComponent("/sendPacket?envelopeId=e1&orderId=o1")}`);
  await button("there and back").click();
  await expect.element(heading(texts.state.awaitingPayment)).toBeVisible();
});

it("ends the live page once all is opened: the best luck, and the same again under another passphrase", async () => {
  claimed = { status: "finished", receivedQuantity: 5, remainingCount: 0 };
  unpaid = [{ ...ORDER, status: "paid" }];
  order = { ...ORDER, status: "paid" };
  await open("/sendPacket?envelopeId=e1");
  await expect.element(page.getByText(envelopeTexts.recordStatus.received), { timeout: 15_000 }).toBeVisible();
  await expect.element(page.getByText(envelopeTexts.claims.bestLuck)).toBeVisible();
  await expect.element(page.getByText("Eve")).toBeVisible();
  expect(page.getByText("happy year").elements()).toEqual([]);
  await button(texts.again).click();
  await expect.element(amount).toHaveValue(sampleUnpaidEnvelope.totalAmount);
  await expect.poll(readPlace).toBe(AT);
  await unfold();
  await expect.element(passphrase).not.toHaveValue("happy year");
});

it("fills the form in as it was for an envelope, at an address that does so once", async () => {
  claimed = { status: "finished", receivedQuantity: 5, remainingCount: 0 };
  await open("/sendPacket?again=e1");
  await expect.element(amount).toHaveValue(sampleUnpaidEnvelope.totalAmount);
  await expect.poll(readPlace).toBe(AT);
});

it("keeps the focus where it is while the form is being sent, and takes no press then", async () => {
  isSendingHeld = true;
  await open();
  await fillIn();
  await passphrase.click();
  // As the messenger's own button is pressed: the focus stays in the page.
  (button(texts.submit).element() as HTMLElement).click();
  await expect.element(page.getByText(texts.state.submitting)).toBeVisible();
  await expect.element(passphrase).toHaveFocus();
  (page.getByRole("radio", { name: envelopeTexts.type.ordinary }).element() as HTMLElement).click();
  await userEvent.keyboard("x");
  await expect.element(passphrase).toHaveValue("happy year");
  await expect.element(page.getByRole("radio", { name: envelopeTexts.type.luckyDraw })).toBeChecked();
});

it("opens the payment page within the tap itself, and once for two fast taps", async () => {
  unpaid = [ORDER];
  await open("/sendPacket?envelopeId=e1");
  const pay = button(texts.openPayment);
  await expect.element(pay).toBeVisible();
  const tap = () => {
    (pay.element() as HTMLElement).click();
    return [...asked];
  };
  expect(tap()).toEqual([PAYMENT_URL]);
  expect(tap()).toEqual([PAYMENT_URL]);
});

it("goes back from an order that was opened in the form to the form as it was", async () => {
  unpaid = [ORDER];
  await open();
  await fillIn();
  await button(/To be paid by/u).click();
  await expect.element(heading(texts.state.awaitingPayment)).toBeVisible();
  await button("Back").click();
  await expect.element(amount).toHaveValue("0.05");
});

it("sends the same form again under another key after its order was cancelled", async () => {
  await sendForm();
  await button(texts.cancelOrder).click();
  await button(texts.confirmCancel).click();
  await expect.element(page.getByText(texts.cancelledText)).toBeVisible();
  lookAtButton();
  await button(texts.edit).click();
  await expect.element(amount).toHaveValue("0.05");
  order = { ...ORDER, orderId: "o2" };
  lookAtButton();
  await button(texts.submit).click();
  await expect.element(heading(texts.state.awaitingPayment)).toBeVisible();
  expect(new Set(keys).size).toBe(2);
  // The second order is followed: the first one can be cancelled no more.
  await expect.element(button(texts.cancelOrder)).toBeVisible();
});

it("tells how many members the chosen group has, of several the smallest, and offers a number of shares for it", async () => {
  chats = ["Family", "Fans", "Quiet"].map((title, index) =>
    Object.assign({}, sampleChat, { chatId: `-${String(index + 1)}`, title }),
  );
  sizes = { "-1": 8, "-2": 1_284 };
  const picks = () =>
    page
      .getByRole("listitem")
      .elements()
      .map((item) => item.textContent)
      .filter((text) => /^[0-9]+$/u.test(text));
  const choose = (title: string) => page.getByRole("checkbox", { name: title }).click();
  await open();
  await expect.element(page.getByText(texts.countHint)).toBeVisible();
  await choose("Family");
  await expect.element(page.getByText("8 members in the group")).toBeVisible();
  expect(picks()).toEqual(["3", "5", "7"]);
  await button("7").click();
  await expect.element(page.getByLabelText(texts.count, { exact: true })).toHaveValue("7");
  await choose("Fans");
  await expect.element(page.getByText("8 members in the smallest group")).toBeVisible();
  expect(picks()).toEqual(["3", "5", "7"]);
  await choose("Quiet");
  await expect.element(page.getByText(texts.countHint)).toBeVisible();
  await choose("Quiet");
  await choose("Family");
  await expect.element(page.getByText("1,284 members in the group")).toBeVisible();
  expect(picks()).toEqual(["5", "10", "20", "50", "100"]);
  await choose("Fans");
  await choose("Quiet");
  await expect.element(page.getByText(texts.countHint)).toBeVisible();
  expect(picks()).toEqual(["3", "5", "10", "20", "50"]);
});

it("follows the order that its address names, however soon it was paid", async () => {
  order = { ...ORDER, status: "paid" };
  await open(`/sendPacket?envelopeId=${String(order.envelopeIds[0])}&orderId=${order.orderId}`);
  await expect.element(page.getByText(texts.state.live)).toBeVisible();
});

it("pays an order in the messenger on the same page, at an address that leads back to the payment", async () => {
  order = { ...ORDER, coinType: "ton" };
  await sendForm();
  await expect.element(heading(wallet.payment.title)).toBeVisible();
  await expect.poll(readPlace).toBe("/sendPacket?envelopeId=e1&orderId=o1&pay=1");
  await button("Back").first().click();
  await expect.element(heading(texts.state.awaitingPayment)).toBeVisible();
  await expect.poll(readPlace).toBe("/sendPacket?envelopeId=e1&orderId=o1");
  await expect.element(button(/^Pay/u)).toBeVisible();
  lookAtButton();
  await button(/^Pay/u).click();
  await expect.element(heading(wallet.payment.title)).toBeVisible();
  await expect.poll(readPlace).toBe("/sendPacket?envelopeId=e1&orderId=o1&pay=1");
  await cleanup();
  await open("/sendPacket?envelopeId=e1&orderId=o1&pay=1");
  await expect.element(heading(wallet.payment.title)).toBeVisible();
});

it("begins an envelope in return, keeps what is typed until it is sent, and sends each form under a key of its own", async () => {
  await open("/sendPacket?coinType=eth&amount=0.05");
  await expect.element(amount).toHaveValue("0.05");
  await unfold();
  await expect.element(passphrase).not.toHaveValue("");
  await remark.fill("thanks");
  await cleanup();
  await open();
  await expect.element(amount).toHaveValue("0.05");
  await unfold();
  await expect.element(remark).toHaveValue("thanks");
  await button(texts.submit).click();
  await expect.element(heading(texts.state.awaitingPayment)).toBeVisible();
  expect(storage).toHaveLength(0);
  await cleanup();
  await sendForm();
  await expect.element(heading(texts.state.awaitingPayment)).toBeVisible();
  expect(new Set(keys.map((key) => key?.split("-")[0])).size).toBe(2);
});

/** The page of an order that was not paid in the form. */
async function openOrder(change: Partial<Order> = {}): Promise<void> {
  order = { ...ORDER, ...change };
  unpaid = [order];
  await open("/sendPacket?envelopeId=e1");
}

it("pays from the balance with one tap and the code", async () => {
  inApp = "0.05";
  hasSecurityCode = true;
  await openOrder();
  await button(envelopeTexts.balance.pay).click();
  await expect.element(page.getByText(codes.prompt.purpose.payFromBalance)).toBeVisible();
  const code = page.getByRole("dialog").getByLabelText(codes.prompt.label, { exact: true });
  await code.fill("Wr0ngone");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(errors.wrongSecurityCode)).toBeVisible();
  await code.fill(RIGHT_CODE);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(envelopeTexts.order.status.paid)).toBeVisible();
  await expect.element(button(envelopeTexts.balance.pay)).not.toBeInTheDocument();
  order = { ...order, status: "paid" };
  await expect.element(page.getByText(texts.state.live)).toBeVisible();
});

it.each([
  ["nothing where a wallet is the way", sampleOrder.fromAddress, 0],
  ["all where there is no way", null, 1],
])("says of too little in the balance %s", async (_, fromAddress, count) => {
  inApp = "0.04";
  await openOrder({ fromAddress });
  await expect.element(button(texts.cancelOrder)).toBeVisible();
  await expect.poll(() => balanceReads).toBeGreaterThan(0);
  await settle();
  await expect.poll(() => page.getByText(texts.noWalletOrder).elements()).toHaveLength(count);
  expect(page.getByText(envelopeTexts.balance.title, { exact: true }).elements()).toHaveLength(count);
});

it("shows what is bought, what is still due of an order paid in part, and how long there is", async () => {
  const purchase = { ...sampleOrder.purchase, remark: "For all of you", chatTitles: ["Family"] };
  const expiresAt = new Date(Date.now() + 215_000).toISOString();
  await openOrder({ status: "partiallyPaid", paidAmount: "0.02", purchase, expiresAt });
  await expect.element(heading("Pay for it now")).toBeVisible();
  await expect.element(page.getByText(/^[23]:[0-5]\d left$/u)).toBeVisible();
  const kind = wallet.payment.kind[purchase.type].replace("{{shares}}", String(purchase.count));
  for (const text of ["0.03", "0.02", "For all of you", "Family", kind])
    await expect.element(page.getByText(text).first()).toBeVisible();
  const cancel = button(texts.cancelOrder);
  await cancel.click();
  await expect.element(page.getByText(/What you have paid of it goes to your balance/u)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(cancel).toHaveFocus();
  // The rest is on its way.
  order = { ...order, status: "confirming" };
  await expect.element(page.getByText("0.05").first()).toBeVisible();
  await expect.element(page.getByText("0.03")).not.toBeInTheDocument();
});
