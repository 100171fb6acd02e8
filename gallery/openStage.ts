import type { Language } from "#domain/language/language.ts";
import "#src/styles/main.css";
import { mountIconSprite } from "#tests/support/mountIconSprite.ts";

import { draw, settle } from "./draw.ts";
import type { Content } from "./picture.ts";
import { forceStates } from "./static/forceStates.ts";
import { showTexts } from "./texts.ts";
import { wearTheme, type ThemeName } from "./themes.ts";

interface Show {
  node: Content;
  language: Language;
  theme: ThemeName;
}

export interface Stage {
  /** Shows one picture in place of the one before. */
  show: (show: Show) => Promise<void>;
  /** Shows the same picture in another language. */
  speak: (language: Language) => Promise<void>;
  clear: () => Promise<void>;
}

/** The page set up as in the app: one picture at a time, in a language and a theme. */
export function openStage(): Stage {
  mountIconSprite();
  const container = document.createElement("div");
  container.id = "root";
  document.body.append(container);
  layOutAll();
  let clear = (): Promise<void> => Promise.resolve();
  const open = (content: Content) =>
    typeof content === "function" ? content((node) => draw(node, container)) : draw(content, container);
  return {
    show: async ({ node, language, theme }) => {
      await clear();
      await showTexts(language);
      wearTheme(theme);
      clear = await open(node);
      rest();
      await waitForEffects();
      endAnimations();
    },
    speak: async (language) => {
      await settle(() => showTexts(language));
      rest();
    },
    clear: async () => {
      await clear();
      clear = () => Promise.resolve();
    },
  };
}

function rest(): void {
  forceStates();
  window.scrollTo(0, 0);
  endAnimations();
}

/** React runs effects after a paint, and dialogs open in one. */
async function waitForEffects(): Promise<void> {
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      setTimeout(resolve);
    });
  });
}

/** Finite animations are at their end, endless ones at their beginning. */
function endAnimations(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel();
    else animation.finish();
  }
}

/** Off-screen rows have an estimated height until they are scrolled to, but the checks need the whole page. */
function layOutAll(): void {
  const style = document.createElement("style");
  style.textContent = "* { content-visibility: visible !important }";
  document.head.append(style);
}
