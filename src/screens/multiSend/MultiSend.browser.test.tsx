import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import copyTexts from "#locales/en/copyTexts.json";
import envelopeTexts from "#locales/en/envelope.json";
import errors from "#locales/en/errors.json";
import personal from "#locales/en/personal.json";
import {
  envelopeSendMachine,
  type OptionsRequest,
  type SendResult,
} from "#machines/envelopeSend/envelopeSend.machine.ts";
import { FIRST_LOOK, type SendOptions } from "#machines/envelopeSend/sendOptions.ts";
import { viewEnvelopeSend } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { Funds, Means } from "#machines/envelopeSend/sendFunds.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";
import { SendPacketView } from "#src/screens/sendPacket/SendPacket.tsx";
import { sampleChat, sampleOrder, sampleSendInput } from "#tests/support/samples.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

type SendBody = components["schemas"]["SendRedEnvelopeBody"];

const CHATS = [
  sampleChat,
  { ...sampleChat, chatId: "-1002", title: "Friday lunch" },
  { ...sampleChat, chatId: "-1003", title: "Work" },
];

/** The screen on its own machine; what is sent is never answered. */
async function openMultiSend() {
  const sent: SendBody[] = [];
  const machine = envelopeSendMachine.provide({
    actors: {
      loadOptions: fromPromise<SendOptions, OptionsRequest>(() =>
        Promise.resolve({
          coinTypes: ["eth"],
          holdings: [],
          chats: CHATS,
          unpaidOrders: [],
          coinsPaidHere: [],
          lookInUse: FIRST_LOOK,
          passphrase: "acid army able arrow",
          recent: [],
        }),
      ),
      loadFunds: fromPromise<Funds, { coinType: CoinType }>(() =>
        Promise.resolve({ kind: "bound", address: sampleOrder.treasuryAddress, balance: "1" }),
      ),
      loadMeans: fromPromise<Means, { coinType: CoinType }>(() =>
        Promise.resolve({
          funds: { kind: "bound", address: sampleOrder.treasuryAddress, balance: "1" },
          price: null,
        }),
      ),
      sendEnvelope: fromPromise<SendResult, { body: SendBody; idempotencyKey: string }>(({ input }) => {
        sent.push(input.body);
        return new Promise(() => {});
      }),
    },
  });
  const actor = createActor(machine, {
    input: { ...sampleSendInput, minChats: 2 },
    clock: new SimulatedClock(),
  }).start();
  actor.send({ type: "ui.open" });
  await waitFor(actor, (snapshot) => snapshot.matches({ editing: "ready" }));
  const app = createStaticApp();
  function Stage() {
    const snapshot = useSnapshot(actor);
    return (
      <AppContext value={app}>
        <SendPacketView
          view={viewEnvelopeSend(snapshot)}
          send={(event) => {
            actor.send(event);
          }}
          actor={actor}
        />
      </AppContext>
    );
  }
  await renderWithTexts(<Stage />, { envelope: envelopeTexts, errors, copyTexts, personal });
  return sent;
}

it("asks for two groups at their list, says what each gets and what is paid in all, and sends once", async () => {
  const sent = await openMultiSend();
  await expect.element(page.getByRole("heading", { name: "Send to several groups" })).toBeVisible();
  await page.getByLabelText("Amount per group", { exact: true }).fill("0.05");
  await page.getByRole("button", { name: "5", exact: true }).click();
  const family = page.getByRole("checkbox", { name: "Family" });
  await family.click();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect.element(family).toHaveAccessibleDescription("Choose at least 2 groups");
  await expect.element(family).toHaveFocus();
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard(" ");
  await expect.element(page.getByRole("checkbox", { name: "Work" })).toBeChecked();
  await expect.element(page.getByText("2 red envelopes, one payment")).toBeVisible();
  await expect.element(page.getByText("Each group gets 0.05 ETH")).toBeVisible();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect.poll(() => sent.map(({ chatIds }) => chatIds)).toEqual([["-1001", "-1003"]]);
});

it("sends to the members of each group without a passphrase, and asks for another chat besides", async () => {
  const sent = await openMultiSend();
  await page.getByLabelText("Amount per group", { exact: true }).fill("0.05");
  await page.getByRole("button", { name: "5", exact: true }).click();
  await page.getByRole("button", { name: /^More options/u }).click();
  await page.getByRole("radio", { name: "Members of the group" }).click();
  await expect.element(page.getByText(/Make the bot an administrator first/u)).toBeVisible();
  expect(page.getByRole("textbox", { name: "Claim passphrase" }).elements()).toHaveLength(0);
  const groups = page.getByRole("group", { name: "Send to", exact: true });
  const required = page.getByRole("group", { name: "They also have to be in (optional)" });
  for (const name of ["Family", "Work"]) await groups.getByRole("checkbox", { name }).click();
  await required.getByRole("checkbox", { name: "Friday lunch" }).click();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect
    .poll(() => sent)
    .toMatchObject([{ claimRule: "members", chatIds: ["-1001", "-1003"], requiredChatIds: ["-1002"] }]);
  expect(sent[0]).not.toHaveProperty("passphrase");
});
