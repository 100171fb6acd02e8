import type { AskedTransfer, Mood, WalletAccount, WalletPrompts } from "./ownedWallet.ts";

/**
 * The wallet's styles. A constructed style sheet, since the page's policy allows no inline style. Over a page the wallet
 * is light; in a page of its own, its panels stand below each other, and are light or dark as that is.
 */
const STYLE = `
:host { all: initial; color-scheme: light; --text: light-dark(#1c1a2b, #f1effa); --soft: light-dark(#6d6a80, #aaa6bf); --ground: light-dark(#fff, #1f1c2b); --line: light-dark(#d9d6e8, #4a465c); --link: light-dark(#5a3fe0, #b3a3ff); }
:host([data-own]) { color-scheme: light dark; display: flex; flex-direction: column; }
:host([data-own]) .panel { position: static; width: auto; max-height: none; margin-top: 16px; box-shadow: none; border: 1px solid var(--line); }
:host([data-own]) .settings { order: 1; }
:host([data-own]) header { display: none; }
* { box-sizing: border-box; }
button, select { font: inherit; color: inherit; cursor: pointer; }
button:focus-visible, select:focus-visible { outline: 2px solid #7c5cff; outline-offset: 2px; }
[hidden] { display: none !important; }
.launcher { position: fixed; bottom: 6px; z-index: 2147483000; display: flex; align-items: center; justify-content: center; gap: 4px; width: 94px; height: 32px;
  border: 0; border-radius: 16px; padding: 0; font: 600 12px/1 system-ui, sans-serif; color: #fff; background: linear-gradient(135deg, #6b4cf5, #0d7f76); }
.panel { position: fixed; top: 12px; right: 12px; z-index: 2147483001; width: min(360px, calc(100vw - 24px)); max-height: calc(100vh - 24px); overflow-y: auto;
  font: 14px/1.45 system-ui, "Noto Sans", "Noto Sans CJK SC", "Noto Sans Khmer", sans-serif; color: var(--text); background: var(--ground); border-radius: 18px; padding: 18px;
  box-shadow: 0 18px 60px rgba(20, 10, 60, .4), 0 0 0 1px rgba(20, 10, 60, .08); }
header { display: flex; align-items: center; gap: 10px; margin-bottom: 14px; }
header b { font-size: 15px; flex: 1; }
header span { font-size: 12px; color: var(--soft); }
h1 { font-size: 18px; margin: 0 0 4px; }
p { margin: 0 0 12px; color: var(--soft); overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 6px 14px; margin: 0 0 14px; }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
pre { margin: 0 0 14px; padding: 12px; max-height: 220px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; background: light-dark(#f4f3fa, #2c2939); border-radius: 12px; font: 12.5px/1.5 ui-monospace, monospace; }
label { display: grid; gap: 4px; margin-bottom: 12px; color: var(--soft); font-size: 13px; }
select { width: 100%; padding: 10px; border-radius: 10px; border: 1px solid var(--line); background: var(--ground); color: var(--text); font-size: 14px; }
.buttons { display: flex; gap: 10px; }
.buttons button { flex: 1; min-height: 44px; border-radius: 999px; border: 1px solid #7c5cff; background: var(--ground); color: var(--link); font-weight: 600; }
.buttons .yes { background: #6b4cf5; color: #fff; border-color: #6b4cf5; }
.buttons .yes:disabled { opacity: .45; cursor: default; }
.row { width: 100%; min-height: 42px; margin-bottom: 8px; border-radius: 12px; border: 1px solid var(--line); background: var(--ground); color: var(--text); text-align: left; padding: 0 14px; }
.warning { color: #b3261e; }
`;

/** The settings of a wallet, which can be told how to behave. */
interface Settings<Network extends string> {
  readonly accounts: readonly WalletAccount[];
  readonly accountIndex: number;
  readonly networks: readonly (readonly [network: Network, name: string])[];
  readonly network: Network;
  /** What the wallet can do. */
  readonly moods: Readonly<Partial<Record<Mood, string>>>;
  readonly mood: Mood;
  readonly isLocked: boolean;
  readonly isConnected: boolean;
}

/** The wallet that the settings change. */
interface SetWallet {
  readonly chooseAccount: (index: number) => void;
  readonly chooseMood: (mood: Mood) => void;
  readonly setLocked: (isLocked: boolean) => void;
  readonly setConnected: (isConnected: boolean) => void;
}

/** One of several, which applies at once. */
export interface Choice {
  readonly testId: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly current: string;
  readonly choose: (value: string) => void;
}

/** A button of the settings. */
type Row = readonly [testId: string, label: string, action: () => void];

type Child = Node | string;

interface Question {
  readonly kind: string;
  readonly title: string;
  readonly content: readonly Child[];
  /** The button that agrees. */
  readonly yes: string;
  readonly canAgree?: boolean;
}

/** What tells the panels of one page's wallets apart. */
interface PanelLook {
  /** Before the test ids. */
  readonly prefix: string;
  readonly name: string;
  /** The element of the wallet's own page to stand in; the wallet is over the page where it is left out. */
  readonly place?: HTMLElement;
}

