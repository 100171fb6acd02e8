import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningAdmin, startAdmin } from "#server/operator/startAdmin.ts";
import { launchBrowser } from "#tests/e2e/support/browser.ts";
import { openStories, type Queued } from "#tests/stories/openStories.ts";

const TOKEN = "an operators' token of the attacks";
/** Above a person's day. */
const TOO_MUCH = 13;

describe("the operators' page in Chromium", () => {
  const story = openStories("numbered");
  let anna: bigint;
  let admin: RunningAdmin;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    const { app } = story.world;
    admin = await startAdmin({ ...app, config: { ...app.config, operatorToken: TOKEN } });
    anna = await story.meetRich(30);
    browser = await launchBrowser();
    page = await (await browser.newContext()).newPage();
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    page.on("pageerror", (error) => faults.push(error.message));
  });
  afterAll(async () => {
    await browser?.close();
    await admin?.stop();
  });

  const url = () => `http://127.0.0.1:${admin.port}/`;
  async function hold(): Promise<Queued> {
    const payout = await story.withdraw(anna, TOO_MUCH);
    await story.mine(1);
    expect(await story.readPayout(payout)).toBe("held: limit");
    return payout;
  }
  async function decide({ id }: Queued, name: "Release" | "Refuse", reason: string): Promise<void> {
    const form = page.getByRole("row", { name: id }).getByRole("form", { name });
    await form.getByLabel("By").fill("ann");
    await form.getByLabel("Reason").fill(reason);
    await form.getByRole("button", { name }).click();
    await page.getByRole("status").waitFor();
  }

  it("opens with the token, and its cookie is out of reach of scripts", async () => {
    await page.goto(url());
    await page.getByLabel(/Token/).fill(TOKEN);
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("heading", { name: "Solvency" }).waitFor();
    expect(await page.evaluate("document.cookie")).toBe("");
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
    expect(await page.evaluate("getComputedStyle(document.querySelector('section')).borderRadius")).not.toBe("0px");
    expect(await page.getByRole("row", { name: "Owed to people" }).innerText()).toContain("0.3");
    expect(await page.getByText("Nothing is missing.").count()).toBe(1);
  });

  it("releases a held payout, which is paid on the chain, and refuses another one", async () => {
    const released = await hold();
    const refused = await hold();
    await page.reload();
    await decide(released, "Release", "ticket 41: asked by phone");
    await decide(refused, "Refuse", "ticket 42: <b>stolen</b>");
    await story.mine(6);
    await story.expectPaidOnce([released], TOO_MUCH);
    expect(await story.readPayout(refused)).toBe("cancelled");
    await page.reload();
    expect(await page.getByText("No payout is held.").count()).toBe(1);
    expect(await page.getByRole("cell", { name: "ticket 41: asked by phone" }).count()).toBe(1);
    expect(await page.getByText("ticket 42: <b>stolen</b>", { exact: true }).count()).toBe(1);
  });

  it("freezes and unfreezes, and says why something was refused", async () => {
    const form = page.getByRole("form", { name: "Freeze", exact: true });
    await form.getByLabel("Scope").fill("person:7");
    await form.getByLabel("Reason").fill("ticket 43");
    await form.getByRole("button", { name: "Freeze" }).click();
    expect(await page.getByRole("alert").innerText()).toBe("There is no person 7.");
    await form.getByLabel("Scope").fill(`person:${anna}`);
    await form.getByLabel("Reason").fill("ticket 43");
    await form.getByRole("button", { name: "Freeze" }).click();
    const row = page.getByRole("row", { name: `person:${anna}` }).first();
    await row.getByLabel("Reason").fill("ticket 43 is closed");
    await row.getByRole("button", { name: "Unfreeze" }).click();
    await page.getByText("Nothing is frozen.").waitFor();
  });

  it("takes no form of a page on another port of this machine", async () => {
    const payout = await hold();
    const stranger = await page.context().newPage();
    await stranger.route("http://localhost:8999/**", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<form method="post" action="${url()}do/release"><input name="payout" value="${payout.id}" />
          <input name="operator" value="eve" /><input name="reason" value="x" /><button>Go</button></form>`,
      }),
    );
    await stranger.goto("http://localhost:8999/");
    const [answer] = await Promise.all([
      stranger.waitForResponse((response) => response.url().endsWith("/do/release")),
      stranger.getByRole("button").click(),
    ]);
    expect(answer.status()).toBe(403);
    expect(await story.readPayout(payout)).toBe("held: limit");
    // Chromium can hang when a page is closed while it loads an answer.
    await stranger.waitForURL("**/do/release");
    await stranger.close();
    await page.reload();
    await decide(payout, "Refuse", "the end of the test");
    expect(faults).toEqual([]);
  });
});
