import { act, fetchLaunch, fetchView } from "./api.ts";
import { openAppWindow } from "./appWindow.ts";
import type { AppWindow } from "./appWindow.ts";
import { renderChatList } from "./chatList.ts";
import { renderConversation } from "./conversation.ts";
import { el } from "./dom.ts";
import { GENERAL } from "./forums.ts";
import { readLinkRights } from "./linkRights.ts";
import { renderText } from "./messageText.ts";
import type { ActionResult, PageChat, PageMessage, PageView } from "./pageTypes.ts";
import { renderPersonBar } from "./personBar.ts";
import { chooseChat, showMenu, showPopup, showToast } from "./sheets.ts";
import type { Flavour, Theme } from "./themes.ts";

const NARROW_PX = 700;
const NOWHERE = "Sorry, this link leads nowhere on this machine";
const START_PARAM = /^[A-Za-z0-9_-]{0,512}$/;

/** The page's own state, kept in its address, so that a reload or a copied link restores it. */
const query = new URLSearchParams(location.search);
const ageSeconds = query.get("ageSeconds") ?? "0";
/** The app's addresses ask for its inspector. */
const isInspected = query.has("inspect");
let person = Number(query.get("person") ?? "1");
let flavour: Flavour = query.get("flavour") === "k" ? "k" : "a";
let theme: Theme = readTheme();
let isPhone = query.get("device") === "phone";
/** Of a forum: whose messages are shown, and where the person writes. */
let openThreadId = GENERAL;
let openChatId: number | null = query.get("chat") === null ? null : Number(query.get("chat"));
let view: PageView = await fetchView(person);
let shownView = "";
let appWindow: AppWindow | null = null;

