import type { Page } from "playwright";
import { pressMainAction } from "./person.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

type Change = Readonly<Record<string, string | number | boolean>>;

/** Tells the local TON wallet what to do. */
export async function setTonWallet({ stack }: World, change: Change): Promise<void> {
  const answer = await fetch(`${stack.url}/devnet/ton/wallet/settings`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
  });
  if (!answer.ok) throw new Error(`the wallet refused: ${await answer.text()}`);
}

/** From the explanation of the proof: goes to the wallet by its link, which the app shows in a window of its own. */
export async function openTonWallet(person: Person): Promise<Page> {
  const opened = person.page.context().waitForEvent("page");
  await pressMainAction(person, person.t("wallet:connection.sign"));
  return await opened;
}

/** Answers the wallet's question in its own page. */
export async function answerTonWallet(wallet: Page, kind: "connect" | "send", isAllowed: boolean): Promise<string> {
  const question = wallet.getByTestId(`ton-wallet-${kind}`);
  const text = await question.innerText();
  await question.getByTestId(isAllowed ? "ton-wallet-approve" : "ton-wallet-reject").click();
  return text;
}

/** Ends every connection that the local TON wallet has over its bridge. */
export async function cutTonWallet({ stack }: World): Promise<void> {
  const answer = await fetch(`${stack.url}/devnet/ton/wallet/cut`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  if (!answer.ok) throw new Error(`the wallet refused: ${await answer.text()}`);
}