/** Height of the bar of buttons, which the page keeps free as it does a phone's edge. */
const BAR_PX = 44;

function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function button(attributes: Readonly<Record<string, string>>, label: string, act: () => void): HTMLButtonElement {
  const made = el("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", act);
  return made;
}

/** What a wallet draws: its questions and its settings. */
export class WalletPanel {
  readonly #look: PanelLook;
  protected readonly root: ShadowRoot;

  constructor(look: PanelLook) {
    this.#look = look;
    const host = el("div", { "data-devnet-wallet": "", ...(look.place === undefined ? {} : { "data-own": "" }) });
    this.root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    this.root.adoptedStyleSheets = [sheet];
    (look.place ?? document.documentElement).append(host);
  }

  /** Whether its owner is about to choose something. */
  get isBeingSet(): boolean {
    return (this.root.activeElement?.closest(".settings") ?? null) !== null;
  }

  /** Shows a question until it is answered. @returns what takes it away unanswered */
  show({ kind, title, content, yes, canAgree = true }: Question, answer: (isAllowed: boolean) => void): () => void {
    const { prefix } = this.#look;
    const panel = this.#draw("panel", kind, title);
    const finish = (isAllowed: boolean): void => {
      panel.remove();
      answer(isAllowed);
    };
    const no = button({ "data-testid": `${prefix}-reject` }, "Reject", () => finish(false));
    const agree = button({ class: "yes", "data-testid": `${prefix}-approve` }, yes, () => finish(true));
    agree.disabled = !canAgree;
    panel.append(el("h1", {}, title), ...content, el("div", { class: "buttons" }, no, agree));
    this.root.append(panel);
    (canAgree ? agree : no).focus();
    return () => panel.remove();
  }

  /** Shows settings with a button for each action. Over a page an action closes them. */
  open(choices: readonly Choice[], rows: readonly Row[]): void {
    const { prefix, name, place } = this.#look;
    const focused = this.root.activeElement?.getAttribute("data-testid");
    this.root.querySelector(".settings")?.remove();
    const panel = this.#draw("panel settings", "settings", name);
    panel.append(...choices.map((choice) => labelled(choice.label, this.select(choice))));
    for (const [testId, label, action] of rows) {
      panel.append(
        button({ class: "row", "data-testid": `${prefix}-${testId}` }, label, () => {
          action();
          if (place === undefined) panel.remove();
        }),
      );
    }
    this.root.append(panel);
    panel.querySelector<HTMLElement>(`[data-testid="${focused}"]`)?.focus();
  }

  protected select({ testId, options, current, choose }: Omit<Choice, "label">): HTMLSelectElement {
    const select = el(
      "select",
      { "data-testid": `${this.#look.prefix}-${testId}` },
      ...options.map(([value, text]) => el("option", { value, ...(value === current ? { selected: "" } : {}) }, text)),
    );
    select.addEventListener("change", () => choose(select.value));
    return select;
  }

  #draw(style: string, testId: string, label: string): HTMLElement {
    const { prefix, name } = this.#look;
    const attributes = { class: style, role: "dialog", "aria-label": label, "data-testid": `${prefix}-${testId}` };
    const header = el("header", {}, walletSign(), el("b", {}, name), el("span", {}, "money of this machine only"));
    return el("section", attributes, header);
  }
}

/** What tells the wallets of the payment page's bar apart. */
interface BarLook extends Omit<PanelLook, "place"> {
  /** Of its button. */
  readonly label: string;
  /** The buttons stand side by side, the first at the edge. */
  readonly place: number;
  readonly symbol: string;
  readonly digits: number;
  /** Whether its owner may try what is not covered, and the node refuses. */
  readonly canOverspend: boolean;
}

