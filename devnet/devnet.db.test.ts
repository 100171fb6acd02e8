import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { computeAddress, verifyMessage } from "ethers";
import { createTransport } from "nodemailer";
import { chromium } from "playwright";
import type { Browser, Frame, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startGateway, waitForGateway } from "#devnet/gateway/startGateway.ts";
import type { DevnetInfo } from "#devnet/gateway/gatewaySettings.ts";
import { ADDRESS_RULES } from "#domain/address/addressRules.ts";
import type { WalletType } from "#domain/coins.ts";
import { askPriceFeed } from "#server/prices/askPriceFeed.ts";
import { listenLocally } from "./http/listenLocally.ts";
import { findFreePort } from "./process/ports.ts";
import type { Child } from "./process/startChild.ts";
import { startDevnet } from "./startDevnet.ts";

/** Replaces the server: a page with the server's policy that stores the messenger's messages. */
const APP_PAGE = `<!doctype html><html><head><title>App</title><script src="/app.js"></script></head><body>app</body></html>`;
const APP_SCRIPT = `
window.received = [];
window.addEventListener("message", (event) => {
  if (event.source === window.parent) window.received.push({ origin: event.origin, ...JSON.parse(event.data) });
});
window.send = (eventType, eventData) => window.parent.postMessage(JSON.stringify({ eventType, eventData }), document.referrer || "*");
window.wallets = [];
window.addEventListener("eip6963:announceProvider", (event) => window.wallets.push(event.detail));
`;
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; object-src 'none'; base-uri 'none'";

interface AppWindow extends Window {
  received: { origin: string; eventType: string; eventData?: unknown }[];
  send: (eventType: string, eventData?: unknown) => void;
  wallets: {
    info: { name: string; rdns: string; icon: string; uuid: string };
    provider: { request: (request: { method: string; params?: unknown[] }) => Promise<unknown> };
  }[];
  pending: Promise<unknown>;
}

let children: Child[] = [];
let appServer: Server;
let lastHeaders: IncomingHttpHeaders = {};
let url: string;
let info: DevnetInfo;
let browser: Browser;
let page: Page;
let problems: string[];

beforeAll(async () => {
  appServer = createServer((request, response) => {
    lastHeaders = request.headers;
    const isScript = request.url === "/app.js";
    response.writeHead(200, {
      "content-type": isScript ? "text/javascript" : "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      etag: '"1"',
    });
    response.end(isScript ? APP_SCRIPT : APP_PAGE);
  });
  const serverPort = await listenLocally(appServer, 0);
  const port = await findFreePort();
  url = `http://localhost:${port}`;
  const folder = mkdtempSync(path.join(tmpdir(), "devnet-"));
  const devnet = await startDevnet({
    gatewayOrigin: url,
    folder,
    env: process.env,
    onChild: (child) => children.push(child),
  });
  info = devnet.info;
  const settings = {
    port,
    serverPort,
    telegramPort: devnet.telegramPort,
    mailPort: devnet.mailPort,
    vitePort: null,
    info,
  };
  const gateway = startGateway(settings, process.env, path.join(folder, "logs"));
  children.push(gateway);
  await waitForGateway(gateway);
  browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    // Naming any feature replaces Playwright's list, which would disable the storage partitioning of real browsers.
    args: ["--no-sandbox", "--disable-gpu", "--disable-features=Translate"],
  });
});

afterAll(async () => {
  await browser.close();
  await Promise.all(children.map((child) => child.stop()));
  children = [];
  appServer.closeAllConnections();
  appServer.close();
});

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
});

afterEach(async () => {
  await page.close();
  if (problems.length > 0) throw new Error(`the page complained:\n${problems.join("\n")}`);
});

