import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ReactNode } from "react";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import app from "#locales/en/app.json";
import envelope from "#locales/en/envelope.json";
import errors from "#locales/en/errors.json";
import wallet from "#locales/en/wallet.json";
import { sampleSystemInfo } from "#tests/support/samples.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { getService } from "#src/getService.ts";
import { prepareApp } from "#tests/support/prepareApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { HomePage } from "./homePage/HomePage.tsx";
import { AddWallet } from "./addWallet/AddWallet.tsx";
import { SendPacket } from "./sendPacket/SendPacket.tsx";
import { User } from "./user/User.tsx";

const INFO = "/system/info";

let product: App;
/** Paths of all calls, in order. */
let asked: string[];
let answers: Record<string, () => Promise<Response>>;

const answer = (data: object) => Promise.resolve(Response.json({ code: 200, msg: "ok", data }));

beforeEach(async () => {
  asked = [];
  answers = {};
  vi.spyOn(window, "fetch").mockImplementation((request) => {
    const { pathname } = new URL((request as Request).url);
    const path = pathname.replace("/api/v1", "");
    asked.push(path);
    return answers[path]?.() ?? new Promise<Response>(() => {});
  });
  product = await prepareApp();
  product.root.start();
});

afterEach(async () => {
  await cleanup();
  product.root.stop();
  vi.restoreAllMocks();
});

/** As the router does: the person has come to a page. The first one starts the app. */
async function open(node: ReactNode): Promise<void> {
  product.root.send({ type: "app.start" });
  await renderWithTexts(<AppContext value={product}>{node}</AppContext>, { envelope, errors, wallet });
  product.checkedPlaces.arrive({ key: "default", pathname: "/", search: "" });
}

it.each([
  ["/sendPacket", SendPacket, ["/chat/list", "/order/unpaidList", "/user/redEnvelopeCoverAndMessage"]],
  ["/addWallet", AddWallet, ["/wallet/list"]],
] as const)("%s makes its own calls while the server's coins are on their way", async (_, Screen, own) => {
  await open(<Screen />);
  await expect.poll(() => asked).toEqual(expect.arrayContaining([...own, INFO]));
});

it("asks once for the coins, however many screens need them", async () => {
  answers[INFO] = () => answer(sampleSystemInfo);
  answers["/wallet/list"] = () =>
    answer({ items: [], total: 0, nextCursor: null, openTypes: ["ETH"], blockingTypes: [] });
  await open(
    <>
      <AddWallet />
      <User />
    </>,
  );
  await expect.element(page.getByRole("textbox", { name: "Wallet address · Local" })).toBeVisible();
  expect(asked.filter((path) => path === INFO)).toHaveLength(1);
});

it("asks again for coins that are not open at the next page, not at the first", async () => {
  answers[INFO] = () => answer({ ...sampleSystemInfo, coins: [] });
  product.root.send({ type: "app.start" });
  const read = () => getService(product.root, "systemInfo").getSnapshot().value;
  await expect.poll(read).toBe("ready");
  product.checkedPlaces.arrive({ key: "default", pathname: "/homePage", search: "" });
  expect(read()).toBe("ready");
  product.checkedPlaces.arrive({ key: "next", pathname: "/sendPacket", search: "" });
  expect(read()).toBe("refreshing");
});

it.each([
  ["/addWallet", AddWallet],
  ["/sendPacket", SendPacket],
  ["/user", User],
] as const)("%s says in its place that the coins are missing, and reads them by the retry", async (_, Screen) => {
  answers[INFO] = () => Promise.reject(new TypeError("no network"));
  answers["/wallet/list"] = () =>
    answer({ items: [], total: 0, nextCursor: null, openTypes: ["ETH"], blockingTypes: [] });
  answers["/chat/list"] = () => answer({ items: [], total: 0, nextCursor: null });
  answers["/order/unpaidList"] = () => answer({ items: [], total: 0, nextCursor: null });
  answers["/user/redEnvelopeCoverAndMessage"] = () => answer({ coverId: "goodLuck", messageId: "goodLuck" });
  await open(<Screen />);
  const retry = page.getByRole("button", { name: /try again/iu });
  await expect.element(retry).toBeVisible();
  answers[INFO] = () => answer(sampleSystemInfo);
  await retry.click();
  await expect.element(retry).not.toBeInTheDocument();
  // The retry is gone while it reads, and stays gone once it has.
  await expect.poll(() => product.root.getSnapshot().children.systemInfo?.getSnapshot().value).toBe("ready");
  await expect.element(retry).not.toBeInTheDocument();
});

it("tells nobody of a failure that the screen can do without", async () => {
  answers[INFO] = () => Promise.reject(new TypeError("no network"));
  product.root.getSnapshot().children.systemInfo?.send({ type: "resource.load" });
  await expect.poll(() => product.root.getSnapshot().children.systemInfo?.getSnapshot().value).toBe("failed");
  expect(product.root.getSnapshot().context.toast).toBeNull();
});

it("opens the form with the coins that are open then, and not with those of the start", async () => {
  answers[INFO] = () => answer(sampleSystemInfo);
  answers["/chat/list"] = () => answer({ items: [], total: 0, nextCursor: null });
  answers["/order/unpaidList"] = () => answer({ items: [], total: 0, nextCursor: null });
  answers["/user/redEnvelopeCoverAndMessage"] = () => answer({ coverId: "goodLuck", messageId: "goodLuck" });
  await open(<User />);
  await expect.poll(() => getService(product.root, "systemInfo").getSnapshot().value).toBe("ready");
  await cleanup();
  answers[INFO] = () => answer({ ...sampleSystemInfo, coins: [] });
  await open(<SendPacket />);
  await expect.element(page.getByText(envelope.send.closedText)).toBeVisible();
});

it("looks again whether sending is open where it was closed", async () => {
  answers[INFO] = () => answer({ ...sampleSystemInfo, coins: [] });
  await open(<HomePage />);
  await expect.poll(() => getService(product.root, "systemInfo").getSnapshot().value).toBe("ready");
  await expect.element(page.getByRole("link", { name: app.home.send })).not.toBeInTheDocument();
  await cleanup();
  answers[INFO] = () => answer(sampleSystemInfo);
  await open(<HomePage />);
  await expect.element(page.getByRole("link", { name: app.home.send })).toBeVisible();
});
