import { afterEach, describe, expect, it } from "vitest";
import { launchBrowser, PHONE } from "./support/browser.ts";
import { readFrames, recordFrames } from "./support/frames.ts";
import { findAppFrame, openFromGroup, openPerson, reloadApp } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { provideWorld } from "./support/provideWorld.ts";

const world = provideWorld();

afterEach(({ task }) => world.watch.check(task.result?.state === "fail"));

/** A messenger in one theme on a system of the other one. */
async function openContrary(n: number, theme: "light" | "dark"): Promise<Person> {
  const person = await openPerson(world, n, { theme });
  await person.page.emulateMedia({ colorScheme: theme === "dark" ? "light" : "dark" });
  await recordFrames(person.page);
  return person;
}

/** Opens the app by a link in the messenger. */
async function openByLink({ page }: Person, startParam: string): Promise<void> {
  const address = new URL(page.url());
  address.searchParams.set("startapp", startParam);
  await page.goto(address.href);
}

it("tells a messenger that it is ready on the payment page too", async () => {
  const person = await openPerson(world, 3);
  await openFromGroup(person);
  const { hash } = new URL((await person.page.getByTestId("app-frame").getAttribute("src")) ?? "");
  const page = await person.page.context().newPage();
  // As the apps for phones and computers hear it.
  const heard: string[] = [];
  await page.exposeFunction("hearEvent", (name: string) => heard.push(name));
  await page.addInitScript("window.TelegramWebviewProxy = { postEvent: (name) => void window.hearEvent(name) }");
  await page.goto(`${world.stack.url}/unPaymentList${hash.replace("weba", "android")}`);
  await page.getByRole("heading").first().waitFor();
  await expect.poll(() => heard).toContain("web_app_ready");
  await person.close();
});

it("is reloaded by the messenger's menu", async () => {
  const person = await openPerson(world, 1);
  await openFromGroup(person);
  const { page, app } = person;
  await (await findAppFrame(person)).evaluate(() => document.body.classList.add("of-before"));
  await page.getByTestId("app-menu").click();
  // By key: a menu that has just opened over the frame is not yet where the browser sends a fast mouse.
  await page.getByTestId("menu-reload").press("Enter");
  const fresh = app.locator("body:not(.of-before)").getByText(person.t("app:home.pitch"));
  await expect.poll(() => fresh.count()).toBe(1);
  await person.close();
});

describe("the first frames", () => {
  it.each(["dark", "light"] as const)("are the landing page's in a %s messenger on the other system", async (theme) => {
    const person = await openContrary(1, theme);
    await openFromGroup(person);
    await expect.poll(() => readFrames(person)).toEqual([`shell hero, ${theme}`, `screen hero, ${theme}`]);
    await reloadApp(person);
    await person.app.getByText(person.t("app:home.pitch")).waitFor();
    await expect.poll(() => readFrames(person)).toEqual([`shell hero, ${theme}`, `screen hero, ${theme}`]);
    await person.close();
  });

  it("are the claim page's for a link to an envelope", async () => {
    world.watch.expect(404, "/api/v1/redpackage/claimDetail");
    const person = await openContrary(2, "dark");
    await openByLink(person, "e_AAAAAAAAAAAAAAAAAAAAAA");
    await person.app.getByText(person.t("envelope:details.notFoundText")).waitFor();
    await expect
      .poll(() => readFrames(person))
      .toEqual(["shell stage, dark", "screen stage, dark", "screen page, dark"]);
    await person.close();
  });

  it("are the login's outside the messenger", async () => {
    const browser = await launchBrowser();
    const page = await browser.newPage({ viewport: PHONE });
    await recordFrames(page);
    await page.goto(`${world.stack.url}/user`);
    await page.getByRole("link").first().waitFor();
    await expect
      .poll(() => page.evaluate(() => window.seenFrames))
      .toEqual(["shell stage, light", "screen stage, light"]);
    await browser.close();
  });
});

it("the operators' port answers where /devnet/info says, and its page opens by the token", async () => {
  const { url = "", token } = world.stack.info.admin ?? {};
  expect(await (await fetch(`${url}metrics`)).text()).toContain("hongbao_");
  const login = (given: string) =>
    fetch(`${url}login`, {
      method: "POST",
      headers: { origin: new URL(url).origin, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ token: given }).toString(),
      redirect: "manual",
    });
  expect((await login("another")).status).toBe(403);
  expect((await login(token ?? "")).status).toBe(303);
});

describe("the inspector", () => {
  it("shows the machines of a start inside the messenger, without the launch data or the token", async () => {
    const person = await openPerson(world, 2, { query: { inspect: "" } });
    await openFromGroup(person);
    const { app } = person;
    await app.getByRole("button", { name: "Inspector" }).click();
    await app.getByRole("tab", { name: "Events" }).click();
    await app
      .getByText(/authenticate → session/)
      .first()
      .waitFor();
    await app.getByRole("combobox", { name: "Actor" }).selectOption({ label: "session x:2" });
    await app.getByRole("tab", { name: "Data" }).click();
    await expect.poll(() => app.getByRole("tabpanel").textContent()).toMatch(/"token": "•••"/);
    await app.getByRole("tab", { name: "Chart" }).click();
    const lit = app.locator("rect[data-lit]");
    await expect
      .poll(() => lit.evaluateAll((boxes) => boxes.map((box) => box.getAttribute("data-state"))))
      .toContain("session.loggedIn");
    await person.close();
  });

  it("is loaded for nobody who does not ask for it", async () => {
    const person = await openPerson(world, 2);
    const scripts: Promise<string>[] = [];
    person.page.on("response", (response) => {
      // What comes while the page closes is read by nobody.
      if (response.url().endsWith(".js")) scripts.push(response.text().catch(() => ""));
    });
    await openFromGroup(person);
    const texts = await Promise.all(scripts);
    expect(texts.join().length).toBeGreaterThan(100_000);
    expect(texts.join()).not.toContain("Open the Stately inspector");
    await person.close();
  });
});
