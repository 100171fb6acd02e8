import { avatarOf } from "./avatar.ts";
import { formatTime } from "./conversation.ts";
import { el } from "./dom.ts";
import type { PageChat, PageMessage, PageView } from "./pageTypes.ts";

/** The left column: the chats of the person, newest message first in each. */
export function renderChatList(view: PageView, openChatId: number | null, open: (chatId: number) => void): HTMLElement {
  const me = view.people.find((person) => person.n === view.me.n);
  return el(
    "nav",
    { class: "chats", "aria-label": "Chats" },
    el("header", { class: "bar" }, me === undefined ? null : avatarOf(me), el("div", { class: "search" }, "Search")),
    ...view.chats.map((chat) => renderChat(view, chat, chat.chatId === openChatId, open)),
  );
}

function renderChat(view: PageView, chat: PageChat, isOpen: boolean, open: (chatId: number) => void): HTMLElement {
  const last = chat.messages.at(-1);
  const author = last === undefined || last.isService || chat.kind === "bot" ? "" : `${nameOfSender(view, last)}: `;
  return el(
    "button",
    {
      type: "button",
      class: `chat ${isOpen ? "is-open" : ""}`,
      "data-testid": `chat-${chat.chatId}`,
      onclick: () => open(chat.chatId),
    },
    avatarOf(chat),
    el(
      "span",
      { class: "chat-text" },
      el(
        "span",
        { class: "chat-line" },
        el("strong", {}, chat.title),
        el("time", {}, last === undefined ? "" : formatTime(last.date)),
      ),
      el("span", { class: "chat-last" }, last === undefined ? "" : `${author}${last.text}`),
    ),
  );
}

function nameOfSender(view: PageView, message: PageMessage): string {
  if (message.from.id === view.me.id) return "You";
  return view.people.find((person) => person.id === message.from.id)?.name ?? message.from.first_name;
}
