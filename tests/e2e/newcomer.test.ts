import { describe, expect, it } from "vitest";
import { giveSecurityCode, openCell, setEmail, setSecurityCode } from "./support/account.ts";
import { audit } from "./support/audit.ts";
import { claimByPassphrase } from "./support/claimEnvelope.ts";
import { getAccount } from "./support/ethereum.ts";
import { listEnvelopePosts } from "./support/groupPosts.ts";
import { payOrder } from "./support/paymentPage.ts";
import {
  goBack,
  goTo,
  openChat,
  openFromGroup,
  openPerson,
  openPlace,
  pressMainAction,
  pressMessageButton,
  readAppPath,
  reloadApp,
} from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { readText } from "./support/readText.ts";
import { runInOrder } from "./support/runInOrder.ts";
import { runScript } from "./support/runScript.ts";
import { switchLanguage } from "./support/switchLanguage.ts";
import { provideWorld } from "./support/provideWorld.ts";
import { unfoldOptions } from "./support/sendEnvelope.ts";

const EMAIL = "anna@example.com";
const SECURITY_CODE = "Spring26";
const PASSPHRASE = "Golden Week";
const POST = /sent a red envelope/;
const PROMPT_PATH = "/api/v1/wallet/bind";

const world = provideWorld({ newPeople: [1, 6] });
/** Anna, who has never been in the app. */
let anna: Person;

/** Opens the envelope from its post in the chat that is open, sees Anna's choices on it, claims and reads the amount. */
async function claimFromPost(person: Person): Promise<string> {
  await pressMessageButton(person, POST);
  const { app, t } = person;
  await app.locator('[data-cover="wedding"]').getByText(t("copyTexts:congratulations")).waitFor();
  return await claimByPassphrase(person, PASSPHRASE);
}

/** The card of a group on the page of the envelopes that are live. */
function findCard({ app }: Person, title: string) {
  return app.getByRole("main").getByRole("listitem").filter({ hasText: title });
}

function getGroups(): readonly [lunch: { chatId: number; title: string }, hikers: { chatId: number; title: string }] {
  const [lunch, hikers] = world.stack.info.groups;
  if (lunch === undefined || hikers === undefined) throw new Error("there are two groups");
  return [lunch, hikers];
}

