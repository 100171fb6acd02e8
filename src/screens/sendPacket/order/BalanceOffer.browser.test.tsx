import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createActor, fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import codes from "#locales/en/codes.json";
import envelopeTexts from "#locales/en/envelope.json";
import errors from "#locales/en/errors.json";
import { type AppBalance, balancePaymentMachine } from "#machines/balancePayment/balancePayment.machine.ts";
import { envelopeOrderMachine } from "#machines/envelopeOrder/envelopeOrder.machine.ts";
import { viewEnvelopeOrder } from "#machines/envelopeOrder/envelopeOrder.view.ts";
import type { Failure } from "#machines/kit/failure.ts";
import { orderFollowChild, type OrderReading } from "#machines/kit/follow/orderFollow.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";
import { sampleOrder } from "#tests/support/samples.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";

import { BalanceOffer } from "./BalanceOffer.tsx";

type Order = components["schemas"]["Order"];

const ORDER: Order = { ...sampleOrder, amount: "0.05", paidAmount: "0" };
const WITHOUT_WALLET: Order = { ...ORDER, fromAddress: null };
const RICH: AppBalance = { amount: "0.05", hasSecurityCode: true };

interface World {
  order?: Order;
  balance?: AppBalance;
}

/** The offer on a live chart. */
async function openOffer({ order = ORDER, balance = RICH }: World) {
  const paid: string[] = [];
  const machine = balancePaymentMachine.provide({
    actors: {
      loadBalance: fromPromise<AppBalance, { coinType: CoinType }>(async () => balance),
      securityCodePrompt: scriptPrompt(async (_, securityCode) => {
        if (securityCode !== "R1ghtone") {
          throw { kind: "api", error: "wrongSecurityCode", message: "" } satisfies Failure;
        }
        paid.push(order.orderId);
        return { kind: "payFromBalance", order: { ...order, status: "paid" } };
      }),
    },
  });
  const followed = envelopeOrderMachine.provide({
    actors: {
      balancePayment: machine,
      orderFollow: orderFollowChild.provide({
        actors: { read: fromPromise<OrderReading, { id: string }>(() => new Promise(() => {})) },
      }),
    },
  });
  const actor = createActor(followed, { input: { order, envelopes: [], coinsPaidHere: [] } }).start();
  actor.send({ type: "order.open", isToBePaid: false });
  const app = createStaticApp();
  function Offer() {
    const { isPaidFromBalance, isPayableByWallet } = viewEnvelopeOrder(useSnapshot(actor));
    return (
      <AppContext value={app}>
        <BalanceOffer actor={actor} isPaid={isPaidFromBalance} isOnlyWay={!isPayableByWallet} />
      </AppContext>
    );
  }
  await renderWithTexts(<Offer />, { codes, envelope: envelopeTexts, errors });
  return paid;
}

const { balance: texts } = envelopeTexts;
const pay = () => page.getByRole("button", { name: texts.pay });
const code = () => page.getByRole("dialog").getByLabelText(codes.prompt.label, { exact: true });

async function give(securityCode: string): Promise<void> {
  await code().fill(securityCode);
  await userEvent.keyboard("{Enter}");
}

it("pays with one tap and the code, and says that it is paid", async () => {
  const paid = await openOffer({});
  await expect.element(page.getByText("0.05")).toBeVisible();
  await pay().click();
  await expect.element(page.getByText(codes.prompt.purpose.payFromBalance)).toBeVisible();
  await give("Wr0ngone");
  await expect.element(page.getByText(errors.wrongSecurityCode)).toBeVisible();
  await give("R1ghtone");
  await expect.element(page.getByText(envelopeTexts.order.status.paid)).toBeVisible();
  await expect.element(pay()).not.toBeInTheDocument();
  expect(paid).toEqual([ORDER.orderId]);
});

it("says nothing where the wallet is the only way, and all where there is no way", async () => {
  await openOffer({ balance: { ...RICH, amount: "0.04" } });
  expect(document.body.textContent).not.toContain(texts.title);
  await openOffer({ order: WITHOUT_WALLET, balance: { ...RICH, amount: "0.04" } });
  await expect.element(page.getByText(envelopeTexts.send.noWalletOrder)).toBeVisible();
});