/** A wallet's window over the page: its questions, and its settings behind a button in the bar below the page. */
export class BarWallet extends WalletPanel implements WalletPrompts {
  readonly #look: BarLook;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(look: BarLook, openSettings: () => void) {
    const { prefix, name, label, place } = look;
    super({ prefix, name });
    this.#look = look;
    const attributes = {
      class: "launcher",
      "aria-label": `${name}: ${label}`,
      "data-testid": `${prefix}-launcher`,
    };
    const launcher = button(attributes, label, openSettings);
    launcher.style.right = `${8 + 100 * place}px`;
    launcher.prepend(walletSign());
    document.documentElement.style.setProperty("--tg-viewport-safe-area-inset-bottom", `${BAR_PX}px`);
    this.root.append(launcher);
  }

  async connect(accounts: readonly WalletAccount[], current: number): Promise<number | null> {
    const select = this.select({ ...describeAccounts(accounts, current), choose: () => undefined });
    const isAllowed = await this.#ask({
      kind: "connect",
      title: "Connect to this site",
      content: [
        el("p", {}, `${location.host} wants to see your address and ask you for signatures.`),
        labelled("Account", select),
      ],
      yes: "Connect",
    });
    return isAllowed ? Number(select.value) : null;
  }

  async unlock(): Promise<boolean> {
    const content = [el("p", {}, "Unlock it to go on.")];
    return await this.#ask({ kind: "unlock", title: "The wallet is locked", content, yes: "Unlock" });
  }

  async sign(account: WalletAccount, text: string): Promise<boolean> {
    return await this.#ask({
      kind: "sign",
      title: "Signature request",
      content: [
        el("p", {}, `${location.host} asks ${account.name} to sign. This costs nothing.`),
        el("pre", { "data-testid": `${this.#look.prefix}-message` }, text),
      ],
      yes: "Sign",
    });
  }

  async send(account: WalletAccount, { to, amountBase, balanceBase }: AskedTransfer): Promise<boolean> {
    const { prefix, label, symbol, digits, canOverspend } = this.#look;
    const format = (base: bigint): string => `${formatUnits(base, digits)} ${symbol}`;
    const isCovered = amountBase < balanceBase;
    const rows = drawRows([
      ["From", `${account.name} ${account.address}`],
      ["To", to, `${prefix}-to`],
      ["Amount", format(amountBase), `${prefix}-amount`],
      ["Balance", format(balanceBase)],
      ["Network", `${label} (local)`],
    ]);
    return await this.#ask({
      kind: "send",
      title: "Send",
      content: [rows, ...(isCovered ? [] : [el("p", { class: "warning" }, "Insufficient funds")])],
      yes: "Confirm",
      canAgree: isCovered || canOverspend,
    });
  }

  async switchNetwork(from: string, to: string): Promise<boolean> {
    const content = [el("p", {}, `${from} → ${to}`)];
    return await this.#ask({ kind: "switch", title: "Switch the network", content, yes: "Switch" });
  }

  async addNetwork(name: string): Promise<boolean> {
    return await this.#ask({ kind: "add", title: "Add a network", content: [el("p", {}, name)], yes: "Add" });
  }

  /** The wallet's settings; changes apply at once. */
  showSettings<Network extends string>(
    view: Settings<Network>,
    wallet: SetWallet,
    chooseNetwork: (network: Network) => void,
    rows: readonly Row[] = [],
  ): void {
    const { accounts, accountIndex, networks, network, moods, mood, isLocked, isConnected } = view;
    this.open(
      [
        { ...describeAccounts(accounts, accountIndex), choose: (index) => wallet.chooseAccount(Number(index)) },
        {
          testId: "network",
          label: "Network",
          options: networks,
          current: network,
          choose: (chosen) => chooseNetwork(chosen as Network),
        },
        {
          testId: "mood",
          label: "The wallet",
          options: Object.entries(moods),
          current: mood,
          choose: (chosen) => wallet.chooseMood(chosen as Mood),
        },
      ],
      [
        ["lock", isLocked ? "Unlock" : "Lock", () => wallet.setLocked(!isLocked)],
        ...(isConnected
          ? [["disconnect", "Disconnect from this site", () => wallet.setConnected(false)] as const]
          : []),
        ...rows,
        ["close", "Close", () => undefined],
      ],
    );
  }

  /** One question at a time; the next one waits. */
  async #ask(question: Question): Promise<boolean> {
    const answer = this.#queue.then(
      () =>
        new Promise<boolean>((resolve) => {
          this.show(question, resolve);
        }),
    );
    this.#queue = answer;
    return await answer;
  }
}

/** The choice of an account. */
export function describeAccounts(accounts: readonly WalletAccount[], current: number): Omit<Choice, "choose"> {
  const shorten = (address: string): string => `${address.slice(0, 8)}…${address.slice(-6)}`;
  return {
    testId: "account",
    label: "Account",
    options: accounts.map(({ index, name, address }) => [String(index), `${name} · ${shorten(address)}`]),
    current: String(current),
  };
}

export function drawRows(rows: readonly (readonly [name: string, value: string, testId?: string])[]): HTMLElement {
  const cells = rows.flatMap(([name, value, testId]) => [
    el("dt", {}, name),
    el("dd", testId === undefined ? {} : { "data-testid": testId }, value),
  ]);
  return el("dl", {}, ...cells);
}

function labelled(text: string, control: HTMLElement): HTMLElement {
  return el("label", {}, text, control);
}

/** Base units as whole coins, exact, without trailing zeros. */
function formatUnits(base: bigint, digits: number): string {
  const text = base.toString().padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, "");
}

function walletSign(): SVGSVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  for (const [name, value] of Object.entries({
    viewBox: "0 0 24 24",
    width: "24",
    height: "24",
    "aria-hidden": "true",
  }))
    svg.setAttribute(name, value);
  const path = document.createElementNS(namespace, "path");
  path.setAttribute(
    "d",
    "M4 8a3 3 0 0 1 3-3h9a2 2 0 0 1 2 2v1h1a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H7a3 3 0 0 1-3-3zm3-1a1 1 0 0 0 0 2h9V7zm9 5v3h5v-3z",
  );
  path.setAttribute("fill-rule", "evenodd");
  path.setAttribute("fill", "#2b1c6b");
  svg.append(path);
  return svg;
}