describe("somebody's first day", () => {
  runInOrder(world);

  it("begins with the welcome, and with both groups once the app was opened from each", async () => {
    const [lunch, hikers] = getGroups();
    anna = await openPerson(world, 1);
    const { app, page, t } = anna;
    await pressMessageButton(anna, /Open the app from here/);
    await app.getByRole("heading", { name: t("about:welcome.sending.title"), exact: true }).waitFor();
    await app.getByText(t("about:welcome.sending.inGroup")).waitFor();
    expect(await readAppPath(anna)).toBe("/welcome?redirect=%2FhomePage");
    await pressMainAction(anna, t("about:welcome.next"));
    await app.getByRole("heading", { name: t("about:welcome.opening.title"), exact: true }).waitFor();
    await app.getByRole("button", { name: t("about:welcome.skip"), exact: true }).click();
    await app.getByRole("link", { name: lunch.title }).waitFor();
    expect(await readAppPath(anna)).toBe("/homePage");
    await reloadApp(anna);
    await app.getByRole("link", { name: lunch.title }).waitFor();
    await page.getByTestId("app-close").click();
    await openChat(anna, hikers.chatId);
    await openFromGroup(anna);
    for (const { title } of [lunch, hikers]) await app.getByRole("link", { name: title }).waitFor();
  });

  it("sets the email with the code from the mail", async () => {
    const { app, t } = anna;
    await openPlace(anna, "personalCenter");
    await setEmail(world, anna, EMAIL);
    await app.getByRole("link", { name: `${t("about:hub.email")} a•••@example.com` }).waitFor();
    expect(await readAppPath(anna)).toBe("/user");
  });

  it("sets the security code, which binding a wallet then asks for", async () => {
    const { app, t } = anna;
    await setSecurityCode(anna, SECURITY_CODE);

    world.watch.expect(403, PROMPT_PATH);
    await openCell(anna, "envelope:user.wallets");
    await app.getByLabel(t("wallet:binding.address")).fill(getAccount(world.stack, 0).address);
    await pressMainAction(anna, t("wallet:binding.submit"));
    const prompt = app.getByRole("dialog");
    await prompt.getByText(t("codes:prompt.purpose.bindWallet")).waitFor();
    for (const code of ["Autumn26", SECURITY_CODE]) {
      await giveSecurityCode(anna, code);
      if (code !== SECURITY_CODE) await prompt.getByText(t("errors:wrongSecurityCode")).waitFor();
    }
    await app.getByText(t("wallet:binding.state.bound")).waitFor();
    await pressMainAction(anna, t("wallet:binding.continue"));
    await goBack(anna);
    await expect.poll(() => readAppPath(anna)).toBe("/user");
  });

  it("chooses cover and text, in another language in the middle", async () => {
    const { app, page } = anna;
    await openCell(anna, "about:hub.covers");
    await app.getByRole("radio", { name: anna.t("personal:coverTitle.wedding"), exact: true }).waitFor();
    const areCoversReloaded = page.waitForResponse(/\/v1\/redpackage\/coverList/);
    const li = await switchLanguage(anna, "zh-CN");
    await areCoversReloaded;
    await app.getByRole("radio", { name: li.t("personal:coverTitle.wedding"), exact: true }).check();
    await pressMainAction(li, li.t("personal:covers.apply"));
    await app.getByText(li.t("personal:covers.applied")).waitFor();
    await goBack(li);

    await openCell(li, "about:hub.texts");
    await app.getByText(li.t("copyTexts:congratulations")).waitFor();
    const areTextsReloaded = page.waitForResponse(/\/v1\/redpackage\/textList/);
    anna = await switchLanguage(li, "en");
    await areTextsReloaded;
    await app.getByRole("radio", { name: anna.t("copyTexts:congratulations") }).check();
    await pressMainAction(anna, anna.t("personal:texts.apply"));
    await app.getByText(anna.t("personal:texts.applied")).waitFor();
    await goBack(anna);
    await expect.poll(() => readAppPath(anna)).toBe("/user");
  });

  it("sends to both groups and pays once", async () => {
    const { app, t } = anna;
    await openPlace(anna, "home");
    await app.getByRole("link", { name: t("app:home.sendToSeveral"), exact: true }).click();
    for (const { title } of getGroups()) await app.getByRole("checkbox", { name: title }).check();
    await app.getByRole("radio", { name: t("envelope:type.ordinary"), exact: true }).check();
    await app.getByLabel(t("envelope:multi.amountPerGroup")).first().fill("0.02");
    await app.getByLabel(t("envelope:send.count")).fill("2");
    await unfoldOptions(anna);
    await app.getByRole("textbox", { name: t("envelope:send.passphrase") }).fill(PASSPHRASE);
    await pressMainAction(anna, t("envelope:send.submit"));
    await app.getByText(t("envelope:send.state.awaitingPayment")).waitFor();
    expect(await readText(app.getByRole("main"))).toContain(`${t("envelope:send.toPay")} 0.04 ETH`);

    expect((await payOrder(world, anna, getAccount(world.stack, 0))).amount).toBe("0.04 ETH");
    await app.getByText(t("envelope:multi.live", { count: 2 })).waitFor();
    for (const { title } of getGroups())
      await findCard(anna, title)
        .getByText(t("envelope:claim.progress", { received: 0, count: 2 }))
        .waitFor();
  });

  it("is claimed from in both groups, in the cover and with the text that was chosen", async () => {
    const [lunch, hikers] = getGroups();
    for (const { chatId } of [lunch, hikers])
      await expect.poll(() => listEnvelopePosts(world.stack, chatId)).toHaveLength(1);
    const people = await Promise.all([
      openPerson(world, 2, { flavour: "k", chatId: lunch.chatId }),
      openPerson(world, 3, { chatId: lunch.chatId }),
      openPerson(world, 7, { chatId: hikers.chatId }),
    ]);
    expect(await Promise.all(people.map(claimFromPost))).toEqual(["0.01", "0.01", "0.01"]);
    await Promise.all(people.map((person) => person.close()));
  });

  it("stands in the cards of the envelopes and, once it has ended, in the ranking of people", async () => {
    const { app, t } = anna;
    const [lunch, hikers] = getGroups();
    for (const [{ title }, received] of [
      [lunch, 2],
      [hikers, 1],
    ] as const)
      await findCard(anna, title)
        .getByText(t("envelope:claim.progress", { received, count: 2 }))
        .waitFor();
    await goBack(anna);
    await app.getByRole("link", { name: t("app:home.ranking"), exact: true }).click();
    // Fewer than five people have claimed in either group, and the envelope of the second one is still open.
    await app.getByText(t("home:ranking.noGroups")).waitFor();
    await app.getByRole("radio", { name: t("home:ranking.users"), exact: true }).click();
    await app.getByText(t("home:ranking.me")).waitFor();
    const rows = app.getByRole("main").locator("ol").getByRole("listitem");
    const texts = await Promise.all((await rows.all()).map((row) => readText(row)));
    // Between rank and name stands the avatar.
    expect(texts.map((row) => row.replace(/^(\d+) .*(?=Anna Keller)/u, "$1 "))).toEqual([
      `1 Anna Keller ${t("home:ranking.me")} $60.00`,
    ]);
  });

  it("ends with books that balance", async () => {
    expect(await audit(world.dataDir)).toBe("");
  });
});