function readTheme(): Theme {
  const wanted = query.get("theme");
  if (wanted === "light" || wanted === "dark") return wanted;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function rememberInAddress(): void {
  const next = new URLSearchParams({ person: String(person), flavour, theme });
  if (isPhone) next.set("device", "phone");
  if (ageSeconds !== "0") next.set("ageSeconds", ageSeconds);
  if (openChatId !== null) next.set("chat", String(openChatId));
  if (isInspected) next.set("inspect", "");
  history.replaceState(null, "", `?${next}`);
  localStorage.setItem("devnet.messenger", location.search);
}

/** Whether the device shows either the chats or one of them, as the styles do. */
function isNarrow(): boolean {
  return (document.querySelector("#device")?.clientWidth ?? innerWidth) <= NARROW_PX;
}

function currentChat(): PageChat | undefined {
  return view.chats.find((chat) => chat.chatId === openChatId);
}

function render(): void {
  document.documentElement.dataset["theme"] = theme;
  document.documentElement.dataset["flavour"] = flavour;
  document.documentElement.classList.toggle("is-phone", isPhone && innerWidth > NARROW_PX);
  document.title = `${view.me.name} · messenger`;
  const page = document.querySelector("#page");
  const draft = page?.querySelector<HTMLInputElement>(".composer input")?.value ?? "";
  const hadFocus = document.activeElement?.matches(".composer input") ?? false;
  const chat = currentChat();
  const scrollTop = readScrollTop(page?.querySelector(".messages"));
  const wasSameChat = page?.querySelector<HTMLElement>(".conversation")?.dataset["chat"] === String(openChatId);
  document
    .querySelector("#strip")
    ?.replaceChildren(
      renderPersonBar(view, { flavour, theme, isPhone }, { choosePerson, chooseFlavour, chooseTheme, choosePhone }),
    );
  page?.replaceChildren(
    el(
      "div",
      { class: `messenger ${chat === undefined ? "shows-list" : "shows-chat"}` },
      renderChatList(view, openChatId, openChat),
      chat === undefined
        ? el(
            "main",
            { class: "conversation is-empty" },
            el("p", { class: "service is-long" }, "Select a chat to start messaging"),
          )
        : renderConversation(view, chat, openThreadId, draft, {
            openUrl,
            openWebApp,
            pressCallback,
            openMenu,
            openThread,
            goBack,
            say,
            copy,
            askInline,
            sendPrepared,
          }),
    ),
  );
  const messages = page?.querySelector(".messages");
  if (messages !== null && messages !== undefined)
    messages.scrollTop = (wasSameChat ? scrollTop : null) ?? messages.scrollHeight;
  if (hadFocus) page?.querySelector<HTMLInputElement>(".composer input")?.focus();
}

/** The scroll position of a person who reads older messages; null at the end, where the page follows new messages. */
function readScrollTop(messages: Element | null | undefined): number | null {
  if (messages === null || messages === undefined) return null;
  const isAtEnd = messages.scrollHeight - messages.scrollTop - messages.clientHeight < 40;
  return isAtEnd ? null : messages.scrollTop;
}

async function refresh(): Promise<void> {
  view = await fetchView(person);
  if (currentChat() === undefined) openChatId = null;
  if (openChatId === null && !isNarrow()) openChatId = view.chats[0]?.chatId ?? null;
  if (!(currentChat()?.topics?.some(({ threadId }) => threadId === openThreadId) ?? false)) openThreadId = GENERAL;
  const next = JSON.stringify([view, flavour, theme, isPhone, openChatId, openThreadId]);
  if (next === shownView) return;
  shownView = next;
  render();
}

function update(): void {
  rememberInAddress();
  refresh().catch(showFailure);
}

function showFailure(error: unknown): void {
  showToast(error instanceof Error ? error.message : String(error));
}

function choosePerson(n: number): void {
  appWindow?.close();
  person = n;
  if (openChatId !== null && openChatId > 0) openChatId = null;
  update();
}

function chooseFlavour(next: Flavour): void {
  appWindow?.close();
  flavour = next;
  update();
}

function chooseTheme(next: Theme): void {
  theme = next;
  appWindow?.setTheme(next);
  // Immediately: the page's switch leads to this theme and would not lead back.
  render();
  update();
}

function choosePhone(next: boolean): void {
  isPhone = next;
  update();
}

function openChat(chatId: number): void {
  openChatId = chatId;
  update();
}

function openThread(threadId: number): void {
  openThreadId = threadId;
  update();
}

function goBack(): void {
  openChatId = null;
  update();
}

function say(chatId: number, text: string): void {
  const send = async (): Promise<void> => {
    const chat = view.chats.find((each) => each.chatId === chatId);
    if (chat?.isBlocked === true) await act("blockBot", person, { isBlocked: false });
    await act("say", person, { chatId, text, threadId: openThreadId });
    await refresh();
  };
  send().catch(showFailure);
}

function copy(text: string): void {
  navigator.clipboard.writeText(text).then(() => showToast("Copied"), showFailure);
}

function pressCallback(message: PageMessage, data: string): void {
  const press = async (): Promise<void> => {
    const { answer } = await act("pressButton", person, { chatId: message.chatId, messageId: message.messageId, data });
    if (answer === null || answer === undefined) return;
    if (answer.url !== null) openUrl(answer.url, message.chatId);
    else if (answer.isAlert)
      await showPopup({ title: "", message: answer.text, buttons: [{ id: "ok", type: "ok", text: "OK" }] });
    else if (answer.text !== "") showToast(answer.text);
  };
  press().catch(showFailure);
}

function openMenu(chat: PageChat, opener: Element): void {
  const choose = async (): Promise<void> => {
    const chosen = await showMenu(opener, listMenu(chat));
    const { chatId } = chat;
    if (chosen === "botMembership") await act("botMembership", person, { chatId, isMember: !chat.hasBot });
    if (chosen === "botAdministrator")
      await act("botAdministrator", person, { chatId, isAdministrator: !chat.isBotAdministrator });
    if (chosen === "upgradeGroup") await act("upgradeGroup", person, { chatId });
    if (chosen === "forum") await act("forum", person, { chatId, isForum: chat.topics === null });
    const topic = chat.topics?.find(({ threadId }) => threadId === openThreadId);
    if (chosen === "openTopic") await act("openTopic", person, { chatId, name: `Topic ${chat.topics?.length ?? 1}` });
    if (chosen === "closeTopic")
      await act("closeTopic", person, { chatId, threadId: openThreadId, isClosed: topic?.isClosed !== true });
    if (chosen === "deleteTopic") await act("deleteTopic", person, { chatId, threadId: openThreadId });
    if (chosen === "hiddenMembers") await act("hiddenMembers", person, { chatId, isHidden: !chat.hasHiddenMembers });
    if (chosen === "leave") await act("membership", person, { chatId, isMember: false });
    if (chosen === "blockBot") await act("blockBot", person, { isBlocked: !chat.isBlocked });
    if (chosen !== null) await refresh();
  };
  choose().catch(showFailure);
}

/** What a person may do in a chat; only the owner of a group appoints administrators. */
function listMenu(chat: PageChat) {
  const icon = "robot" as const;
  if (chat.kind === "bot") return [{ key: "blockBot", icon, label: chat.isBlocked ? "Unblock bot" : "Block bot" }];
  const right = chat.isBotAdministrator ? "Make the bot an ordinary member" : "Make the bot an administrator";
  const members = chat.hasHiddenMembers ? "Show the members" : "Hide the members";
  return [
    { key: "botMembership", icon, label: chat.hasBot ? "Remove the bot" : "Add the bot" },
    ...(chat.isOwner && chat.hasBot ? [{ key: "botAdministrator", icon, label: right }] : []),
    ...(chat.isOwner ? [{ key: "hiddenMembers", icon, label: members }, ...listForumMenu(chat)] : []),
    ...(chat.isOwner ? [] : [{ key: "leave", icon, label: "Leave the group" }]),
  ];
}

function listForumMenu({ isBasic, topics }: PageChat) {
  const icon = "lines" as const;
  const isClosed = topics?.find(({ threadId }) => threadId === openThreadId)?.isClosed === true;
  return [
    ...(isBasic ? [{ key: "upgradeGroup", icon, label: "Make it a supergroup" }] : []),
    { key: "forum", icon, label: topics === null ? "Give it topics" : "Take the topics away" },
    ...(topics === null
      ? []
      : [
          { key: "openTopic", icon, label: "New topic" },
          { key: "closeTopic", icon, label: isClosed ? "Open this topic again" : "Close this topic" },
        ]),
    ...(topics === null || openThreadId === GENERAL ? [] : [{ key: "deleteTopic", icon, label: "Delete this topic" }]),
  ];
}

/** Opens an address as the messenger does: the bot's app, the forward sheet, a chat, or an ordinary page. */
function openUrl(address: string, chatId: number): void {
  const url = new URL(address);
  if (url.hostname !== "t.me") {
    window.open(address, "_blank", "noopener,noreferrer");
    return;
  }
  const [name, app] = url.pathname.split("/").filter((part) => part !== "");
  const startParam = url.searchParams.get("startapp");
  const isOurBot = name?.toLowerCase() === view.bot.username.toLowerCase();
  const isOurApp = isOurBot && (app === view.bot.appName || (app === undefined && startParam !== null));
  if (isOurApp) openApp(startParam ?? "", chatId);
  else if (isOurBot && url.searchParams.has("startgroup")) addBotToGroup(url.searchParams).catch(showFailure);
  else if (isOurBot && url.searchParams.has("startchannel") && asksChannelRights(url))
    addBotToChannel(url.searchParams).catch(showFailure);
  else if (isOurBot && app === undefined) openChat(view.me.id);
  else if (name === "share") shareUrl(url).catch(showFailure);
  else if (name !== undefined && app === undefined) openGroup(name).catch(showFailure);
  else showToast(NOWHERE);
}

/** Opens a public group, and lets a person join it who is not in it. */
async function openGroup(name: string): Promise<void> {
  const group = view.publicGroups.find(({ username }) => username.toLowerCase() === name.toLowerCase());
  if (group === undefined) return showToast(NOWHERE);
  const { chatId, title } = group;
  if (!view.chats.some((chat) => chat.chatId === chatId)) {
    const buttons = [
      { id: "join", type: "default", text: "Join group" },
      { id: "cancel", type: "cancel", text: "Cancel" },
    ] as const;
    if ((await showPopup({ title, message: "Do you want to join this group?", buttons })) !== "join") return undefined;
    await act("membership", person, { chatId, isMember: true });
    await refresh();
  }
  return openChat(chatId);
}

/** Without rights such a link is one to the bot. */
function asksChannelRights({ searchParams }: URL): boolean {
  return readLinkRights(searchParams.get("admin"), "channels") !== null;
}

/** Asks for the group if the person has more than one, of their own where the bot is to have rights. */
async function addBotToGroup(link: URLSearchParams): Promise<void> {
  const admin = link.get("admin");
  const isForOwners = readLinkRights(admin, "groups") !== null;
  const groups = view.chats.filter((chat) => chat.kind === "group" && (chat.isOwner || !isForOwners));
  const [only] = groups;
  if (only === undefined) {
    showToast(isForOwners ? "You have no group" : "You are in no group");
    return;
  }
  const bot = document.createTextNode(view.bot.name);
  const chatId = groups.length === 1 ? only.chatId : await chooseChat("Add to group", bot, groups);
  if (chatId === null) return;
  const added = await act("addBot", person, { chatId, admin, start: link.get("startgroup") ?? "" });
  await refresh();
  openChat(added.chatId ?? chatId);
}

async function addBotToChannel(link: URLSearchParams): Promise<void> {
  if (view.ownChannels.length === 0) return showToast("You have no channel");
  const channels = view.ownChannels.map((channel) => ({ ...channel, kind: "group" as const }));
  const chatId = await chooseChat("Add to channel", document.createTextNode(view.bot.name), channels);
  if (chatId === null) return undefined;
  await act("addBot", person, { chatId, admin: link.get("admin") });
  return showToast("The bot is an administrator of the channel");
}

async function askInline(text: string): Promise<NonNullable<ActionResult["inline"]> | null> {
  const { inline = null } = await act("askInline", person, { text });
  return inline;
}

function sendPrepared(chatId: number, id: string): void {
  act("sendPrepared", person, { chatId, id }).catch(showFailure);
}

function openWebApp(url: string): void {
  startApp({ startParam: null, chatId: view.me.id, ...(url === "" ? {} : { url }) });
}

function openApp(startParam: string, chatId: number): void {
  if (!START_PARAM.test(startParam)) {
    showToast("Sorry, this link is broken");
    return;
  }
  startApp({ startParam, chatId });
}

function startApp(launch: { startParam: string | null; chatId: number; url?: string }): void {
  const open = async (): Promise<void> => {
    const { url } = await fetchLaunch({ person, flavour, theme, ageSeconds, ...launch });
    const address = new URL(url);
    if (isInspected) address.searchParams.set("inspect", "");
    appWindow?.close();
    appWindow = openAppWindow({
      url: address.href,
      title: view.bot.name,
      flavour,
      theme,
      onClosed: () => {
        appWindow = null;
      },
      openTelegramLink: (link) => openUrl(link, launch.chatId),
      sharePrepared,
      shareRequested,
      hasWriteAccess: () => view.canBotWrite,
      allowWriteAccess: async () => {
        await act("writeAccess", person, { isAllowed: true });
        await refresh();
      },
      callCustomMethod: (method, params) => act("customMethod", person, { method, params }),
    });
    document.querySelector("#overlay")?.prepend(appWindow.element);
  };
  open().catch(showFailure);
}

async function sharePrepared(id: string): Promise<{ ok: boolean; error?: string }> {
  const { prepared, error } = await act("describePrepared", person, { id });
  if (prepared === undefined) return { ok: false, error: error ?? "MESSAGE_EXPIRED" };
  const chats = view.chats.filter((chat) => (chat.kind === "group" ? prepared.isForGroups : prepared.isForBots));
  const chatId = await chooseChat(
    "Share message",
    renderText(prepared, () => undefined),
    chats,
  );
  if (chatId === null) return { ok: false, error: "USER_DECLINED" };
  return await act("sendPrepared", person, { id, chatId });
}

async function shareRequested(id: string): Promise<boolean> {
  const { chatIds } = await act("describeRequest", person, { id });
  if (chatIds === undefined) return false;
  const chats = view.chats.filter(({ chatId }) => chatIds.includes(chatId));
  const chatId = await chooseChat("Choose a group", document.createTextNode(""), chats);
  if (chatId === null) return false;
  const { ok } = await act("shareRequested", person, { id, chatId });
  return ok;
}

async function shareUrl(url: URL): Promise<void> {
  const link = url.searchParams.get("url") ?? "";
  const words = url.searchParams.get("text") ?? "";
  const text = words === "" ? link : `${link}\n${words}`;
  const chatId = await chooseChat("Share link", document.createTextNode(text), view.chats);
  if (chatId === null) return;
  await act("say", person, { chatId, text });
  openChat(chatId);
}

await refresh();
const events = new EventSource("/devnet/telegram/events");
events.addEventListener("message", () => void refresh().catch(showFailure));
const wantedStart = query.get("startapp");
if (wantedStart !== null) openApp(wantedStart, openChatId ?? view.chats[0]?.chatId ?? view.me.id);
else if (query.has("menu")) openWebApp("");
rememberInAddress();
