import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createInlineOffers, type InlineActions } from "./inlineOffers.ts";

const OFFERED = {
  results: [{ preparedId: "p1", title: "0.02 ETH", description: "Left: 2 of 2" }],
  button: { text: "Send a new red envelope", url: "https://app.example/sendPacket" },
};

afterEach(() => document.body.replaceChildren());

function mount() {
  const input = document.createElement("input");
  input.setAttribute("aria-label", "Message");
  const actions = {
    askInline: vi.fn<InlineActions["askInline"]>(() => Promise.resolve(OFFERED)),
    sendPrepared: vi.fn<InlineActions["sendPrepared"]>(),
    openWebApp: vi.fn<InlineActions["openWebApp"]>(),
  };
  document.body.append(createInlineOffers(input, { chatId: 5, username: "hongbao_bot" }, actions), input);
  return { input: page.getByRole("textbox"), actions };
}

it("asks the bot once somebody has typed its name, and sends what is chosen", async () => {
  const { input, actions } = mount();
  await userEvent.fill(input, "hello");
  await userEvent.fill(input, "@Hongbao_bot ");
  await userEvent.click(page.getByText("0.02 ETH"));
  expect(actions.askInline.mock.calls).toEqual([[""]]);
  expect(actions.sendPrepared.mock.calls).toEqual([[5, "p1"]]);
  await expect.element(input).toHaveValue("");
  await expect.element(page.getByTestId("inline-offers")).not.toBeVisible();
});

it("opens the app by the button above the offers", async () => {
  const { input, actions } = mount();
  await userEvent.fill(input, "@hongbao_bot a");
  await userEvent.click(page.getByRole("button", { name: "Send a new red envelope" }));
  expect(actions.openWebApp.mock.calls).toEqual([[OFFERED.button.url]]);
});
