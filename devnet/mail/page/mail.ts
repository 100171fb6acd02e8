import type { StoredMail } from "../mailbox.ts";

const POLL_MS = 1_000;

const list = document.querySelector("#mails");
let shown = "";

function make(name: string, className: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

function drawMail({ to, from, subject, text, at }: StoredMail): HTMLElement {
  const mail = make("article", "mail", "");
  const head = make("div", "mail-head", "");
  const time = make("time", "", new Date(at).toLocaleTimeString());
  time.setAttribute("datetime", at);
  head.append(make("h2", "", subject), time);
  mail.append(head, make("p", "mail-people", `${from} → ${to}`), make("pre", "", text.trim()));
  return mail;
}

async function refresh(): Promise<void> {
  const answer = await fetch("/devnet/mail/messages");
  const text = await answer.text();
  if (text === shown) return;
  shown = text;
  const mails = JSON.parse(text) as StoredMail[];
  list?.replaceChildren(
    ...(mails.length === 0 ? [make("p", "empty", "No mail yet.")] : mails.toReversed().map(drawMail)),
  );
}

async function follow(): Promise<void> {
  // While the stack is down, the page shows the last mails.
  await refresh().catch(() => undefined);
  setTimeout(() => void follow(), POLL_MS);
}

const night = matchMedia("(prefers-color-scheme: dark)");
const showTheme = (): void => {
  document.documentElement.dataset["theme"] = night.matches ? "dark" : "light";
};
night.addEventListener("change", showTheme);
showTheme();
void follow();
