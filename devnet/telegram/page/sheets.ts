import { avatarOf } from "./avatar.ts";
import { el, icon } from "./dom.ts";
import type { IconName } from "./dom.ts";
import type { PageChat } from "./pageTypes.ts";
import type { Popup } from "./webAppHost.ts";

const TOAST_MS = 3000;

function openDialog<Result>(
  build: (finish: (result: Result) => void) => HTMLElement,
  dismissed: Result,
): Promise<Result> {
  return new Promise((resolve) => {
    const finish = (result: Result): void => {
      dialog.remove();
      resolve(result);
    };
    const dialog = el("div", {
      class: "backdrop",
      role: "dialog",
      "aria-modal": "true",
      onclick: (event) => {
        if (event.target === dialog) finish(dismissed);
      },
      onkeydown: (event) => {
        if (event instanceof KeyboardEvent && event.key === "Escape") finish(dismissed);
      },
    });
    dialog.append(build(finish));
    document.querySelector("#overlay")?.append(dialog);
    dialog.querySelector<HTMLElement>("button")?.focus();
  });
}

/** The messenger's popup; resolves with the id of the pressed button, null if dismissed. */
export async function showPopup(popup: Popup): Promise<string | null> {
  return await openDialog<string | null>(
    (finish) =>
      el(
        "div",
        { class: "dialog", "data-testid": "popup" },
        popup.title === "" ? null : el("h2", {}, popup.title),
        el("p", {}, popup.message),
        el(
          "div",
          { class: "dialog-buttons" },
          ...popup.buttons.map((button) =>
            el(
              "button",
              {
                type: "button",
                class: `dialog-button ${button.type}`,
                "data-testid": `popup-button-${button.id}`,
                onclick: () => finish(button.id),
              },
              button.text,
            ),
          ),
        ),
      ),
    null,
  );
}

export async function confirm(question: string, yes: string): Promise<boolean> {
  const pressed = await showPopup({
    title: "",
    message: question,
    buttons: [
      { id: "cancel", type: "cancel", text: "Cancel" },
      { id: "yes", type: "default", text: yes },
    ],
  });
  return pressed === "yes";
}

/** Asks where to send something; resolves with a chat id, null if dismissed. `preview` shows what will be sent. */
export async function chooseChat(
  title: string,
  preview: Node,
  chats: readonly Pick<PageChat, "chatId" | "kind" | "title">[],
): Promise<number | null> {
  return await openDialog<number | null>(
    (finish) =>
      el(
        "div",
        { class: "dialog sheet", "data-testid": "share-sheet" },
        el("h2", {}, title),
        el("div", { class: "sheet-preview" }, preview),
        chats.length === 0 ? el("p", {}, "It may not be sent to any chat of yours.") : null,
        ...chats.map((chat) =>
          el(
            "button",
            {
              type: "button",
              class: "sheet-chat",
              "data-testid": `share-chat-${chat.chatId}`,
              onclick: () => finish(chat.chatId),
            },
            avatarOf(chat),
            el("span", {}, chat.title),
          ),
        ),
        el(
          "div",
          { class: "dialog-buttons" },
          el(
            "button",
            {
              type: "button",
              class: "dialog-button cancel",
              "data-testid": "share-cancel",
              onclick: () => finish(null),
            },
            "Cancel",
          ),
        ),
      ),
    null,
  );
}

interface MenuItem {
  readonly key: string;
  readonly icon: IconName;
  readonly label: string;
}

/** A menu below a button at the right; resolves with the chosen key. */
export async function showMenu(opener: Element, items: readonly MenuItem[]): Promise<string | null> {
  const { bottom, right } = opener.getBoundingClientRect();
  const device = document.querySelector("#device")?.getBoundingClientRect();
  const topPx = bottom + 4 - (device?.top ?? 0);
  const rightPx = Math.max(8, (device?.right ?? innerWidth) - right);
  return await openDialog<string | null>(
    (finish) =>
      el(
        "div",
        { class: "menu", "data-testid": "menu", style: `top: ${topPx}px; right: ${rightPx}px` },
        ...items.map((item) =>
          el(
            "button",
            { type: "button", "data-testid": `menu-${item.key}`, onclick: () => finish(item.key) },
            icon(item.icon, 22),
            item.label,
          ),
        ),
      ),
    null,
  );
}

export function showToast(text: string): void {
  const toast = el("output", { class: "toast", "data-testid": "toast" }, text);
  document.querySelector("#overlay")?.append(toast);
  setTimeout(() => toast.remove(), TOAST_MS);
}
