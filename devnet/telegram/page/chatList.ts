import { avatarOf } from "./avatar.ts";
import { formatTime } from "./conversation.ts";
import { el } from "./dom.ts";
import type { PageChat, PageView } from "./pageTypes.ts";

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
  const author = last === undefined || last.isService || chat.kind === "bot" ? "" : `${last.from.id === view.me.id ? "You" : last.from.first_name}: `;
  return el(
    "button",
    { type: "button", class: `chat ${isOpen ? "is-open" : ""}`, "data-testid": `chat-${chat.chatId}`, onclick: () => open(chat.chatId) },
    avatarOf(chat),
    el(
      "span",
      { class: "chat-text" },
      el("span", { class: "chat-line" }, el("strong", {}, chat.title), el("time", {}, last === undefined ? "" : formatTime(last.date))),
      el("span", { class: "chat-last" }, last === undefined ? "" : `${author}${last.text}`),
    ),
  );
}
