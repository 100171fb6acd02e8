import { formatUnits } from "./formatUnits.ts";
import type { Mood } from "./walletMemory.ts";
import type { AskedTransfer, WalletAccount, WalletPrompts } from "./walletTypes.ts";

/** The wallet's styles. A constructed style sheet, since the page's policy allows no inline style. */
const STYLE = `
:host { all: initial; }
* { box-sizing: border-box; }
button, select { font: inherit; color: inherit; cursor: pointer; }
button:focus-visible, select:focus-visible { outline: 2px solid #7c5cff; outline-offset: 2px; }
[hidden] { display: none !important; }
.launcher { position: fixed; bottom: 6px; z-index: 2147483000; display: flex; align-items: center; justify-content: center; gap: 4px; width: 94px; height: 32px;
  border: 0; border-radius: 16px; padding: 0; font: 600 12px/1 system-ui, sans-serif; color: #fff; background: linear-gradient(135deg, #6b4cf5, #0d7f76); }
.panel { position: fixed; top: 12px; right: 12px; z-index: 2147483001; width: min(360px, calc(100vw - 24px)); max-height: calc(100vh - 24px); overflow-y: auto;
  font: 14px/1.45 system-ui, "Noto Sans", "Noto Sans CJK SC", "Noto Sans Khmer", sans-serif; color: #1c1a2b; background: #fff; border-radius: 18px; padding: 18px;
  box-shadow: 0 18px 60px rgba(20, 10, 60, .4), 0 0 0 1px rgba(20, 10, 60, .08); }
header { display: flex; align-items: center; gap: 10px; margin-bottom: 14px; }
header b { font-size: 15px; flex: 1; }
header span { font-size: 12px; color: #6d6a80; }
h1 { font-size: 18px; margin: 0 0 4px; }
p { margin: 0 0 12px; color: #57546b; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 6px 14px; margin: 0 0 14px; }
dt { color: #6d6a80; }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
pre { margin: 0 0 14px; padding: 12px; max-height: 220px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; background: #f4f3fa; border-radius: 12px; font: 12.5px/1.5 ui-monospace, monospace; }
label { display: grid; gap: 4px; margin-bottom: 12px; color: #6d6a80; font-size: 13px; }
select { width: 100%; padding: 10px; border-radius: 10px; border: 1px solid #d9d6e8; background: #fff; color: #1c1a2b; font-size: 14px; }
.buttons { display: flex; gap: 10px; }
.buttons button { flex: 1; min-height: 44px; border-radius: 999px; border: 1px solid #7c5cff; background: #fff; color: #5a3fe0; font-weight: 600; }
.buttons .yes { background: #6b4cf5; color: #fff; border-color: #6b4cf5; }
.buttons .yes:disabled { opacity: .45; cursor: default; }
.row { width: 100%; min-height: 42px; margin-bottom: 8px; border-radius: 12px; border: 1px solid #d9d6e8; background: #fff; color: #1c1a2b; text-align: left; padding: 0 14px; }
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

/** A button of the settings that one wallet alone has. */
type Row = readonly [testId: string, label: string, action: () => void];

type Child = Node | string;

/** What tells the panels of one page's wallets apart. */
interface PanelLook {
  /** Before the test ids. */
  readonly prefix: string;
  readonly name: string;
  /** Of its button. */
  readonly label: string;
  /** The buttons stand side by side, the first at the edge. */
  readonly place: number;
  readonly symbol: string;
  readonly digits: number;
  /** Whether its owner may try what is not covered, and the node refuses. */
  readonly canOverspend: boolean;
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

/** The wallet's window over the page: its questions, and its settings behind a button in the bar below the page. */
export class WalletPanel implements WalletPrompts {
  readonly #root: ShadowRoot;
  readonly #look: PanelLook;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(openSettings: () => void, look: PanelLook) {
    this.#look = look;
    const host = el("div", { "data-devnet-wallet": "" });
    this.#root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    this.#root.adoptedStyleSheets = [sheet];
    const launcher = el("button", {
      type: "button",
      class: "launcher",
      "aria-label": `${look.name}: ${look.label}`,
      "data-testid": `${look.prefix}-launcher`,
    });
    launcher.style.right = `${8 + 100 * look.place}px`;
    launcher.append(walletSign(), look.label);
    document.documentElement.style.setProperty("--tg-viewport-safe-area-inset-bottom", `${BAR_PX}px`);
    launcher.addEventListener("click", openSettings);
    this.#root.append(launcher);
    document.documentElement.append(host);
  }

  async connect(accounts: readonly WalletAccount[], current: number): Promise<number | null> {
    const select = this.selectAccount(accounts, current);
    const isAllowed = await this.ask(
      "connect",
      "Connect to this site",
      [
        el("p", {}, `${location.host} wants to see your address and ask you for signatures.`),
        labelled("Account", select),
      ],
      "Connect",
    );
    return isAllowed ? Number(select.value) : null;
  }

  async unlock(): Promise<boolean> {
    return await this.ask("unlock", "The wallet is locked", [el("p", {}, "Unlock it to go on.")], "Unlock");
  }

  async sign(account: WalletAccount, text: string): Promise<boolean> {
    return await this.ask(
      "sign",
      "Signature request",
      [
        el("p", {}, `${location.host} asks ${account.name} to sign. This costs nothing.`),
        el("pre", { "data-testid": `${this.#look.prefix}-message` }, text),
      ],
      "Sign",
    );
  }

  async send(account: WalletAccount, { to, amountBase, balanceBase }: AskedTransfer): Promise<boolean> {
    const { prefix, label, symbol, digits, canOverspend } = this.#look;
    const format = (base: bigint): string => `${formatUnits(base, digits)} ${symbol}`;
    const isCovered = amountBase < balanceBase;
    return await this.ask(
      "send",
      "Send",
      [
        el(
          "dl",
          {},
          ...pair("From", `${account.name} ${account.address}`),
          ...pair("To", to, `${prefix}-to`),
          ...pair("Amount", format(amountBase), `${prefix}-amount`),
          ...pair("Balance", format(balanceBase)),
          ...pair("Network", `${label} (local)`),
        ),
        ...(isCovered ? [] : [el("p", { class: "warning" }, "Insufficient funds")]),
      ],
      "Confirm",
      isCovered || canOverspend,
    );
  }

  async switchNetwork(from: string, to: string): Promise<boolean> {
    return await this.ask("switch", "Switch the network", [el("p", {}, `${from} → ${to}`)], "Switch");
  }

  async addNetwork(name: string): Promise<boolean> {
    return await this.ask("add", "Add a network", [el("p", {}, name)], "Add");
  }

  /** The wallet's settings; changes apply at once. */
  showSettings<Network extends string>(
    view: Settings<Network>,
    wallet: SetWallet,
    chooseNetwork: (network: Network) => void,
    rows: readonly Row[] = [],
  ): void {
    const accounts = this.selectAccount(view.accounts, view.accountIndex);
    accounts.addEventListener("change", () => wallet.chooseAccount(Number(accounts.value)));
    const networks = this.select("network", view.networks, view.network);
    networks.addEventListener("change", () => chooseNetwork(networks.value as Network));
    const moods = this.select("mood", Object.entries(view.moods), view.mood);
    moods.addEventListener("change", () => wallet.chooseMood(moods.value as Mood));
    this.open(
      [labelled("Account", accounts), labelled("Network", networks), labelled("The wallet", moods)],
      [
        ["lock", view.isLocked ? "Unlock" : "Lock", () => wallet.setLocked(!view.isLocked)],
        ...(view.isConnected
          ? [["disconnect", "Disconnect from this site", () => wallet.setConnected(false)] as const]
          : []),
        ...rows,
      ],
    );
  }

  /** Shows settings with a button for each action, and one that closes them. */
  protected open(settings: readonly HTMLElement[], rows: readonly Row[]): void {
    const { prefix, name } = this.#look;
    this.#root.querySelector(`[data-testid=${prefix}-settings]`)?.remove();
    const panel = el("section", {
      class: "panel",
      role: "dialog",
      "aria-label": name,
      "data-testid": `${prefix}-settings`,
    });
    panel.append(walletHeader(name), ...settings);
    for (const [testId, label, action] of [...rows, ["close", "Close", () => undefined] as const]) {
      const row = el("button", { type: "button", class: "row", "data-testid": `${prefix}-${testId}` }, label);
      row.addEventListener("click", () => {
        action();
        panel.remove();
      });
      panel.append(row);
    }
    this.#root.append(panel);
  }

  protected select(
    testId: string,
    options: readonly (readonly [value: string, text: string])[],
    current: string,
  ): HTMLSelectElement {
    return el(
      "select",
      { "data-testid": `${this.#look.prefix}-${testId}` },
      ...options.map(([value, text]) => el("option", { value, ...(value === current ? { selected: "" } : {}) }, text)),
    );
  }

  private selectAccount(accounts: readonly WalletAccount[], current: number): HTMLSelectElement {
    return this.select(
      "account",
      accounts.map(({ index, name, address }) => [String(index), `${name} · ${shorten(address)}`]),
      String(current),
    );
  }

  /** One question at a time; the next one waits. */
  protected async ask(
    kind: string,
    title: string,
    content: readonly Child[],
    yes: string,
    canAgree = true,
  ): Promise<boolean> {
    const answer = this.#queue.then(() => this.#show(kind, title, content, yes, canAgree));
    this.#queue = answer;
    return await answer;
  }

  async #show(
    kind: string,
    title: string,
    content: readonly Child[],
    yes: string,
    canAgree: boolean,
  ): Promise<boolean> {
    return await new Promise((resolve) => {
      const panel = el("section", {
        class: "panel",
        role: "dialog",
        "aria-label": title,
        "data-testid": `${this.#look.prefix}-${kind}`,
      });
      const finish = (isAllowed: boolean): void => {
        panel.remove();
        resolve(isAllowed);
      };
      const no = el("button", { type: "button", "data-testid": `${this.#look.prefix}-reject` }, "Reject");
      no.addEventListener("click", () => finish(false));
      const agree = el("button", { type: "button", class: "yes", "data-testid": `${this.#look.prefix}-approve` }, yes);
      agree.disabled = !canAgree;
      agree.addEventListener("click", () => finish(true));
      panel.append(
        walletHeader(this.#look.name),
        el("h1", {}, title),
        ...content,
        el("div", { class: "buttons" }, no, agree),
      );
      this.#root.append(panel);
      (canAgree ? agree : no).focus();
    });
  }
}

function walletHeader(name: string): HTMLElement {
  return el("header", {}, walletSign(), el("b", {}, name), el("span", {}, "money of this machine only"));
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

function labelled(text: string, control: HTMLElement): HTMLElement {
  return el("label", {}, text, control);
}

function pair(name: string, value: string, testId?: string): HTMLElement[] {
  return [el("dt", {}, name), el("dd", testId === undefined ? {} : { "data-testid": testId }, value)];
}

function shorten(address: string): string {
  return `${address.slice(0, 8)}…${address.slice(-6)}`;
}
