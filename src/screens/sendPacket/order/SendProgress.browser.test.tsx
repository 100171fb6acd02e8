import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createActor, fromPromise, SimulatedClock } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import envelopeTexts from "#locales/en/envelope.json";
import errors from "#locales/en/errors.json";
import walletTexts from "#locales/en/wallet.json";
import { type AppBalance, balancePaymentMachine } from "#machines/balancePayment/balancePayment.machine.ts";
import { envelopeOrderMachine } from "#machines/envelopeOrder/envelopeOrder.machine.ts";
import { viewEnvelopeOrder } from "#machines/envelopeOrder/envelopeOrder.view.ts";
import { orderFollowChild, type OrderReading } from "#machines/kit/follow/orderFollow.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";
import { sampleOrder } from "#tests/support/samples.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { SendProgressView } from "./SendProgress.tsx";

type Order = components["schemas"]["Order"];

const PART_PAID: Order = { ...sampleOrder, status: "partiallyPaid", paidAmount: "0.02" };

/** The order on its own machine; nothing more is heard of it. */
async function openOrder(order: Order) {
  const machine = envelopeOrderMachine.provide({
    actors: {
      orderFollow: orderFollowChild.provide({
        actors: { read: fromPromise<OrderReading, { id: string }>(() => new Promise(() => {})) },
      }),
      balancePayment: balancePaymentMachine.provide({
        actors: { loadBalance: fromPromise<AppBalance, { coinType: CoinType }>(() => new Promise(() => {})) },
      }),
    },
  });
  const actor = createActor(machine, {
    input: { order, envelopes: [], coinsPaidHere: [] },
    clock: new SimulatedClock(),
  }).start();
  actor.send({ type: "order.open", isToBePaid: false });
  const app = createStaticApp();
  function Stage() {
    const snapshot = useSnapshot(actor);
    return (
      <AppContext value={app}>
        <SendProgressView
          view={viewEnvelopeOrder(snapshot)}
          send={(event) => {
            actor.send(event);
          }}
          actor={actor}
          chats={[]}
          onBack={undefined}
          minChats={0}
        />
      </AppContext>
    );
  }
  await renderWithTexts(<Stage />, { envelope: envelopeTexts, errors, wallet: walletTexts });
}

afterEach(() => {
  vi.useRealTimers();
});

it("shows what is still due of an order paid in part, and how long there is", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T12:26:30Z"), toFake: ["Date"] });
  await openOrder(PART_PAID);
  await expect.element(page.getByRole("heading", { name: "Pay for it now" })).toBeVisible();
  await expect.element(page.getByText(/^3:[0-3]\d left$/)).toBeVisible();
  await expect.element(page.getByText("0.03")).toBeVisible();
  await expect.element(page.getByText("0.02")).toBeVisible();
  const cancel = page.getByRole("button", { name: "Cancel this red envelope" });
  await cancel.click();
  await expect.element(page.getByText(/What you have paid of it goes to your balance/)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(cancel).toHaveFocus();
});

it("says what is bought", async () => {
  const purchase = { ...sampleOrder.purchase, remark: "For all of you", chatTitles: ["Family"] };
  await openOrder({ ...sampleOrder, purchase });
  await expect.element(page.getByText("For all of you")).toBeVisible();
  await expect.element(page.getByText("Family")).toBeVisible();
  const kind = walletTexts.payment.kind[purchase.type].replace("{{shares}}", String(purchase.count));
  await expect.element(page.getByText(kind)).toBeVisible();
});

it("shows the whole amount of an order once the rest of it is on its way", async () => {
  await openOrder({ ...PART_PAID, status: "confirming" });
  await expect.element(page.getByText("0.05")).toBeVisible();
  await expect.element(page.getByText("0.03")).not.toBeInTheDocument();
});
