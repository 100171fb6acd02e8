import { afterEach, describe, expect, it } from "vitest";
import { launchBrowser, PHONE } from "./support/browser.ts";
import { getAccount } from "./support/ethereum.ts";
import { fillRecords } from "./support/fillRecords.ts";
import {
  findAppFrame,
  findMainAction,
  goBack,
  goTo,
  openFromGroup,
  openPerson,
  openPlace,
  pressMainAction,
  readAppPath,
  reloadApp,
} from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { bindWallet, prepareLuckyDraw, unfoldOptions } from "./support/sendEnvelope.ts";
import { createTranslate } from "./support/texts.ts";
import { provideWorld } from "./support/provideWorld.ts";

/** What the pages ask the server for by themselves. */
const HOME_CALLS = ["chat/list", "order/unpaidList", "user/accountAmountInfo"];
const ACCOUNT_CALLS = ["user/accountAmountInfo", "business/coinPrice"];
const FORM_CALLS = ["wallet/list", "business/coinPrice"];
const LOGIN_PATH = "/api/v1/telegram/auth";

const world = provideWorld();

afterEach(({ task }) => world.watch.check(task.result?.state === "fail"));

/** Does the same in Web A and in Web K at the same time. */
async function inBothClients(act: (flavour: "a" | "k") => Promise<void>): Promise<void> {
  await Promise.all([act("a"), act("k")]);
}

async function waitForAccount({ app, t }: Person): Promise<void> {
  await app.getByText(t("envelope:user.quantityReceived")).waitFor();
}

async function readToken(person: Person): Promise<string | null> {
  return await (await findAppFrame(person)).evaluate(() => localStorage.getItem("auht_token"));
}

/**
 * Waits for good answers to all of these calls. While a page still waits for one, an ended session would be noticed
 * there, and not where a test goes next.
 */
async function waitForAnswers({ page }: Person, calls: readonly string[]): Promise<void> {
  await Promise.all(
    calls.map((call) => page.waitForResponse((answer) => answer.ok() && answer.url().includes(`/api/v1/${call}`))),
  );
}

/** Ends the person's session as another device would. */
async function logOutElsewhere(person: Person): Promise<void> {
  const answer = await fetch(`${world.stack.url}/api/v1/telegram/logout`, {
    method: "POST",
    headers: { authorization: `Bearer ${await readToken(person)}` },
  });
  expect(answer.status).toBe(200);
}

