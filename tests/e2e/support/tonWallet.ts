import type { Page } from "playwright";
import { pressMainAction } from "./person.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

type Change = Readonly<Record<string, string | number | boolean>>;

/** Tells the local TON wallet what to do. */
export async function setTonWallet(world: World, change: Change): Promise<void> {
  await tellWallet(world, "settings", change);
}

async function tellWallet({ stack }: World, path: string, body: object): Promise<void> {
  const answer = await fetch(`${stack.url}/devnet/ton/wallet/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the wallet refused: ${await answer.text()}`);
}

/** From the explanation of the proof: goes to the wallet by its link, which the app shows in a window of its own. */
export async function openTonWallet(person: Person): Promise<Page> {
  const opened = person.page.context().waitForEvent("page");
  await pressMainAction(person, person.t("wallet:connection.sign"));
  return await opened;
}

/** From the form of a wallet: connects and binds the local one by its proof, and goes on; resolves with the wallet's page. */
export async function bindTonWallet(person: Person): Promise<Page> {
  const { app, t } = person;
  await pressMainAction(person, t("wallet:binding.connect"));
  await app.getByText(t("wallet:connection.proofText")).waitFor();
  const wallet = await openTonWallet(person);
  await answerTonWallet(wallet, "connect", true);
  await app.getByText(t("wallet:binding.state.bound")).waitFor();
  await pressMainAction(person, t("wallet:binding.continue"));
  return wallet;
}

/** Answers the wallet's question in its own page. */
export async function answerTonWallet(wallet: Page, kind: "connect" | "send", isAllowed: boolean): Promise<string> {
  const question = wallet.getByTestId(`ton-wallet-${kind}`);
  const text = await question.innerText();
  await question.getByTestId(isAllowed ? "ton-wallet-approve" : "ton-wallet-reject").click();
  return text;
}

/** Ends every connection that the local TON wallet has over its bridge. */
export async function cutTonWallet(world: World): Promise<void> {
  await tellWallet(world, "cut", {});
}