async function callBot(
  method: string,
  body: object,
): Promise<{ ok: boolean; result: { message_id: number; id: string } }> {
  const answer = await fetch(`${info.telegram.apiUrl}/bot${info.botToken}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { ok: boolean; result: { message_id: number; id: string } };
}

function appLink(startParam: string): string {
  return `https://t.me/${info.botUsername}/${info.botAppName}?startapp=${startParam}`;
}

async function openMessenger(person: number, more = ""): Promise<void> {
  await page.goto(`${url}/devnet/?person=${person}${more}`);
  await page.getByTestId(`person-${person}`).waitFor();
}

async function appFrame(): Promise<Frame> {
  const handle = await page.getByTestId("app-frame").elementHandle();
  const frame = await handle?.contentFrame();
  if (frame === null || frame === undefined) throw new Error("no app is open");
  await frame.waitForFunction(() => Array.isArray((window as unknown as AppWindow).received));
  return frame;
}

async function send(frame: Frame, eventType: string, eventData?: unknown): Promise<void> {
  await frame.evaluate(
    ([name, data]) => (window as unknown as AppWindow).send(name as string, data),
    [eventType, eventData],
  );
}

async function waitFor(frame: Frame, eventType: string): Promise<unknown> {
  const handle = await frame.waitForFunction(
    (name) => (window as unknown as AppWindow).received.find((event) => event.eventType === name),
    eventType,
  );
  const event = (await handle.jsonValue()) as { origin: string; eventData?: unknown };
  expect(event.origin).toBe(url);
  return event.eventData;
}

describe("the mail server", () => {
  async function sendMail(to: string, subject: string, text: string): Promise<unknown> {
    const transport = createTransport(info.mail?.smtpUrl);
    return await transport.sendMail({ from: "Hongbao <no-reply@localhost>", to, subject, text });
  }

  it("accepts mails and shows them, newest first", async () => {
    expect((await fetch(`${url}/devnet/mail`)).url).toBe(`${url}/devnet/mail/`);
    await page.goto(`${url}/devnet/mail/`);
    await page.getByText("No mail yet.").waitFor();
    await sendMail("anna@example.com", "Ihr Code: 004217", "Grüße\n\n004217\n");
    await sendMail("bo@example.com", "<b>您的验证码</b>", "<script>alert(1)</script>");
    await page.getByText("004217").last().waitFor();
    const subjects = page.getByRole("heading", { level: 2 });
    await expect.poll(() => subjects.allTextContents()).toEqual(["<b>您的验证码</b>", "Ihr Code: 004217"]);
    expect(await page.getByText("→ bo@example.com").count()).toBe(1);
    const mails = (await (await fetch(info.mail?.inboxUrl ?? "")).json()) as { at: string }[];
    expect(mails).toMatchObject([
      {
        to: "anna@example.com",
        from: '"Hongbao" <no-reply@localhost>',
        subject: "Ihr Code: 004217",
        text: "Grüße\n\n004217\n",
      },
      { to: "bo@example.com" },
    ]);
    expect(mails.every(({ at }) => new Date(at).toISOString() === at)).toBe(true);
  });

  it("refuses mail as real servers do", async () => {
    await expect(sendMail("anna@unknown.test", "x", "x")).rejects.toMatchObject({ responseCode: 550 });
    await expect(sendMail("anna@busy.test", "x", "x")).rejects.toMatchObject({ responseCode: 451 });
    await expect(sendMail("anna@example.com", "x", "x".repeat(1_100_000))).rejects.toMatchObject({ responseCode: 552 });
  });
});

describe("the gateway", () => {
  it("answers what the stack consists of", async () => {
    expect(await (await fetch(`${url}/devnet/info`)).json()).toEqual(JSON.parse(JSON.stringify(info)));
    expect(info.people).toHaveLength(7);
    expect(await askPriceFeed(info.prices?.url ?? "", "eth")).toBe("3000");
    expect(info.ethereum.fundedKeys).toHaveLength(6);
    expect(info.ethereum.fundedAddresses).toEqual(info.ethereum.fundedKeys.map((key) => computeAddress(key)));
    for (const [type, chain] of Object.entries({ Solana: info.solana, Tron: info.tron, Ton: info.ton })) {
      const { fundedKeys = [], fundedAddresses = [] } = chain ?? {};
      expect(fundedAddresses, type).toHaveLength(fundedKeys.length);
      expect(fundedAddresses.map(ADDRESS_RULES[type as WalletType].normalize), type).toEqual(fundedAddresses);
    }
    const launch = (await (await fetch(`${url}/devnet/launch?person=2&startParam=e_1`)).json()) as {
      url: string;
      initData: string;
    };
    expect(new URL(launch.url).host).toBe(`p2.localhost:${new URL(url).port}`);
    expect(new URLSearchParams(launch.initData).get("start_param")).toBe("e_1");
    expect((await fetch(`${url}/devnet/launch?person=9`)).status).toBe(400);
  });

  it("says on a page of its own what there is, with the mail and the addresses", async () => {
    const help = await (await fetch(`${url}/devnet/help`)).text();
    expect(help).toContain('href="/devnet/mail/"');
    for (const address of info.ethereum.fundedAddresses) expect(help).toContain(address);
    expect(await (await fetch(`${url}/devnet/wallets/messengerLinks.ts`)).text()).toContain("t\\.me");
  });

  it("forwards everything else with the client's address, ignoring the browser's own headers", async () => {
    const answer = await fetch(`${url}/api/x?y=1`, {
      headers: { "x-forwarded-for": "8.8.8.8", "x-forwarded-host": "evil.example" },
    });
    expect(answer.headers.get("etag")).toBe('"1"');
    expect(lastHeaders).toMatchObject({
      "x-forwarded-for": expect.stringMatching(/127\.0\.0\.1|::1/) as string,
      "x-forwarded-host": new URL(url).host,
      "x-forwarded-proto": "http",
    });
  });

  it("adds the wallets to the payment page only, unless wallet=none", async () => {
    const read = async (address: string): Promise<string> =>
      (await fetch(`${url}${address}`, { headers: { "accept-encoding": "gzip", "if-none-match": '"1"' } })).text();
    const tags = ["messengerLinks.ts", "ethereum/wallet.ts", "solana/wallet.ts", "ton/wallet.ts", "tron/wallet.ts"].map(
      (file) => `<script type="module" src="/devnet/wallets/${file}"></script>`,
    );
    expect(await read("/unPaymentList")).toContain(`<head>${tags.join("")}<title>`);
    expect(await read("/unPaymentList?wallet=none")).toBe(APP_PAGE);
    expect(await read("/homePage")).toBe(APP_PAGE);
  });

  it("serves the messenger on one origin only, and nothing under a foreign host name", async () => {
    const moved = await fetch(`${url.replace("localhost", "127.0.0.1")}/devnet/?person=2`, { redirect: "manual" });
    expect(moved.headers.get("location")).toBe(`${url}/devnet/?person=2`);
    await page.goto(`${url.replace("localhost", "p3.localhost")}/homePage`);
    expect(await page.title()).toBe("App");
  });
});

describe("the messenger page", () => {
  it("opens the chosen person's app on its own origin with its own storage", async () => {
    await callBot("sendMessage", {
      chat_id: info.groupChatId,
      text: "Open me",
      reply_markup: { inline_keyboard: [[{ text: "Open", url: appLink("g_1") }]] },
    });
    for (const n of [2, 3]) {
      await openMessenger(n);
      await page.getByTestId(`chat-${info.groupChatId}`).click();
      await page.getByTestId("message-button").last().click();
      const frame = await appFrame();
      const launched = new URL(frame.url());
      expect(launched.host).toBe(`p${n}.localhost:${new URL(url).port}`);
      const data = new URLSearchParams(new URLSearchParams(launched.hash.slice(1)).get("tgWebAppData") ?? "");
      expect(data.get("start_param")).toBe("g_1");
      expect(JSON.parse(data.get("user") ?? "")).toMatchObject({ id: info.people[n - 1]?.id });
      expect(await frame.evaluate(() => localStorage.getItem("who"))).toBeNull();
      await frame.evaluate((value) => localStorage.setItem("who", value), String(n));
      expect(await page.getByTestId("app-frame").getAttribute("sandbox")).toBe(
        "allow-scripts allow-same-origin allow-popups allow-forms allow-modals allow-storage-access-by-user-activation",
      );
    }
  });

  it.each(["a", "k"] as const)("uses the protocol of Web %s", async (flavour) => {
    await openMessenger(1, `&flavour=${flavour}&theme=light&startapp=`);
    const frame = await appFrame();
    expect(new URL(frame.url()).hash).toContain(`tgWebAppPlatform=web${flavour}`);
    await send(frame, "web_app_request_theme");
    expect(await waitFor(frame, "theme_changed")).toMatchObject({ theme_params: { bg_color: "#ffffff" } });

    await send(frame, "web_app_setup_main_button", { is_visible: true, is_active: true, text: "Pay 0.05 ETH" });
    await page.getByTestId("app-main-button").getByText("Pay 0.05 ETH").click();
    await waitFor(frame, "main_button_pressed");
    // A progress bar replaces the words; screen readers still read them.
    await send(frame, "web_app_setup_main_button", { is_visible: true, is_progress_visible: true, text: "Pay" });
    const busy = page.getByTestId("app-main-button").and(page.getByRole("button", { name: "Pay", exact: true }));
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    await send(frame, "web_app_setup_back_button", { is_visible: true });
    await page.getByTestId("app-back").click();
    await waitFor(frame, "back_button_pressed");

    await send(frame, "web_app_open_popup", {
      title: "Leave?",
      message: "Really",
      buttons: [
        { id: "stay", type: "cancel" },
        { id: "go", type: "default", text: "Go" },
      ],
    });
    // A key press opens what is over the frame: a fast mouse click would still reach the frame.
    await page.getByTestId("popup-button-go").press("Enter");
    expect(await waitFor(frame, "popup_closed")).toEqual({ button_id: "go" });

    await send(frame, "web_app_request_viewport");
    await send(frame, "web_app_invoke_custom_method", { req_id: "r1", method: "getStorageKeys", params: {} });
    expect(await waitFor(frame, "custom_method_invoked")).toEqual({ req_id: "r1", result: [] });
    const hasViewport = await frame.evaluate(() =>
      (window as unknown as AppWindow).received.some((event) => event.eventType === "viewport_changed"),
    );
    expect(hasViewport).toBe(flavour === "a");
  });

  it("looks like a phone on a wide screen if its address says so", async () => {
    await openMessenger(1);
    await page.setViewportSize({ width: 1280, height: 900 });
    const group = page.getByTestId(`chat-${info.groupChatId}`);
    await group.click();
    await page.getByTestId("device-toggle").click();
    await group.waitFor({ state: "hidden" });
    expect((await page.getByTestId("conversation").boundingBox())?.width).toBe(390);
    expect(new URL(page.url()).searchParams.get("device")).toBe("phone");
    await page.getByTestId("device-toggle").click();
    await group.waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
  });

  it("sends the app a new theme", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openMessenger(1, "&theme=light&startapp=");
    const frame = await appFrame();
    await page.getByTestId("theme-toggle").dispatchEvent("click");
    expect(await waitFor(frame, "theme_changed")).toMatchObject({ theme_params: { bg_color: "#212121" } });
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  });

  it("obeys the app at the origin of the bot's address alone", async () => {
    await openMessenger(1, "&startapp=");
    const frame = await appFrame();
    const button = { is_visible: true, is_active: true, text: "Pay" };
    await send(frame, "web_app_setup_main_button", button);
    await page.getByTestId("app-main-button").getByText("Pay").waitFor();
    const elsewhere = frame.url().replace("//p1.", "//p2.");
    await frame.evaluate((address) => window.location.replace(address), elsewhere);
    await page.waitForFunction(() => true);
    await expect.poll(() => frame.url()).toContain("//p2.");
    await frame.waitForFunction(() => typeof (window as unknown as AppWindow).send === "function");
    await send(frame, "web_app_setup_main_button", { ...button, text: "Steal" });
    await send(frame, "web_app_close");
    await page.waitForTimeout(300);
    expect(await page.getByTestId("app-main-button").innerText()).toBe("Pay");
  });

  it("lets a person share a prepared message into the group", async () => {
    const prepared = await callBot("savePreparedInlineMessage", {
      user_id: info.people[0]?.id,
      allow_group_chats: true,
      result: {
        type: "article",
        id: "1",
        title: "Gift",
        input_message_content: { message_text: "A gift for you" },
        reply_markup: { inline_keyboard: [[{ text: "Claim", url: appLink("e_77") }]] },
      },
    });
    await openMessenger(1, `&startapp=&chat=${info.groupChatId}`);
    const frame = await appFrame();
    await send(frame, "web_app_send_prepared_message", { id: prepared.result.id });
    await page.getByTestId(`share-chat-${info.groupChatId}`).press("Enter");
    await waitFor(frame, "prepared_message_sent");
    const messages = (await (await fetch(info.telegram.messagesUrl)).json()) as { text: string; isViaBot: boolean }[];
    expect(messages.at(-1)).toMatchObject({ text: "A gift for you", isViaBot: true });
  });

  it("opens the payment page outside, and shares a link by the forward sheet", async () => {
    await openMessenger(1, `&startapp=&chat=${info.groupChatId}`);
    const frame = await appFrame();
    await frame.evaluate(
      (address) =>
        document.addEventListener(
          "click",
          () => (window as unknown as AppWindow).send("web_app_open_link", { url: address }),
          { once: true },
        ),
      `${url}/unPaymentList#code=secret`,
    );
    const [outside] = await Promise.all([page.waitForEvent("popup"), frame.locator("body").click()]);
    await outside.waitForLoadState();
    expect(outside.url()).toBe(`${url}/unPaymentList#code=secret`);
    expect(await outside.evaluate(() => window.opener === null && document.referrer === "")).toBe(true);
    await outside.close();
    const words = new URLSearchParams({ url: appLink("e_5"), text: "Come and see" });
    await send(frame, "web_app_open_tg_link", { path_full: `/share/url?${words}` });
    await page.getByTestId(`share-chat-${info.groupChatId}`).press("Enter");
    await page.getByTestId("messages").getByText("Come and see").waitFor();
  });

  it("lists each person's groups, and asks which group the bot should join", async () => {
    const [lunch, hikers] = info.groups;
    if (lunch === undefined || hikers === undefined) throw new Error("there are two groups");
    const listChats = () => page.getByRole("navigation", { name: "Chats" }).locator("strong").allInnerTexts();
    await openMessenger(6);
    expect(await listChats()).toEqual([lunch.title, "Hongbao"]);
    await openMessenger(7);
    expect(await listChats()).toEqual([hikers.title, "Hongbao"]);
    await openMessenger(1, "&startapp=");
    expect(await listChats()).toEqual([lunch.title, hikers.title, "Hongbao"]);
    const membership = { chat_id: hikers.chatId, user_id: Number(info.botToken?.split(":")[0]) };
    await fetch(`${url}/devnet/telegram/botMembership`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ person: 1, chatId: hikers.chatId, isMember: false }),
    });
    expect(await callBot("getChatMember", membership)).toMatchObject({ ok: false });
    await send(await appFrame(), "web_app_open_tg_link", { path_full: `/${info.botUsername}?startgroup=true` });
    await page.getByTestId(`share-chat-${hikers.chatId}`).press("Enter");
    await page.getByTestId("messages").getByText("added Hongbao").last().waitFor();
    expect(await callBot("getChatMember", membership)).toMatchObject({ ok: true });
  });

  it("gives the bot rights by a link, in a group of one's own and in a channel", async () => {
    const [, hikers] = info.groups;
    if (hikers === undefined) throw new Error("there are two groups");
    const botId = Number(info.botToken?.split(":")[0]);
    await openMessenger(1, "&startapp=");
    const frame = await appFrame();
    const admin = "admin=delete_messages+manage_topics";
    await send(frame, "web_app_open_tg_link", { path_full: `/${info.botUsername}?startgroup=hi&${admin}` });
    await page.getByTestId(`share-chat-${hikers.chatId}`).press("Enter");
    await page.getByTestId("messages").getByText(`/start@${info.botUsername} hi`).last().waitFor();
    const membership = { chat_id: hikers.chatId, user_id: botId };
    expect((await callBot("getChatMember", membership)).result).toMatchObject({
      status: "administrator",
      can_delete_messages: true,
      can_manage_topics: true,
      can_invite_users: false,
    });
    await send(frame, "web_app_open_tg_link", { path_full: `/${info.botUsername}?startchannel&admin=post_messages` });
    await page.getByRole("dialog").getByText("Friday news").press("Enter");
    await page.getByTestId("toast").getByText("administrator of the channel").waitFor();
  });

  it("shows a forum by its topics, which its owner opens, closes and deletes", async () => {
    const [, hikers] = info.groups;
    if (hikers === undefined) throw new Error("there are two groups");
    const { chatId } = hikers;
    const choose = async (key: string): Promise<void> => {
      await page.getByTestId("chat-menu").click();
      await page.getByTestId(`menu-${key}`).click();
    };
    const topics = page.getByRole("navigation", { name: "Topics" });
    await openMessenger(1, `&chat=${chatId}`);
    await choose("forum");
    await topics.getByText("General").waitFor();
    await choose("openTopic");
    await topics.getByText("Topic 1").click();
    await page.getByTestId("composer-input").fill("About tea");
    await page.getByTestId("composer-send").click();
    await page.getByTestId("messages").getByText("About tea").waitFor();
    await choose("closeTopic");
    await topics.getByText("Topic 1 (closed)").waitFor();
    await topics.getByText("General").click();
    await page.getByTestId("messages").getByText("About tea").waitFor({ state: "detached" });
    await topics.getByText("Topic 1 (closed)").click();
    await choose("deleteTopic");
    await topics.getByText("Topic 1").waitFor({ state: "detached" });
    await choose("forum");
    await topics.waitFor({ state: "detached" });
    expect(await page.getByTestId("messages").getByText("About tea").count()).toBe(0);
  });

  it("asks before the bot may write, and notifies the bot", async () => {
    await openMessenger(6, "&startapp=");
    const frame = await appFrame();
    await send(frame, "web_app_request_write_access");
    await page.getByTestId("popup-button-yes").press("Enter");
    expect(await waitFor(frame, "write_access_requested")).toEqual({ status: "allowed" });
    expect(await callBot("sendMessage", { chat_id: info.people[5]?.id, text: "Paid" })).toMatchObject({ ok: true });
  });

  it("shows edits of the bot and messages of others without a reload", async () => {
    await openMessenger(4, `&chat=${info.groupChatId}`);
    const sent = await callBot("sendMessage", { chat_id: info.groupChatId, text: "0/5 claimed" });
    await page.getByTestId("messages").getByText("0/5 claimed").waitFor();
    await callBot("editMessageText", {
      chat_id: info.groupChatId,
      message_id: sent.result.message_id,
      text: "1/5 claimed",
    });
    await page.getByTestId("messages").getByText("1/5 claimed").waitFor();
    expect(await page.getByTestId("messages").getByText("0/5 claimed").count()).toBe(0);
    await page.getByTestId("composer-input").fill("Chúc mừng!");
    await page.getByTestId("composer-send").click();
    await page.getByTestId("messages").getByText("Chúc mừng!").waitFor();
  });
});

