import { getAddress, parseEther, toQuantity, Wallet } from "ethers";
import { chooseLiar, fuzzPayouts } from "#tests/support/fuzzPayouts.ts";
import type { Lie } from "#tests/support/lyingEndpoint.ts";
import { AGREED_FEE_BASE, type PayoutLab, startPayoutLab } from "#tests/support/payoutLab.ts";

const FULL = parseEther("50");
const TOLD = [0, 1, 7, 400, 10 ** 6, 10 ** 12];

/** What receivers run when they are paid. */
const ODD_CODES = [
  // Refuses: PUSH0 PUSH0 REVERT.
  "0x5f5ffd",
  // Takes the coins, and burns more gas than a payout pays for: writes eight words.
  `0x${Array.from({ length: 8 }, (_, slot) => `6001600${slot}55`).join("")}`,
  // Takes the coins, and writes one word.
  "0x60015f55",
  // Takes the coins in even blocks alone, so that a transfer fails which the node has tried before.
  "0x43600116600857005b5f5ffd",
];

/** About one method's answer. */
const tellOf =
  (method: string, tell: (told: number) => unknown) =>
  (told: number): Lie =>
  (call, honest) =>
    call.method === method ? { result: tell(told) } : honest;

/** Of a block that is named by a tag: its number, or what its gas costs. */
const tellOfBlock =
  (field: string, tags: readonly unknown[]) =>
  (told: number): Lie =>
  ({ method, params }, honest) => {
    if (method !== "eth_getBlockByNumber" || !tags.includes(params[0])) return honest;
    return { result: { ...(honest.result as object), [field]: toQuantity(told) } };
  };

const tellOfPrices =
  (field: "baseFeePerGas" | "reward", tell: (told: number) => unknown) =>
  (told: number): Lie =>
  ({ method }, honest) => {
    if (method !== "eth_feeHistory") return honest;
    const history = honest.result as Record<typeof field, readonly unknown[]>;
    return { result: { ...history, [field]: history[field].map(() => tell(told)) } };
  };

/** Lies about heights, counts, balances, gas and receipts; each by a number of its own. */
const LIES: readonly ((told: number) => Lie)[] = [
  tellOfBlock("number", ["latest"]),
  tellOfBlock("number", ["finalized"]),
  tellOfBlock("number", ["latest", "finalized"]),
  tellOfBlock("timestamp", ["latest"]),
  tellOfPrices("baseFeePerGas", toQuantity),
  tellOfPrices("reward", (told) => [toQuantity(told)]),
  tellOf("eth_getTransactionCount", toQuantity),
  tellOf("eth_getBalance", toQuantity),
  tellOf("eth_gasPrice", toQuantity),
  tellOf("eth_estimateGas", toQuantity),
  tellOf("eth_getTransactionReceipt", () => null),
];

function cutAnswers(lab: PayoutLab, isCut: boolean): void {
  for (const endpoint of lab.endpoints) {
    endpoint.lie = isCut
      ? ({ method }, honest) => {
          if (method === "eth_sendRawTransaction") throw new Error("the line is cut");
          return honest;
        }
      : null;
  }
}

fuzzPayouts("Ethereum", {
  start: startPayoutLab,
  grossBase: parseEther("0.05"),
  feeBase: AGREED_FEE_BASE,
  async createOddReceiver({ anvil }, number) {
    const address = getAddress(`0x${number.toString(16).padStart(40, "c0de")}`);
    await anvil.call("anvil_setCode", [address, ODD_CODES[number - 1]]);
    return address;
  },
  async lie({ endpoints }, roll) {
    const [liar, other] = chooseLiar(endpoints, roll);
    other.lie = null;
    liar.lie = LIES[roll(LIES.length)]?.(TOLD[roll(TOLD.length)] ?? 0) ?? null;
  },
  forget: ({ anvil }) => anvil.call("anvil_dropAllTransactions", []),
  listEvents: (lab, roll) => [
    () => lab.anvil.dropBlocks(1),
    () => lab.anvil.call("anvil_setNextBlockBaseFeePerGas", [toQuantity(([1, 2, 30, 200][roll(4)] ?? 1) * 1e9)]),
    async () => cutAnswers(lab, roll(2) === 0),
    () => lab.anvil.pay(lab.treasury, Wallet.createRandom().address, 1n).catch(() => undefined),
    () => lab.setTreasury(roll(2) === 0 ? parseEther("0.01") : FULL),
  ],
  async calmDown(lab) {
    cutAnswers(lab, false);
    // An operator brings back what was spent by hand.
    await lab.setTreasury(FULL);
  },
  async pass(lab) {
    lab.app.clock.advance(21_000);
    await lab.setTreasury(FULL);
    await lab.mine(1);
  },
  mostRounds: 40,
});