describe("inside the messenger", () => {
  it("works where the browser denies storage, through navigation and reload", async () => {
    const browser = await launchBrowser({ isStorageDenied: true });
    const person = await openPerson(world, 1, { browser });
    await openFromGroup(person);
    const denial = await (
      await findAppFrame(person)
    ).evaluate(() => {
      const fresh = document.body.appendChild(document.createElement("iframe"));
      try {
        return fresh.contentWindow?.sessionStorage === undefined ? "no window" : "allowed";
      } catch (error) {
        return (error as DOMException).name;
      } finally {
        fresh.remove();
      }
    });
    expect(denial).toBe("SecurityError");

    await openPlace(person, "record");
    await person.app.getByText(person.t("envelope:record.noneSent")).waitFor();
    await openPlace(person, "personalCenter");
    await waitForAccount(person);
    for (let round = 0; round < 2; round += 1) {
      await reloadApp(person);
      await waitForAccount(person);
      expect(await readAppPath(person)).toBe("/user");
    }
    await openPlace(person, "home");
    await person.app.getByText(person.t("app:home.pitch")).waitFor();
    await browser.close();
  });

  it("knows the group whose post opens it, though a session is stored from before", async () => {
    const person = await openPerson(world, 4, { query: { menu: "1" } });
    const { app, t } = person;
    await app.getByText(t("home:groups.noChats")).waitFor();
    await person.page.getByTestId("app-close").click();
    await openFromGroup(person);
    await app.getByRole("link", { name: "Friday lunch" }).waitFor();
    expect(await app.getByText(t("home:groups.noChats")).count()).toBe(0);
    await person.close();
  });

  it("stands at the same place after a reload", async () => {
    expect.hasAssertions();
    await inBothClients(async (flavour) => {
      const n = flavour === "a" ? 2 : 3;
      const person = await openPerson(world, n, { flavour });
      const { app, t } = person;
      await openFromGroup(person);
      await bindWallet(person, getAccount(world.stack, n).address);
      await openPlace(person, "personalCenter");
      await waitForAccount(person);
      await app.getByText(t("envelope:user.noWallet")).waitFor({ state: "detached" });
      await openPlace(person, "home");
      await prepareLuckyDraw(person, {
        totalAmount: "0.01",
        count: 3,
        passphrase: "Summer Wind",
        remark: "Still there",
      });
      await goBack(person);
      await openPlace(person, "record");
      await app.getByRole("link", { name: /ETH/ }).click();
      await app.getByText(t("envelope:details.created")).waitFor();
      const places: readonly (readonly [path: string, text: string])[] = [
        [await readAppPath(person), t("envelope:details.created")],
        [`/sendPacket?chatId=${world.stack.info.groupChatId}`, t("envelope:send.gasNote")],
        ["/sendRecord?tab=sent", t("envelope:record.total", { count: 1 })],
        ["/sendRecord?tab=received", t("envelope:record.noneReceived")],
        ["/addWallet", t("wallet:binding.unproven")],
        ["/getPacket", t("envelope:claim.passphraseHint")],
        ["/statePage?kind=payment&outcome=success", t("app:error.notFound")],
      ];
      for (const [path, text] of places) {
        await goTo(person, path);
        await app.getByText(text).first().waitFor();
        await reloadApp(person);
        await app.getByText(text).first().waitFor();
        expect(await readAppPath(person)).toBe(path);
      }
      await person.close();
    });
  });

  it("goes back by the messenger's arrow", async () => {
    expect.hasAssertions();
    await inBothClients(async (flavour) => {
      const person = await openPerson(world, 4, { flavour });
      const { page, app, t } = person;
      const arrow = page.getByTestId("app-back");
      await openFromGroup(person);
      expect(await arrow.isVisible()).toBe(false);
      await app.getByRole("link", { name: t("app:home.claim"), exact: true }).click();
      await app.getByText(t("envelope:claim.passphraseHint")).waitFor();
      await goBack(person);
      await app.getByText(t("app:home.pitch")).waitFor();
      await arrow.waitFor({ state: "hidden" });
      expect(await readAppPath(person)).toBe("/homePage");

      // The overlay goes first.
      await app.getByRole("link", { name: t("app:home.claim"), exact: true }).click();
      const hint = app.getByText(t("envelope:claim.passphraseHint"));
      await hint.waitFor();
      const frame = await findAppFrame(person);
      for (const leave of [
        () => goBack(person),
        async () => {
          await frame.evaluate(() => history.back());
        },
      ]) {
        await app.getByRole("button", { name: new RegExp(t("app:language.open")) }).click();
        await app.getByRole("dialog").waitFor();
        await leave();
        await app.getByRole("dialog").waitFor({ state: "detached" });
        expect(await readAppPath(person)).toBe("/getPacket");
      }
      await goBack(person);
      await app.getByText(t("app:home.pitch")).waitFor();
      expect(await readAppPath(person)).toBe("/homePage");

      await frame.goto(new URL("/addWallet", frame.url()).href);
      await app.getByText(t("wallet:binding.none")).waitFor();
      await goBack(person);
      await expect.poll(() => readAppPath(person)).toBe("/user");
      await person.close();
    });
  });

  it("leads back to the same place of a long list", async () => {
    const person = await openPerson(world, 5);
    const { app, t } = person;
    await openFromGroup(person);
    await fillRecords(world, person, 45);
    await openPlace(person, "record");
    const rows = app.getByRole("main").getByRole("listitem");
    for (const shown of [40, 45]) {
      await app.getByRole("button", { name: t("app:list.loadMore"), exact: true }).click();
      await expect.poll(() => rows.count()).toBe(shown);
    }
    const row = rows.nth(33);
    await row.scrollIntoViewIfNeeded();
    const path = await row.getByRole("link").getAttribute("href");
    const place = await row.boundingBox();
    await row.getByRole("link").click();
    await app.getByText(t("envelope:details.created")).waitFor();
    expect(await readAppPath(person)).toBe(path);

    await goBack(person);
    await rows.first().waitFor();
    expect(await rows.count()).toBe(45);
    await expect.poll(async () => Math.abs(((await row.boundingBox())?.y ?? 0) - (place?.y ?? 0))).toBeLessThan(2);

    await openPlace(person, "home");
    await app.getByText(t("app:home.pitch")).waitFor();
    await openPlace(person, "record");
    await expect.poll(() => rows.count()).toBe(20);
    await person.close();
  });

  it("follows the messenger's theme while it runs", async () => {
    expect.hasAssertions();
    await inBothClients(async (flavour) => {
      const person = await openPerson(world, 5, { flavour, theme: "light" });
      await openFromGroup(person);
      const frame = await findAppFrame(person);
      const read = async () =>
        await frame.evaluate(() => [
          document.documentElement.dataset["theme"],
          getComputedStyle(document.documentElement).getPropertyValue("--tg-theme-bg-color"),
        ]);
      await expect.poll(read).toEqual(["light", "#ffffff"]);
      await person.page.getByTestId("theme-toggle").dispatchEvent("click");
      await expect.poll(read).toEqual(["dark", "#212121"]);
      await person.page.getByTestId("theme-toggle").dispatchEvent("click");
      await expect.poll(read).toEqual(["light", "#ffffff"]);
      await person.close();
    });
  });

  it("says that the launch data is too old, with a way to close", async () => {
    world.watch.expect(403, LOGIN_PATH);
    const person = await openPerson(world, 6, { query: { ageSeconds: "3700", menu: "" } });
    const { page, app, t } = person;
    await app.getByText(t("app:login.expired")).waitFor();
    const close = await findMainAction(person, t("app:login.close"));
    for (const place of [app, page])
      expect(await place.getByRole("button", { name: t("app:login.open"), exact: true }).count()).toBe(0);
    await close.click();
    await page.getByTestId("app-window").waitFor({ state: "detached" });
    await person.close();
  });

  it("logs in again by itself when the session was ended elsewhere, once; then asks", async () => {
    // The page asks both at once, and either may be refused first.
    world.watch.expect(401, "/api/v1/user/accountAmountInfo");
    world.watch.expect(401, "/api/v1/user/getUserInfo");
    world.watch.expect(401, "/api/v1/redpackage/allSendRecords");
    const person = await openPerson(world, 6);
    const { page, app, t } = person;
    const isHomeQuiet = waitForAnswers(person, HOME_CALLS);
    await openFromGroup(person);
    await isHomeQuiet;
    const paths: string[] = [];
    page.on("framenavigated", (frame) => paths.push(new URL(frame.url()).pathname));
    const firstToken = await readToken(person);
    const isAccountQuiet = waitForAnswers(person, ACCOUNT_CALLS);
    await logOutElsewhere(person);
    await openPlace(person, "personalCenter");
    await waitForAccount(person);
    await isAccountQuiet;
    expect(paths).toEqual(["/user"]);
    expect(await readToken(person)).not.toBe(firstToken);

    await logOutElsewhere(person);
    await openPlace(person, "record");
    await app.getByText(t("app:session.sessionEnded")).waitFor();
    expect(await readAppPath(person)).toBe("/login?tab=sent&redirect=%2FsendRecord%3Ftab%3Dsent");
    await pressMainAction(person, t("app:login.open"));
    await app.getByText(t("envelope:record.noneSent")).waitFor();
    expect(await readAppPath(person)).toBe("/sendRecord?tab=sent");
    await person.close();
  });

  it("keeps a form that is being filled in when the session was ended elsewhere", async () => {
    // The form asks for what can pay, and for the worth of what was typed last: any may be refused first.
    for (const call of ["wallet/list", "user/accountAmountInfo", "business/coinPrice"])
      world.watch.expect(401, `/api/v1/${call}`);
    const person = await openPerson(world, 6, { flavour: "k" });
    const { app, t } = person;
    const isHomeQuiet = waitForAnswers(person, HOME_CALLS);
    await openFromGroup(person);
    await isHomeQuiet;
    const isFormQuiet = waitForAnswers(person, FORM_CALLS);
    await app.getByRole("link", { name: "Friday lunch" }).click();
    const fields = [
      [app.getByLabel(t("envelope:send.totalAmount")), "1"],
      [app.getByLabel(t("envelope:send.count")), "2"],
      [app.getByRole("textbox", { name: t("envelope:send.passphrase") }), "Quiet River"],
      [app.getByLabel(t("envelope:send.remark")), "Half past eight"],
    ] as const;
    await unfoldOptions(person);
    for (const [field, value] of fields) await field.fill(value);
    await isFormQuiet;
    const firstToken = await readToken(person);
    await logOutElsewhere(person);
    await pressMainAction(person, t("envelope:send.submit"));
    await expect.poll(() => readToken(person)).not.toBeOneOf([null, firstToken]);
    // The form comes back with its optional fields folded.
    await unfoldOptions(person);
    for (const [field, value] of fields) expect(await field.inputValue()).toBe(value);
    await person.close();
  });

  it("leads unknown paths to the error page", async () => {
    const person = await openPerson(world, 1, { flavour: "k" });
    const { app, t } = person;
    await openFromGroup(person);
    await goTo(person, "/nowhere?x=1");
    await app.getByText(t("app:error.notFound")).waitFor();
    expect(await readAppPath(person)).toBe("/errorPage");
    await person.close();
  });
});

