import { avatarOf } from "./avatar.ts";
import { formatTime } from "./conversation.ts";
import { el, icon } from "./dom.ts";
import type { PageChat, PageMessage, PageView } from "./pageTypes.ts";

/** The left column: the person's chats, each with its newest message. */
export function renderChatList(view: PageView, openChatId: number | null, open: (chatId: number) => void): HTMLElement {
  return el(
    "nav",
    { class: "chats", "aria-label": "Chats" },
    el(
      "header",
      { class: "bar", "aria-hidden": "true" },
      el("span", { class: "icon-button" }, icon("lines")),
      el("div", { class: "search" }, icon("search", 22), "Search"),
    ),
    ...view.chats.map((chat) => renderChat(view, chat, chat.chatId === openChatId, open)),
    el("span", { class: "compose", "aria-hidden": "true" }, icon("pencil")),
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
      el("span", { class: "chat-last" }, el("span", { class: "chat-author" }, author), last?.text ?? chat.subtitle),
    ),
  );
}

function nameOfSender(view: PageView, message: PageMessage): string {
  if (message.from.id === view.me.id) return "You";
  return view.people.find((person) => person.id === message.from.id)?.name ?? message.from.first_name;
}