describe("the browser wallet", () => {
  const request = async (method: string, ...params: unknown[]): Promise<unknown> =>
    await page.evaluate(
      async ([name, list]) =>
        await (window as unknown as AppWindow).wallets[0]?.provider
          .request({ method: name as string, params: list as unknown[] })
          .catch((error: { code: number }) => ({ code: error.code })),
      [method, params],
    );
  const begin = async (method: string, ...params: unknown[]): Promise<void> =>
    await page.evaluate(
      ([name, list]) => {
        const app = window as unknown as AppWindow;
        app.pending =
          app.wallets[0]?.provider
            .request({ method: name as string, params: list as unknown[] })
            .catch((error: { code: number }) => ({ code: error.code })) ?? Promise.resolve();
      },
      [method, params],
    );
  const finish = async (): Promise<unknown> =>
    await page.evaluate(async () => await (window as unknown as AppWindow).pending);

  beforeEach(async () => {
    await page.goto(`${url}/unPaymentList`);
    await page.waitForFunction(() => (window as unknown as AppWindow).wallets.length > 0);
  });

  it("is announced by EIP-6963, again for each request", async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("eip6963:requestProvider")));
    const found = await page.evaluate(() => (window as unknown as AppWindow).wallets.map((wallet) => wallet.info));
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({
      name: "Devnet Wallet",
      rdns: "localhost.devnet.wallet",
      icon: expect.stringMatching(/^data:image\/svg/) as string,
    });
    expect(found[0]?.uuid).toBe(found[1]?.uuid);
  });

  it("connects, proves and pays on the local node, each with its owner's consent", async () => {
    const { treasuryAddress, rpcUrl } = info.ethereum;
    await begin("eth_requestAccounts");
    await page.getByTestId("wallet-account").selectOption("1");
    await page.getByTestId("wallet-approve").click();
    const [address] = (await finish()) as string[];
    expect(address).toBeDefined();
    expect(await request("eth_chainId")).toBe("0x7a69");

    const text = "localhost wants you to sign in 李";
    await begin("personal_sign", `0x${Buffer.from(text).toString("hex")}`, address);
    expect(await page.getByTestId("wallet-message").innerText()).toBe(text);
    await page.getByTestId("wallet-approve").click();
    expect(verifyMessage(text, (await finish()) as string)).toBe(address);

    await begin("eth_sendTransaction", {
      from: address,
      to: treasuryAddress,
      value: `0x${50_000_000_000_000_000n.toString(16)}`,
    });
    expect(await page.getByTestId("wallet-amount").innerText()).toBe("0.05 ETH");
    await page.getByTestId("wallet-approve").click();
    const hash = await finish();
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    const receipt = async (): Promise<unknown> => {
      const answer = await fetch(rpcUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_getTransactionReceipt", params: [hash] }),
      });
      return ((await answer.json()) as { result: unknown }).result;
    };
    await expect.poll(receipt).toMatchObject({ status: "0x1", to: treasuryAddress.toLowerCase() });
    expect(BigInt((await request("eth_getBalance", treasuryAddress, "latest")) as string)).toBe(
      50_000_000_000_000_000n,
    );
  });

  it("refuses, stays locked and switches to another network as its owner chooses", async () => {
    await begin("eth_requestAccounts");
    await page.getByTestId("wallet-reject").click();
    expect(await finish()).toEqual({ code: 4001 });

    await page.getByTestId("wallet-launcher").click();
    await page.getByTestId("wallet-lock").click();
    await begin("eth_requestAccounts");
    await page.getByTestId("wallet-unlock").getByTestId("wallet-approve").click();
    await page.getByTestId("wallet-connect").getByTestId("wallet-approve").click();
    const [address] = (await finish()) as string[];

    await page.getByTestId("wallet-launcher").click();
    await page.getByTestId("wallet-network").selectOption("1");
    await page.getByTestId("wallet-close").click();
    expect(await request("eth_chainId")).toBe("0x1");
    expect(await request("eth_getBalance", address, "latest")).toEqual({ code: 4901 });
    await begin("wallet_switchEthereumChain", { chainId: "0x7a69" });
    await page.getByTestId("wallet-approve").click();
    expect(await finish()).toBeNull();
  });

  it("confirms no payment above the balance", async () => {
    await begin("eth_requestAccounts");
    await page.getByTestId("wallet-approve").click();
    const [address] = (await finish()) as string[];
    await begin("eth_sendTransaction", {
      from: address,
      to: info.ethereum.treasuryAddress,
      value: `0x${(10n ** 24n).toString(16)}`,
    });
    expect(await page.getByTestId("wallet-approve").isDisabled()).toBe(true);
    await page.getByTestId("wallet-reject").click();
    expect(await finish()).toEqual({ code: 4001 });
  });
});
