import { writeFile, mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import axe from "axe-core";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import texts from "#locales/en/proof.json" with { type: "json" };
import { makeDrawEvidence, TEST_CHAIN } from "#tests/support/makeDrawEvidence.ts";
import { buildVerifyPage } from "../../scripts/vite/verifyPage.ts";
import { launchBrowser } from "./support/browser.ts";
import { checkPapers } from "./support/checkPapers.ts";

const { evidence, receipts } = makeDrawEvidence(["0.5", "0.25", "1.25", "2", "1"], [3, 7]);
const BEACON = JSON.stringify({
  public_key: TEST_CHAIN.publicKey,
  period: TEST_CHAIN.periodS,
  genesis_time: TEST_CHAIN.genesisS,
  hash: TEST_CHAIN.hash,
});

let browser: Browser;
let url = "";

beforeAll(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "verify-page-"));
  const file = path.join(folder, "verify.html");
  await writeFile(file, await buildVerifyPage());
  url = pathToFileURL(file).href;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
});

/** Opens the page from its file, without a network. */
async function open(
  fragment = "",
  { locale = "en", scheme = "light" }: { locale?: string; scheme?: "light" | "dark" } = {},
) {
  const context = await browser.newContext({
    viewport: { width: 320, height: 800 },
    locale,
    colorScheme: scheme,
    offline: true,
  });
  const page = await context.newPage();
  const asked: string[] = [];
  const said: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  await page.goto(`${url}${fragment}`);
  return { page, asked, said };
}

async function check(page: Page, papers: unknown): Promise<string> {
  return checkPapers(page, typeof papers === "string" ? papers : JSON.stringify(papers), BEACON);
}

test("shows a true draw to a person and in full, without any request", async () => {
  const { page, asked, said } = await open();
  const shown = await check(page, [evidence, receipts[0]]);
  expect(shown).toContain(texts.page.open);
  expect(shown).toContain(texts.page.otherBeacon);
  for (const text of Object.values(texts.check)) expect(shown).toContain(text);
  for (const name of ["refused", "clock", "threshold", "people"] as const) expect(shown).toContain(texts.page[name]);
  for (const { name } of evidence.shares) expect(shown).toContain(name);
  expect(shown).toContain(texts.page.yours);
  await page.getByText(texts.page.others).last().click();
  await expect.poll(() => page.getByRole("table").last().getByRole("row").count()).toBe(8);
  await page.getByText(texts.page.expert).click();
  expect(await page.locator("pre").last().innerText()).toContain(evidence.commitment);
  expect(asked).toEqual([url]);
  expect(said).toEqual([]);
});

test("finds one changed digit", async () => {
  const { page } = await open();
  const changed = JSON.stringify(evidence).replace('"amount":"0.25"', '"amount":"0.26"');
  const shown = await check(page, changed);
  expect(shown).toContain(texts.page.false);
  expect(shown).toContain(texts.page.advice);
  expect(shown).toContain(texts.breach.wrongAmount);
  expect(await check(page, evidence)).toContain(texts.page.open);
});

test("finds fewer shares, told to who may not see the list", async () => {
  const { page } = await open();
  const hidden = { ...evidence, count: 4, shares: null, revealed: null, totalAmount: null };
  const shown = await check(page, hidden);
  expect(shown).toContain(texts.page.false);
  expect(shown).toContain(texts.breach.wrongSet);
});

test("says that a round is wrong which no beacon ever speaks", async () => {
  const { page, said } = await open();
  const windows = evidence.windows.map((window) => ({ ...window, round: Number.MAX_SAFE_INTEGER }));
  expect(await check(page, { ...evidence, windows })).toContain(texts.breach.wrongRound);
  expect(said).toEqual([]);
});

test("takes evidence from the link, and believes the public beacon alone", async () => {
  const { page } = await open(`#${Buffer.from(JSON.stringify(evidence)).toString("base64url")}`);
  await page.getByText(texts.page.false).waitFor();
  const shown = await page.locator("[aria-live]").innerText();
  expect(shown).toContain(texts.breach.foreignChain);
  expect(shown).toContain(texts.breach.wrongSignature);
});

test("takes files, as many as there are", async () => {
  const { page } = await open();
  const write = (name: string, value: unknown) => ({
    name,
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(value)),
  });
  const chooser = page.getByLabel(texts.page.files);
  await chooser.setInputFiles([write("evidence.json", evidence), write("receipt.json", receipts[1])]);
  await expect.poll(() => page.getByLabel(texts.page.papers).inputValue()).toContain("hongbao.receipt.1");
  await page.getByLabel(texts.page.files).setInputFiles([write("root.json", evidence.windows[0]?.root)]);
  await expect.poll(() => page.getByLabel(texts.page.papers).inputValue()).toMatch(/^\[\[/);
  await page.getByRole("button", { name: texts.page.start }).click();
  await page.getByText(texts.breach.foreignChain).waitFor();
});

test.each<[string, unknown, string]>([
  ["nothing", "", texts.page.noEvidence],
  ["a receipt alone", receipts[0], texts.page.noEvidence],
  ["evidence of two envelopes", [evidence, evidence], texts.page.manyEvidence],
  ["no JSON", "<html>", "This cannot be read"],
  [
    "a page that wants to run",
    { ...evidence, envelopeId: "<img src=x onerror=alert(1)>" },
    "envelopeId has another form",
  ],
])("says what is wrong with %s", async (_, papers, text) => {
  const { page } = await open();
  expect(await check(page, papers)).toContain(text);
});

test("a name runs nothing and hides nothing", async () => {
  const { page, said } = await open();
  const shares = evidence.shares.map((share) => ({ ...share, name: "<img src=x onerror=console.log(1)>" }));
  expect(await check(page, { ...evidence, shares })).toContain("<img src=x");
  expect(said).toEqual([]);
});

test.each([
  ["en", "light"],
  ["km", "dark"],
  ["zh-TW", "dark"],
] as const)("in %s by %s nothing is cut at 320 px, and axe finds nothing", async (locale, scheme) => {
  const { page } = await open(`#${Buffer.from(JSON.stringify(evidence)).toString("base64url")}`, { locale, scheme });
  await page.locator("#verdict").waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
  await page.locator("details").evaluateAll((all) => {
    for (const one of all) one.setAttribute("open", "");
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  // The page's own policy lets no script in; the protocol does.
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: run } = globalThis as unknown as { axe: typeof axe };
    return (await run.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
  expect(violations).toEqual([]);
});

test("the language is changed where one is, and what was found stays", async () => {
  const { page } = await open();
  await check(page, evidence);
  await page.getByLabel(texts.page.language).selectOption("es");
  await page.getByText("Qué se verificó").waitFor();
  expect(fileURLToPath(page.url())).toContain("verify.html");
});
