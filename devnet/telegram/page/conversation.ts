import { GENERAL } from "./forums.ts";
import { avatarOf } from "./avatar.ts";
import { el, icon } from "./dom.ts";
import { createInlineOffers, type InlineActions } from "./inlineOffers.ts";
import { renderText } from "./messageText.ts";
import type { PageChat, PageMessage, PageView } from "./pageTypes.ts";

export interface ConversationActions extends InlineActions {
  readonly openUrl: (url: string, chatId: number) => void;
  readonly pressCallback: (message: PageMessage, data: string) => void;
  /** @param opener what the menu hangs from */
  readonly openMenu: (chat: PageChat, opener: Element) => void;
  readonly openThread: (threadId: number) => void;
  readonly goBack: () => void;
  readonly say: (chatId: number, text: string) => void;
  readonly copy: (text: string) => void;
}

/** One chat: its bar, its messages and the input. */
export function renderConversation(
  view: PageView,
  chat: PageChat,
  openThreadId: number,
  draft: string,
  actions: ConversationActions,
): HTMLElement {
  return el(
    "main",
    { class: "conversation", "data-testid": "conversation", "data-chat": String(chat.chatId) },
    el(
      "header",
      { class: "bar" },
      el(
        "button",
        {
          type: "button",
          class: "icon-button only-narrow",
          "aria-label": "Back to chats",
          "data-testid": "chat-back",
          onclick: actions.goBack,
        },
        icon("back"),
      ),
      avatarOf(chat),
      el("div", { class: "bar-text" }, el("h2", {}, chat.title), el("p", {}, chat.subtitle)),
      el("span", { class: "icon-button", "aria-hidden": "true" }, icon("search")),
      el(
        "button",
        {
          type: "button",
          class: "icon-button",
          "aria-label": "Chat menu",
          "data-testid": "chat-menu",
          onclick: ({ currentTarget }) => {
            if (currentTarget instanceof Element) actions.openMenu(chat, currentTarget);
          },
        },
        icon("more"),
      ),
    ),
    chat.topics === null ? null : renderTopics(chat.topics, openThreadId, actions),
    el(
      "div",
      { class: "messages", "data-testid": "messages" },
      ...renderMessages(view, showTopic(chat, openThreadId), actions),
    ),
    renderComposer(view, chat, draft, actions),
  );
}

/** The chat as one of its topics; one without topics as it is. */
function showTopic(chat: PageChat, openThreadId: number): PageChat {
  if (chat.topics === null) return chat;
  return { ...chat, messages: chat.messages.filter(({ threadId }) => (threadId ?? GENERAL) === openThreadId) };
}

function renderTopics(
  topics: NonNullable<PageChat["topics"]>,
  openThreadId: number,
  { openThread }: ConversationActions,
): HTMLElement {
  return el(
    "nav",
    { class: "topics", "aria-label": "Topics" },
    ...topics.map(({ threadId, name, isClosed }) =>
      el(
        "button",
        {
          type: "button",
          "data-testid": `topic-${threadId}`,
          "aria-current": String(threadId === openThreadId),
          onclick: () => openThread(threadId),
        },
        isClosed ? `${name} (closed)` : name,
      ),
    ),
  );
}

function renderMessages(view: PageView, chat: PageChat, actions: ConversationActions): HTMLElement[] {
  if (chat.messages.length === 0)
    return [
      el(
        "p",
        { class: "service is-long" },
        chat.kind === "bot" ? "What can this bot do? Press Start to find out." : "No messages here yet",
      ),
    ];
  return chat.messages.flatMap((message, index) => {
    const before = chat.messages[index - 1];
    const day = formatDay(message.date);
    return [
      ...(before !== undefined && formatDay(before.date) === day
        ? []
        : [el("p", { class: "service" }, day === formatDay(Date.now() / 1000) ? "Today" : day)]),
      message.isService
        ? el("p", { class: "service" }, message.text)
        : renderMessage(view, chat, message, before, chat.messages[index + 1], actions),
    ];
  });
}

