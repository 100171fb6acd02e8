import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { claimByPassphrase } from "./support/claimEnvelope.ts";
import { listEnvelopePosts } from "./support/groupPosts.ts";
import { approvePayment, connectWallet, openPaymentPage, proveOwnership, startPaying } from "./support/paymentPage.ts";
import type { PaymentPage } from "./support/paymentPage.ts";
import { goBack, openFromGroup, openPerson, pressMessageButton, readAppPath } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { bindWallet, prepareLuckyDraw } from "./support/sendEnvelope.ts";
import { provideWorld } from "./support/provideWorld.ts";

const README = readFileSync(path.join(import.meta.dirname, "../../README.md"), "utf8");
/** The numbered steps of "Try it", as somebody reads them. */
const STEPS = (/\n## Try it\n(?<text>.*?)\n## /s.exec(README)?.groups?.["text"] ?? "")
  .split("\n")
  .filter((line) => /^\d+\. /.test(line));
const PASSPHRASE = "Fresh Clone";

const world = provideWorld({ coins: "eth,sol,tron,ton,usdt" });
let first: Person;
let second: Person;
let payment: PaymentPage;

/** Names of the wallets that say by EIP-6963 that they are in the browser. */
function listWallets({ page }: PaymentPage): Promise<string[]> {
  return page.evaluate(() => {
    const names: string[] = [];
    window.addEventListener("eip6963:announceProvider", (event) =>
      names.push((event as CustomEvent<{ info: { name: string } }>).detail.info.name),
    );
    window.dispatchEvent(new Event("eip6963:requestProvider"));
    return names;
  });
}

/** What a reader does for each step. It takes from the step what the step names. */
const ACTIONS: readonly ((step: string) => Promise<void>)[] = [
  async () => {
    first = await openPerson(world, 1);
    await openFromGroup(first);
    expect(await readAppPath(first)).toBe("/homePage");
  },
  async (step) => {
    const link = /<http:\/\/localhost:8080(?<path>\/[\w/]+)>/.exec(step)?.groups?.["path"] ?? "";
    const [chain = "", field = ""] = (/`(?<name>\w+\.\w+)`/.exec(step)?.groups?.["name"] ?? "").split(".");
    const info = (await (await fetch(world.stack.url + link)).json()) as Record<string, Record<string, string[]>>;
    await bindWallet(first, info[chain]?.[field]?.[0] ?? `nothing at ${chain}.${field}`);
    await prepareLuckyDraw(first, {
      coin: /ETH/,
      totalAmount: "0.01",
      count: 2,
      passphrase: PASSPHRASE,
      remark: "Good luck",
    });
  },
  async (step) => {
    payment = await openPaymentPage(world, first);
    const wallet = /_(?<name>[\w ]+)_/.exec(step)?.groups?.["name"] ?? "";
    expect(await listWallets(payment)).toContain(wallet);
    await connectWallet(payment, { index: 0 });
    await proveOwnership(payment);
    await startPaying(payment);
    await approvePayment(payment);
    await payment.page.close();
    await first.app.getByText(first.t("envelope:send.state.live")).waitFor();
  },
  async () => {
    await expect.poll(() => listEnvelopePosts(world.stack)).toHaveLength(1);
    second = await openPerson(world, 2);
    await pressMessageButton(second, /sent a red envelope/);
    await claimByPassphrase(second, PASSPHRASE);
  },
  async () => {
    const { app, t } = first;
    await expect.poll(async () => (await listEnvelopePosts(world.stack))[0]?.text).toContain("1 of 2");
    await goBack(first);
    await app.getByRole("link", { name: t("app:nav.home"), exact: true }).click();
    await app.getByRole("link", { name: t("app:nav.record"), exact: true }).click();
    await app
      .getByRole("listitem")
      .filter({ hasText: t("envelope:recordStatus.partiallyReceived") })
      .waitFor();
    await app.getByRole("link", { name: /0\.01 ETH/ }).click();
    await app.getByText(t("envelope:fairness.title"), { exact: true }).first().waitFor();
  },
];

describe("the README's steps", () => {
  runInOrder(world);

  it("are all tried", () => {
    expect(STEPS.length).toBe(ACTIONS.length);
  });

  it.each(ACTIONS.map((act, index) => ({ step: STEPS[index] ?? "", act })))("$step", async ({ step, act }) => {
    await expect(act(step)).resolves.toBeUndefined();
  });
});
