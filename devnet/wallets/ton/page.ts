/**
 * The wallet that a link of TON Connect opens. What it shows and does is in the process behind it, which holds the keys
 * and speaks over the bridge.
 */
import { describeAccounts } from "../walletPanel.ts";
import type { Choice } from "../walletPanel.ts";
import { callWallet, TonPanel } from "./panel.ts";
import type { State } from "./panel.ts";

const POLL_MS = 400;
const panel = new TonPanel("bridge", document.querySelector("main") ?? document.body);

function drawSettings({ settings, accounts, sessionCount }: State): void {
  const act = (name: string, change: object): void => {
    void callWallet(name, change)
      .then(() => panel.refresh())
      .then(drawSettings);
  };
  const set = (change: object): void => act("settings", change);
  const choose = (
    testId: string,
    label: string,
    options: Choice["options"],
    read: (value: string) => unknown,
  ): Choice => ({
    testId,
    label,
    options,
    current: String(settings[testId]),
    choose: (value) => set({ [testId]: read(value) }),
  });
  const shown = accounts.map(({ shownAddress, ...account }) => ({ ...account, address: shownAddress }));
  panel.open(
    [
      {
        ...describeAccounts(shown, Number(settings["accountIndex"])),
        choose: (index) => set({ accountIndex: Number(index) }),
      },
      choose(
        "chain",
        "Network",
        [
          ["-3", "Test network"],
          ["-239", "Main network"],
        ],
        String,
      ),
      choose(
        "mode",
        "When it is asked",
        [
          ["ask", "Show me"],
          ["agree", "Agree"],
          ["refuse", "Refuse"],
        ],
        String,
      ),
      choose(
        "isAbsent",
        "In pages",
        [
          ["false", "Installed"],
          ["true", "Absent"],
        ],
        (value) => value === "true",
      ),
      choose(
        "delayMs",
        "Speed",
        [
          ["0", "At once"],
          ["5000", "After 5 seconds"],
          ["130000", "After two minutes"],
        ],
        Number,
      ),
    ],
    [
      [
        "lock",
        settings["isLocked"] === true ? "Unlock" : "Lock",
        () => set({ isLocked: settings["isLocked"] !== true }),
      ],
      ["cut", `Cut the links (${sessionCount})`, () => act("cut", {})],
    ],
  );
}

async function refresh(): Promise<void> {
  const state = await panel.refresh();
  if (!panel.isBeingSet) drawSettings(state);
}

const query = new URLSearchParams(location.search);
const appId = query.get("id");
const asked = query.get("r");
if (appId !== null && asked !== null) {
  // A reload must not ask again.
  history.replaceState(null, "", location.pathname);
  await callWallet("open", { id: appId, request: JSON.parse(asked) as unknown });
}
await refresh();
setInterval(() => void refresh(), POLL_MS);