function renderMessage(
  view: PageView,
  chat: PageChat,
  message: PageMessage,
  before: PageMessage | undefined,
  after: PageMessage | undefined,
  actions: ConversationActions,
): HTMLElement {
  const isMine = message.from.id === view.me.id;
  const isFirst = before === undefined || before.isService || before.from.id !== message.from.id;
  const isLast = after === undefined || after.isService || after.from.id !== message.from.id;
  const isGroup = chat.kind === "group";
  const author = view.people.find((person) => person.id === message.from.id);
  const name = author?.name ?? message.from.first_name;
  const openUrl = (url: string): void => actions.openUrl(url, chat.chatId);
  return el(
    "article",
    {
      class: `message ${isMine ? "is-mine" : "is-theirs"} ${isFirst ? "is-first" : ""} ${isLast ? "is-last" : ""} ${isGroup ? "in-group" : ""} ${message.replyMarkup === null ? "" : "has-keyboard"}`,
      "data-testid": `message-${message.messageId}`,
    },
    isGroup && !isMine
      ? el("span", { class: "message-avatar" }, isLast ? avatarOf(author ?? { kind: "bot" }) : null)
      : null,
    el(
      "div",
      { class: "message-column" },
      el(
        "div",
        { class: "bubble" },
        isGroup && !isMine && isFirst ? el("span", { class: `author author-${(author?.n ?? 0) % 7}` }, name) : null,
        message.onlyFor === null ? null : el("span", { class: "via" }, "Only you can see this"),
        message.isViaBot ? el("span", { class: "via" }, `via @${view.bot.username}`) : null,
        message.photoUrl === null
          ? null
          : el("img", { class: "photo", src: message.photoUrl, alt: "", "data-testid": "message-photo" }),
        el("span", { class: "text" }, renderText(message, openUrl)),
        el(
          "span",
          { class: "time" },
          `${message.editDate === null ? "" : "edited "}${formatTime(message.date)}`,
          isMine ? icon("ticks", 16) : null,
        ),
      ),
      renderKeyboard(message, actions, openUrl),
    ),
  );
}

function renderKeyboard(
  message: PageMessage,
  actions: ConversationActions,
  openUrl: (url: string) => void,
): HTMLElement | null {
  if (message.replyMarkup === null) return null;
  return el(
    "div",
    { class: "keyboard" },
    ...message.replyMarkup.inline_keyboard.map((row) =>
      el(
        "div",
        { class: "keyboard-row" },
        ...row.map((button) =>
          el(
            "button",
            {
              type: "button",
              "data-testid": "message-button",
              "data-style": button.style ?? "",
              disabled: button.disabled !== undefined,
              onclick: () => {
                if (button.url !== undefined) openUrl(button.url);
                else if (button.web_app !== undefined) actions.openWebApp(button.web_app.url);
                else if (button.callback_data !== undefined) actions.pressCallback(message, button.callback_data);
                else if (button.copy_text !== undefined) actions.copy(button.copy_text.text);
              },
            },
            button.text,
            button.url === undefined ? null : el("span", { class: "corner" }, icon("link", 12)),
          ),
        ),
      ),
    ),
  );
}

function renderComposer(view: PageView, chat: PageChat, draft: string, actions: ConversationActions): HTMLElement {
  if (chat.kind === "bot" && !chat.canWrite) {
    const label = chat.isBlocked ? "Unblock and restart" : "Start";
    return el(
      "footer",
      { class: "composer" },
      el(
        "button",
        {
          type: "button",
          class: "start",
          "data-testid": "start-bot",
          onclick: () => actions.say(chat.chatId, "/start"),
        },
        label,
      ),
    );
  }
  const input = el("input", {
    type: "text",
    name: "text",
    placeholder: "Message",
    "aria-label": "Message",
    autocomplete: "off",
    "data-testid": "composer-input",
  });
  input.value = draft;
  return el(
    "footer",
    { class: "composer" },
    createInlineOffers(input, { chatId: chat.chatId, username: view.bot.username }, actions),
    el(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          if (input.value.trim() === "") return;
          actions.say(chat.chatId, input.value);
          input.value = "";
        },
      },
      el(
        "div",
        { class: "composer-line" },
        chat.kind === "bot"
          ? el(
              "button",
              {
                type: "button",
                class: "open-app",
                "data-testid": "open-app",
                onclick: () => actions.openWebApp(view.menuButton?.url ?? ""),
              },
              icon("app", 20),
              view.menuButton?.text ?? "Open",
            )
          : el("span", { class: "icon-button", "aria-hidden": "true" }, icon("smile")),
        input,
        el("span", { class: "icon-button", "aria-hidden": "true" }, icon("clip")),
      ),
      el(
        "button",
        { type: "submit", class: "send", "aria-label": "Send", "data-testid": "composer-send" },
        icon("mic"),
        icon("plane"),
      ),
    ),
  );
}

/** Hours and minutes of a Unix time, as beside a message. */
export function formatTime(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

function formatDay(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
}
