/**
 * The wallet that a link of TON Connect opens. What it shows and does is in the process behind it, which holds the keys
 * and speaks over the bridge.
 */
export interface Prompt {
  id: string;
  via: string;
  kind: string;
  title: string;
  rows: [string, string][];
}

interface State {
  settings: Record<string, unknown> & { accountIndex: number };
  accounts: { index: number; shownAddress: string }[];
  prompts: Prompt[];
  sessionCount: number;
}

const POLL_MS = 400;

async function call(name: string, body?: object): Promise<unknown> {
  const answer = await fetch(
    `/devnet/ton/wallet/${name}`,
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  return ((await answer.json()) as { result: unknown }).result;
}

function el(tag: string, attributes: Record<string, string>, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function button(testId: string, label: string, act: () => void): HTMLElement {
  const made = el("button", { type: "button", "data-testid": testId }, label);
  made.addEventListener("click", act);
  return made;
}

function drawPrompt({ id, kind, title, rows }: Prompt): HTMLElement {
  const answer = (isAllowed: boolean): void => void call("answer", { promptId: id, isAllowed }).then(refresh);
  return el(
    "section",
    { "data-testid": `ton-wallet-${kind}`, "data-prompt": id },
    el("h2", {}, title),
    el("dl", {}, ...rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
    el(
      "div",
      { class: "buttons" },
      button("ton-wallet-reject", "Reject", () => answer(false)),
      button("ton-wallet-approve", kind === "unlock" ? "Unlock" : "Confirm", () => answer(true)),
    ),
  );
}

/** A choice of the settings; a change applies at once. */
function choice(name: string, label: string, value: string, options: [string, string][]): HTMLElement {
  const select = el("select", { "data-testid": `ton-wallet-${name}` }) as HTMLSelectElement;
  for (const [option, text] of options) {
    select.append(el("option", { value: option, ...(option === value ? { selected: "" } : {}) }, text));
  }
  select.addEventListener("change", () => {
    const isNumber = name === "accountIndex" || name === "delayMs";
    const chosen = ["true", "false"].includes(select.value) ? select.value === "true" : select.value;
    void call("settings", { [name]: isNumber ? Number(select.value) : chosen });
  });
  return el("label", {}, label, select);
}

function drawSettings({ settings, accounts, sessionCount }: State): void {
  const read = (name: string): string => String(settings[name]);
  document.getElementById("settings")?.replaceChildren(
    choice(
      "accountIndex",
      "Account",
      read("accountIndex"),
      accounts.map(({ index, shownAddress }) => [String(index), `${index + 1}: ${shownAddress}`]),
    ),
    choice("chain", "Network", read("chain"), [
      ["-3", "Test network"],
      ["-239", "Main network"],
    ]),
    choice("mode", "When it is asked", read("mode"), [
      ["ask", "Show me"],
      ["agree", "Agree"],
      ["refuse", "Refuse"],
    ]),
    choice("isLocked", "Lock", read("isLocked"), [
      ["false", "Open"],
      ["true", "Locked"],
    ]),
    choice("isAbsent", "In pages", read("isAbsent"), [
      ["false", "Installed"],
      ["true", "Absent"],
    ]),
    choice("delayMs", "Speed", read("delayMs"), [
      ["0", "At once"],
      ["5000", "After 5 seconds"],
      ["130000", "After two minutes"],
    ]),
    button("ton-wallet-cut", `Cut the links (${sessionCount})`, () => void call("cut", {}).then(refresh)),
  );
}

async function refresh(): Promise<void> {
  const state = (await call("state")) as State;
  const own = state.prompts.filter(({ via }) => via === "bridge");
  const place = document.getElementById("prompts");
  const shown = [...(place?.children ?? [])].map((child) => child.getAttribute("data-prompt")).join();
  if (shown !== own.map(({ id }) => id).join()) place?.replaceChildren(...own.map(drawPrompt));
  if (!document.getElementById("settings")?.contains(document.activeElement)) drawSettings(state);
}

const query = new URLSearchParams(location.search);
const appId = query.get("id");
const asked = query.get("r");
if (appId !== null && asked !== null) {
  // A reload must not ask again.
  history.replaceState(null, "", location.pathname);
  await call("open", { id: appId, request: JSON.parse(asked) as unknown });
}
await refresh();
setInterval(() => void refresh(), POLL_MS);
