import { afterEach, beforeEach, expect, it } from "vitest";
import type { ReactElement } from "react";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import app from "#locales/en/app.json";
import envelope from "#locales/en/envelope.json";
import { sampleSystemInfo } from "#tests/support/samples.ts";
import type { App } from "#src/createApp.ts";
import { getService } from "#src/getService.ts";
import { openRoute } from "#tests/support/openRoute.tsx";
import { prepareApp } from "#tests/support/prepareApp.ts";
import { OFFLINE } from "#tests/support/refusal.ts";
import { listOf } from "#tests/screens/answers.ts";
import { NEVER, standInServer } from "#tests/support/standInServer.ts";

import { HomePage } from "./homePage/HomePage.tsx";
import { AddWallet } from "./addWallet/AddWallet.tsx";
import { SendPacket } from "./sendPacket/SendPacket.tsx";
import { User } from "./user/User.tsx";

const INFO = "/system/info";

let product: App;
let calls: ReturnType<typeof standInServer>;
let answers: NonNullable<Parameters<typeof standInServer>[0]>;

const CLOSED = { ...sampleSystemInfo, coins: [] };
const offline = () => Promise.reject(OFFLINE);
const listAsked = () => calls.map(({ path }) => path);
const readInfo = () => getService(product.root, "systemInfo").getSnapshot().value;

beforeEach(async () => {
  answers = { "/wallet/list": { ...listOf([]), openTypes: ["ETH"], blockingTypes: [] }, [INFO]: NEVER };
  calls = standInServer(answers);
  product = await prepareApp();
  product.root.start();
});

afterEach(async () => {
  await cleanup();
  product.root.stop();
});

/** As the router does: the person has come to a page. The first one starts the app. */
async function open(node: ReactElement): Promise<void> {
  product.root.send({ type: "app.start" });
  await openRoute(node, "/", product);
}

it.each([
  ["/sendPacket", SendPacket, ["/chat/list", "/order/unpaidList", "/user/redEnvelopeCoverAndMessage"]],
  ["/addWallet", AddWallet, ["/wallet/list"]],
] as const)("%s makes its own calls while the server's coins are on their way", async (_, Screen, own) => {
  await open(<Screen />);
  await expect.poll(listAsked).toEqual(expect.arrayContaining([...own, INFO]));
});

it("asks once for the coins, however many screens need them", async () => {
  answers[INFO] = sampleSystemInfo;
  await open(
    <>
      <AddWallet />
      <User />
    </>,
  );
  await expect.element(page.getByRole("textbox", { name: "Wallet address · Local" })).toBeVisible();
  expect(listAsked().filter((path) => path === INFO)).toHaveLength(1);
});

it("asks again for coins that are not open at the next page, not at the first", async () => {
  answers[INFO] = CLOSED;
  product.root.send({ type: "app.start" });
  await expect.poll(readInfo).toBe("ready");
  product.checkedPlaces.arrive({ key: "default", pathname: "/homePage", search: "" });
  expect(readInfo()).toBe("ready");
  product.checkedPlaces.arrive({ key: "next", pathname: "/sendPacket", search: "" });
  expect(readInfo()).toBe("refreshing");
});

it.each([
  ["/addWallet", AddWallet],
  ["/sendPacket", SendPacket],
  ["/user", User],
] as const)("%s says in its place that the coins are missing, and reads them by the retry", async (_, Screen) => {
  answers[INFO] = offline;
  await open(<Screen />);
  const retry = page.getByRole("button", { name: /try again/iu });
  await expect.element(retry).toBeVisible();
  answers[INFO] = sampleSystemInfo;
  await retry.click();
  await expect.element(retry).not.toBeInTheDocument();
  // The retry is gone while it reads, and stays gone once it has.
  await expect.poll(readInfo).toBe("ready");
  await expect.element(retry).not.toBeInTheDocument();
});

it("tells nobody of a failure that the screen can do without", async () => {
  answers[INFO] = offline;
  getService(product.root, "systemInfo").send({ type: "resource.load" });
  await expect.poll(readInfo).toBe("failed");
  expect(product.root.getSnapshot().context.toast).toBeNull();
});

it("opens the form with the coins that are open then, and not with those of the start", async () => {
  answers[INFO] = sampleSystemInfo;
  await open(<User />);
  await expect.poll(readInfo).toBe("ready");
  await cleanup();
  answers[INFO] = CLOSED;
  await open(<SendPacket />);
  await expect.element(page.getByText(envelope.send.closedText)).toBeVisible();
});

it("looks again whether sending is open where it was closed", async () => {
  answers[INFO] = CLOSED;
  await open(<HomePage />);
  await expect.poll(readInfo).toBe("ready");
  await expect.element(page.getByRole("link", { name: app.home.send })).not.toBeInTheDocument();
  await cleanup();
  answers[INFO] = sampleSystemInfo;
  await open(<HomePage />);
  await expect.element(page.getByRole("link", { name: app.home.send })).toBeVisible();
});
