import type { Browser, Frame, FrameLocator, Locator, Page } from "playwright";
import { PHONE } from "./browser.ts";
import { pressAction, pressByEvent } from "./pressAction.ts";
import { lookAtButton } from "#tests/support/lookAtButton.ts";
import { createTranslate } from "./texts.ts";
import type { Translate } from "./texts.ts";
import type { World } from "./world.ts";

/** Where the app shows its screens: a frame of the messenger, or a tab of its own. */
export type AppContent = Pick<FrameLocator, "getByLabel" | "getByRole" | "getByTestId" | "getByText" | "locator">;

/** A person with the messenger on their own device. */
export interface Person {
  readonly n: number;
  /** The messenger. */
  readonly page: Page;
  /** What the app shows inside the messenger. */
  readonly app: AppContent;
  /** The app's texts in this person's language. */
  readonly t: Translate;
  close(): Promise<void>;
}

export interface PersonOptions {
  readonly flavour?: "a" | "k";
  readonly theme?: "light" | "dark";
  readonly browser?: Browser;
  /** The group whose chat is open; left out, the first one of the person. */
  readonly chatId?: number;
  /** More of the messenger's address: `startapp`, `menu`, `ageSeconds`. */
  readonly query?: Readonly<Record<string, string>>;
  /** Whether the page's time is the test's, by `page.clock`. */
  readonly hasClock?: boolean;
}

/** Opens the messenger of a person at the chat of a group of theirs. */
export async function openPerson(world: World, n: number, options: PersonOptions = {}): Promise<Person> {
  const { flavour = "a", theme = "light", browser = world.browser, query = {}, hasClock = false } = options;
  const { info, url } = world.stack;
  const known = info.people.find((person) => person.n === n);
  if (known === undefined) throw new Error(`there is no person ${n}`);
  const context = await browser.newContext({ viewport: PHONE, reducedMotion: "reduce" });
  if (hasClock) await context.clock.install();
  const page = await context.newPage();
  world.watch.follow(page, `person ${n}`);
  const address = new URLSearchParams({ person: String(n), flavour, theme, ...query });
  const [chatId] = known.groupIds;
  if (chatId !== undefined) address.set("chat", String(options.chatId ?? chatId));
  await page.goto(`${url}/devnet/?${address}`);
  return {
    n,
    page,
    app: page.frameLocator("[data-testid=app-frame]"),
    t: await createTranslate(known.languageCode),
    close: () => context.close(),
  };
}

/** Presses the first button that does something under the message that holds `text`. */
export async function pressMessageButton({ page }: Person, text: string | RegExp): Promise<void> {
  const message = page.getByTestId("messages").locator("article").filter({ hasText: text }).last();
  await message.getByTestId("message-button").and(page.locator(":enabled")).first().click();
}

/** Opens the app from the bot's greeting in the group, and waits until the person's start page is shown. */
export async function openFromGroup(person: Person): Promise<void> {
  await pressMessageButton(person, /Open the app from here/);
  await person.app.getByText(person.t("app:home.pitch")).waitFor();
}

/** Opens the chat of another group of the person. */
export async function openChat({ page }: Person, chatId: number): Promise<void> {
  await page.getByTestId("chat-back").click();
  await page.getByTestId(`chat-${chatId}`).click();
}

/** Follows a link of the bar of main places. */
export async function openPlace({ app, t }: Person, name: string): Promise<void> {
  await app.getByRole("link", { name: t(`app:nav.${name}`), exact: true }).click();
}

/** The frame of the app, to ask its document and address. */
export async function findAppFrame({ page }: Person): Promise<Frame> {
  const handle = await page.getByTestId("app-frame").elementHandle();
  const frame = await handle?.contentFrame();
  if (frame == null) throw new Error("the app is not open");
  return frame;
}

/** Path and query of the app's address. */
export async function readAppPath(person: Person): Promise<string> {
  const { pathname, search } = new URL((await findAppFrame(person)).url());
  return pathname + search;
}

/** Goes to another place of the app as one of its own links would, without loading the page anew. */
export async function goTo(person: Person, path: string): Promise<void> {
  const frame = await findAppFrame(person);
  await frame.evaluate((to) => {
    // Each entry has a key of its own, by which the app knows where the person was on it.
    const state = { idx: 1, key: Math.random().toString(36) };
    history.pushState(state, "", to);
    window.dispatchEvent(new PopStateEvent("popstate", { state }));
  }, path);
}

/** Reloads the app as the messenger's menu does, but waits for its answer for longer than 300 ms, as a busy machine asks. */
export async function reloadApp(person: Person): Promise<void> {
  const frame = await findAppFrame(person);
  const reloaded = frame.waitForNavigation();
  await person.page.getByTestId("app-frame").evaluate((app: HTMLIFrameElement) => {
    app.contentWindow?.postMessage(JSON.stringify({ eventType: "reload_iframe" }), new URL(app.src).origin);
  });
  await reloaded;
}

/** Goes back by the messenger's own arrow. */
export async function goBack({ page }: Person): Promise<void> {
  await page.getByTestId("app-back").click();
}

/** Test id of the messenger's own main button. */
const HOSTED_BUTTON = "app-main-button";

/** Finds a screen's main action: the messenger's own button where it shows it, else the one in the page. */
export async function findMainAction({ page, app }: Person, name: string): Promise<Locator> {
  const hosted = page.getByTestId(HOSTED_BUTTON).and(page.getByRole("button", { name, exact: true }));
  const inPage = app.getByRole("button", { name, exact: true });
  return await Promise.any(
    [hosted, inPage].map(async (button) => {
      await button.waitFor();
      return button;
    }),
  );
}

/** Presses a screen's main action, as somebody who has looked at it. */
export async function pressMainAction(person: Person, name: string): Promise<void> {
  const action = await findMainAction(person, name);
  const isHosted = (await action.getAttribute("data-testid")) === HOSTED_BUTTON;
  if (isHosted) await (await findAppFrame(person)).evaluate(lookAtButton);
  await pressAction(action, isHosted ? pressByEvent : undefined);
}