describe("outside the messenger", () => {
  it.each([
    ["/", "/homePage"],
    ["/sendPacket", "/sendPacket"],
  ])("leads %s to the login, with its query and where to go, and shows the way into Telegram", async (path, wanted) => {
    const { url, info } = world.stack;
    const t = await createTranslate("en");
    const context = await world.browser.newContext({ viewport: PHONE });
    const page = await context.newPage();
    world.watch.follow(page, "outside");
    await page.goto(`${url}${path}?chatId=5`);
    await page.getByText(t("app:environment.outside")).waitFor();
    expect(page.url()).toBe(`${url}/login?chatId=5&redirect=${encodeURIComponent(`${wanted}?chatId=5`)}`);
    const link = page.getByRole("link", { name: t("app:login.openTelegram"), exact: true });
    expect(await link.getAttribute("href")).toBe(`https://t.me/${info.botUsername}/${info.botAppName}`);
    await context.close();
  });

  it("offers to try again where its scripts cannot be loaded", async () => {
    const { url } = world.stack;
    const t = await createTranslate("en");
    const page = await world.browser.newPage();
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto(`${url}/login`);
    const retry = page.getByRole("button", { name: "Reload" });
    await retry.waitFor();
    await page.unroute("**/assets/*.js");
    await retry.click();
    await page.getByText(t("app:environment.outside")).waitFor();
    expect(await retry.count()).toBe(0);
    await page.close();
  });

  it("offers to try again where the app breaks before it shows anything", async () => {
    const page = await world.browser.newPage();
    await page.addInitScript(() => {
      document.getElementById = () => null;
    });
    await page.goto(`${world.stack.url}/login`);
    const retry = page.getByRole("button", { name: "Reload" });
    await retry.waitFor();
    expect(await retry.isEnabled()).toBe(true);
    await page.close();
  });

  it("keeps the payment page where it is without a good code, and nobody's bearer out of it", async () => {
    world.watch.expect(403, "/api/v1/order/unpaidList");
    const { url } = world.stack;
    const t = await createTranslate("en");
    const context = await world.browser.newContext({ viewport: PHONE });
    await context.addInitScript(() => {
      localStorage.setItem("auht_token", "somebody's-token");
      localStorage.setItem("userId", "7");
    });
    const page = await context.newPage();
    world.watch.followPaymentPage(page);
    await page.goto(`${url}/unPaymentList#code=${"x".repeat(32)}`);
    await page.getByText(t("errors:paymentCodeInvalid")).first().waitFor();
    expect(page.url()).toBe(`${url}/unPaymentList`);

    const other = await context.newPage();
    world.watch.followPaymentPage(other);
    await other.goto(`${url}/unPaymentList`);
    await other.getByText(t("errors:paymentCodeMissing")).first().waitFor();
    expect(other.url()).toBe(`${url}/unPaymentList`);
    const back = other.getByRole("link", { name: t("wallet:payment.backToApp"), exact: true });
    expect(await back.getAttribute("href")).toMatch(/^https:\/\/t\.me\//);
    await context.close();
  });
});
