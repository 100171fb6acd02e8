import { lookAtButton } from "#tests/support/lookAtButton.ts";
import { getStaged, giveMessengerButtons, takeNotes } from "../static/onStage.ts";
import { findControl, listControls, type Control } from "#tests/screens/controls.ts";
import { noteLink, type Known } from "./known.ts";
import { pressControl, react, type Hand, type Press } from "./press.ts";

export interface PressedControl extends Pick<Control, "kind" | "name" | "isDisabled" | "isChosen"> {
  /** What had to be pressed before, for it to be there. */
  path: readonly string[];
  pointer: Press;
  keyboard: Press;
}

/** What opens on a press, and what opens in that, is pressed too. */
const MAX_DEPTH = 2;
const MESSENGER = "messenger";
const HANDS: readonly Hand[] = ["pointer", "keyboard"];

/**
 * Presses every control of the picture, also those that another one uncovers.
 * @param redraw brings the picture back after a press that changed it
 * @param known what other pictures of the screen have shown
 */
export async function pressAll(redraw: () => Promise<void>, known: Known): Promise<readonly PressedControl[]> {
  const pressed: PressedControl[] = [];
  const pressedKeys = new Set<string>();
  const letPageScroll = holdPage();
  let isTouched = false;
  const changes = new MutationObserver(() => {
    isTouched = true;
  });
  changes.observe(document.documentElement, { childList: true, subtree: true, attributes: true });
  const paths: string[][] = [[]];
  let isChanged = false;
  const restore = async (path: readonly string[]) => {
    await redraw();
    isChanged = false;
    for (const key of path) await pressKey(key, "pointer", known);
  };
  for (const path of paths) {
    if (path.length > 0) await restore(path);
    for (const control of listControls()) {
      const { key, kind, name, isDisabled, isChosen } = control;
      if (pressedKeys.has(key)) continue;
      pressedKeys.add(key);
      if (noteLink(known, control)) continue;
      const presses: Partial<Record<Hand, Press>> = {};
      for (const hand of HANDS) {
        // What loads late may have opened since.
        if (isChanged || !listKeys().includes(key)) await restore(path);
        const before = listKeys();
        const title = readTitle();
        isTouched = false;
        const press = await pressKey(key, hand, known);
        const after = isTouched ? listKeys() : before;
        const uncovered = after.filter((one) => !before.includes(one));
        isChanged = uncovered.length > 0 || after.length !== before.length;
        const hasOpened = uncovered.length > 0;
        if (hand === "pointer" && uncovered.some((one) => !pressedKeys.has(one)) && path.length < MAX_DEPTH)
          paths.push([...path, key]);
        presses[hand] = isChanged ? { ...press, deeds: [...press.deeds, nameChange(hasOpened, title)] } : press;
      }
      const { pointer, keyboard } = presses;
      if (pointer !== undefined && keyboard !== undefined)
        pressed.push({ kind, name, isDisabled, isChosen, path, pointer, keyboard });
    }
  }
  changes.disconnect();
  letPageScroll();
  giveMessengerButtons(true);
  await redraw();
  giveMessengerButtons(false);
  return [...pressed, ...(await pressMain()), ...(await pressBack())];
}

/**
 * Keeps keys from scrolling the page: the browser would go on scrolling in the next picture.
 * @returns lets the page be scrolled again
 */
function holdPage(): () => void {
  const style = document.createElement("style");
  style.textContent = ":root { overflow: hidden !important }";
  document.head.append(style);
  return () => {
    style.remove();
  };
}

function listKeys(): string[] {
  return listControls().map(({ key }) => key);
}

async function pressKey(key: string, hand: Hand, known: Known): Promise<Press> {
  const control = findControl(key);
  return control === undefined ? { sent: [], deeds: ["is gone"] } : pressControl(control, hand, known);
}

/** Of the uppermost dialog; null where none is open. */
function readTitle(): string | null {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")].at(-1);
  return dialog === undefined ? null : (dialog.querySelector("h2")?.textContent ?? "");
}

function nameChange(hasOpened: boolean, titleBefore: string | null): string {
  if (!hasOpened) return "closes";
  const title = readTitle();
  return title === null || title === titleBefore ? "unfolds" : `opens “${title}”`;
}

/** The messenger's main button, which no keyboard reaches. */
async function pressMain(): Promise<PressedControl[]> {
  const { messenger } = getStaged();
  const button = messenger.getMainButton();
  if (button === null) return [];
  const press = await pressMessenger(messenger.pressMainButton);
  const isDisabled = !button.isEnabled || button.isBusy;
  return [
    {
      kind: "button",
      name: button.text,
      isDisabled,
      isChosen: false,
      path: [MESSENGER],
      pointer: press,
      keyboard: press,
    },
  ];
}

/** The messenger's arrow, which no keyboard reaches. */
async function pressBack(): Promise<PressedControl[]> {
  const { messenger } = getStaged();
  if (!messenger.hasBack()) return [];
  const press = await pressMessenger(messenger.pressBack);
  return [
    {
      kind: "button",
      name: "back",
      isDisabled: false,
      isChosen: false,
      path: [MESSENGER],
      pointer: press,
      keyboard: press,
    },
  ];
}

async function pressMessenger(press: () => void): Promise<Press> {
  lookAtButton();
  takeNotes();
  press();
  await react();
  return takeNotes();
}
