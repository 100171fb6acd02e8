import type { ActionResult, PageView } from "./pageTypes.ts";
import type { Flavour, Theme } from "./themes.ts";

export interface LaunchRequest {
  readonly person: number;
  /** null opens the app by the bot's menu button. */
  readonly startParam: string | null;
  readonly chatId: number;
  readonly url?: string;
  /** Age of the launch data's signature. */
  readonly ageSeconds: string;
  readonly flavour: Flavour;
  readonly theme: Theme;
}

export async function fetchView(person: number): Promise<PageView> {
  return (await readAnswer(await fetch(`/devnet/telegram/view?person=${person}`))) as PageView;
}

export async function fetchLaunch(launch: LaunchRequest): Promise<{ url: string }> {
  const query = new URLSearchParams({
    person: String(launch.person),
    chatId: String(launch.chatId),
    flavour: launch.flavour,
    theme: launch.theme,
    ageSeconds: launch.ageSeconds,
    ...(launch.startParam === null ? {} : { startParam: launch.startParam }),
    ...(launch.url === undefined ? {} : { url: launch.url }),
  });
  return (await readAnswer(await fetch(`/devnet/launch?${query}`))) as { url: string };
}

/** Sends an action of the person; rejects with a sentence if the messenger refuses it. */
export async function act(
  name: string,
  person: number,
  input: Readonly<Record<string, unknown>>,
): Promise<ActionResult> {
  const answer = await fetch(`/devnet/telegram/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ person, ...input }),
  });
  return (await readAnswer(answer)) as ActionResult;
}

async function readAnswer(answer: Response): Promise<unknown> {
  const value = (await answer.json()) as { error?: string };
  if (!answer.ok) throw new Error(value.error ?? `the messenger answered ${answer.status}`);
  return value;
}
