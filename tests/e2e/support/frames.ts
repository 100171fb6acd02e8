import type { Page } from "playwright";
import { findAppFrame } from "./person.ts";
import type { Person } from "./person.ts";

declare global {
  interface Window {
    /** What each frame of the app showed, without repeats. */
    seenFrames?: string[];
  }
}

/** Records in every later document what each frame shows: shell, screen or nothing, background and theme. */
export async function recordFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    window.seenFrames = seen;
    const isShown = (selector: string): boolean =>
      [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
    const readGround = (): string => {
      if (isShown(".stage-field")) return "hero";
      return isShown(".stage-ground, .shell-stage") ? "stage" : "page";
    };
    const readPicture = (): string => {
      if (isShown("main")) return `screen ${readGround()}`;
      return isShown(".shell") ? `shell ${readGround()}` : "nothing";
    };
    const note = (): void => {
      requestAnimationFrame(note);
      const picture = readPicture();
      // The document is still empty, so nothing is painted.
      if (picture === "nothing" && seen.length === 0) return;
      const [red = 0] = /\d+/.exec(getComputedStyle(document.documentElement).backgroundColor)?.map(Number) ?? [];
      const frame = `${picture}, ${red < 128 ? "dark" : "light"}`;
      if (frame !== seen.at(-1)) seen.push(frame);
    };
    requestAnimationFrame(note);
  });
}

/** What the frames of the app have shown since it was opened. */
export async function readFrames(person: Person): Promise<readonly string[]> {
  return (await (await findAppFrame(person)).evaluate(() => window.seenFrames)) ?? [];
}