describe("the welcome", () => {
  runInOrder(world);

  it("shows a new person who came by an envelope's link the envelope at once, and the welcome afterwards", async () => {
    world.watch.expect(404, "/api/v1/redpackage/claimDetail");
    const person = await openPerson(world, 6, { query: { startapp: "e_AAAAAAAAAAAAAAAAAAAAAA" } });
    await person.app.getByText(person.t("envelope:details.notFoundText")).waitFor();
    expect(await readAppPath(person)).toBe("/getPacket?envelopeId=AAAAAAAAAAAAAAAAAAAAAA");
    await goTo(person, "/homePage");
    await person.app.getByRole("heading", { name: person.t("about:welcome.sending.title"), exact: true }).waitFor();
    await person.close();
  });
});

describe("the anti-fraud check", () => {
  runInOrder(world);

  it("knows nothing of a stranger, and warns once the operator has confirmed a report", async () => {
    const person = await openPerson(world, 5);
    const { app, t } = person;
    const check = async (account: string): Promise<void> => {
      const field = app.getByLabel(t("safety:account"));
      await field.fill(account);
      // A second tap on the button within half a second would count as a double tap.
      await field.press("Enter");
    };
    await openFromGroup(person);
    await openPlace(person, "personalCenter");
    await openCell(person, "about:hub.antiFraud");
    await check("t.me/Fake_Hongbao");
    await app.getByText(t("safety:verdict.unknown.title")).waitFor();
    await app.getByRole("button", { name: t("safety:report"), exact: true }).click();
    await app.getByLabel(t("safety:reason")).fill("Pide la frase de recuperación");
    await pressMainAction(person, t("safety:send"));
    await app.getByText(t("safety:sent.title")).waitFor();

    const confirmation = ["confirm-report", "--account", "@fake_hongbao", "--reason", "ticket 7", "--book"];
    expect((await runScript(world.dataDir, "operator", confirmation)).output).toContain("Done.");
    await check("@fake_hongbao");
    await app.getByText(t("safety:verdict.reported.title")).waitFor();
    await check(`@${world.stack.info.botUsername}`);
    await app.getByText(t("safety:verdict.official.title")).waitFor();
    await person.close();
  });
});
