import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readOpenedAmount } from "./support/claimEnvelope.ts";
import { fundUser, SECURITY_CODE, type FundedUser } from "./support/fundedUser.ts";
import { listEnvelopePosts } from "./support/groupPosts.ts";
import { logIn } from "./support/logIn.ts";
import { findMainAction, openFromGroup, openPerson, pressMainAction, pressMessageButton } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { readText } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { openWorld } from "./support/world.ts";
import type { World } from "./support/world.ts";
import { unfoldOptions } from "./support/sendEnvelope.ts";

const GROUP = "Friday lunch";
const POST = /sent a red envelope/;
/** What the messenger said of a person is kept so long. */
const KEPT_MS = 60_000;

let world: World;
let funded: FundedUser;
let sender: Person;
let stranger: Person;
let envelopeId = "";

beforeAll(async () => {
  world = await openWorld();
  world.watch.expect(409, "/api/v1/redpackage/sendRedEnvelope");
  world.watch.expect(403, "/api/v1/redpackage/acceptRedEnvelope");
  funded = await fundUser(world.stack, 5, await logIn(world.stack, 1));
});
afterAll(async () => {
  await world?.close();
});

describe("an envelope for members", () => {
  runInOrder(() => world);

  it("needs the bot as an administrator, which its sender makes it", async () => {
    sender = await openPerson(world, 1, { flavour: "k" });
    const { app, page, t } = sender;
    await openFromGroup(sender);
    await app.getByRole("link", { name: GROUP }).click();
    await app.getByLabel(t("envelope:send.totalAmount")).fill("0.05");
    await app.getByLabel(t("envelope:send.count")).fill("3");
    await unfoldOptions(sender);
    await app.getByRole("radio", { name: t("envelope:rule.members"), exact: true }).check();
    expect(await app.getByLabel(t("envelope:send.passphrase")).count()).toBe(0);
    await pressMainAction(sender, t("envelope:send.submit"));
    await app
      .getByRole("alert")
      .filter({ hasText: t("errors:botNotAdministrator") })
      .waitFor();

    await fetch(`${world.stack.url}/devnet/telegram/botAdministrator`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ person: 1, chatId: world.stack.info.groupChatId, isAdministrator: true }),
    });
    await pressMainAction(sender, t("envelope:send.submit"));
    await app.getByText(t("envelope:send.state.awaitingPayment")).waitFor();
    expect(page.isClosed()).toBe(false);
  });

  it("says in the group that members open it by a tap, once it is paid", async () => {
    const api = await logIn(world.stack, 1);
    const { items } = await api.get<{ items: { orderId: string; envelopeIds: string[] }[] }>("order/unpaidList", {});
    envelopeId = items[0]?.envelopeIds[0] ?? "";
    await api.post("order/payFromBalance", { orderId: items[0]?.orderId, securityCode: SECURITY_CODE });
    await sender.app.getByText(sender.t("envelope:send.liveMembers")).waitFor();
    expect(await readText(sender.app.getByRole("main"))).toContain(
      sender.t("envelope:members.open", { groups: GROUP }),
    );
    await expect.poll(async () => (await listEnvelopePosts(world.stack))[0]?.text).toContain("by a tap");
  });

  it("opens by a tap for two members, with no passphrase", async () => {
    for (const n of [2, 3]) {
      const person = await openPerson(world, n, { flavour: n === 2 ? "a" : "k" });
      await pressMessageButton(person, POST);
      await pressMainAction(person, person.t("envelope:claim.open"));
      expect(Number(await readOpenedAmount(person))).toBeGreaterThan(0);
      await person.close();
    }
  });

  it("gives a stranger nothing, but says what is missing and leads there", async () => {
    stranger = await openPerson(world, 7, { flavour: "k", query: { startapp: `e_${envelopeId}` } });
    const { app, t } = stranger;
    await pressMainAction(stranger, t("envelope:claim.open"));
    await app.getByText(t("envelope:claim.state.notMember")).waitFor();
    await app.getByText(t("envelope:members.unmet"), { exact: true }).waitFor();
    await app.getByRole("link", { name: t("envelope:members.join") }).click();
    await stranger.page.getByText("Join group").click();
    const api = await logIn(world.stack, 7);
    const { claims } = await api.get<{ claims: unknown[] }>("redpackage/claimDetail", { envelopeId });
    expect(claims).toEqual([]);
  });

  it("opens for the stranger who has joined, once the messenger is asked again", async () => {
    const { t } = stranger;
    const again = await findMainAction(stranger, t("envelope:claim.checkAgain"));
    await expect
      .poll(async () => (await again.isDisabled()) || (await again.getAttribute("aria-disabled")) === "true", {
        timeout: 2 * KEPT_MS,
      })
      .toBe(false);
    await pressMainAction(stranger, t("envelope:claim.checkAgain"));
    expect(Number(await readOpenedAmount(stranger))).toBeGreaterThan(0);
  }, 150_000);

  it("opens in the app, once, what a command in the chat has claimed", async () => {
    const { groupChatId } = world.stack.info;
    const passphrase = "Quiet green lantern";
    const claimed = await funded.send({ type: "luckyDraw", count: 3, passphrase, chatIds: [String(groupChatId)] });
    await fetch(`${world.stack.url}/devnet/telegram/say`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ person: 4, chatId: groupChatId, text: `/open ${passphrase}` }),
    });
    const api = await logIn(world.stack, 4);
    await expect
      .poll(async () => {
        const query = { envelopeId: claimed };
        const { claims } = await api.get<{ claims: { isMine: boolean }[] }>("redpackage/claimDetail", query);
        return claims.filter(({ isMine }) => isMine).length;
      })
      .toBe(1);
    // The second time is a reload, or another device.
    for (const state of ["partiallyReceived", "alreadyClaimed"] as const) {
      const person = await openPerson(world, 4, { flavour: "k", query: { startapp: `e_${claimed}` } });
      await person.app.getByText(person.t(`envelope:claim.state.${state}`)).waitFor();
      expect(Number(await readOpenedAmount(person))).toBeGreaterThan(0);
      await person.close();
    }
  });
});
