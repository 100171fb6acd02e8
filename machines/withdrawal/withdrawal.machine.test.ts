import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { withdrawalMachine } from "./withdrawal.machine.ts";
import type { WithdrawalAccount } from "./withdrawal.types.ts";
import { viewWithdrawal } from "./withdrawal.view.ts";
import { findAmountProblem, findTooSmall, findWholeAmount, isFeeHigh } from "./withdrawForm.ts";

const WALLET = { walletId: "w1", type: "ETH", address: "0x12", proven: true } as const;
const ACCOUNT: WithdrawalAccount = {
  balance: "1.2",
  wallet: WALLET,
  email: "ann@example.com",
  hasSecurityCode: true,
  spendingBlocks: [],
  payout: null,
};

async function start(account: WithdrawalAccount) {
  const actor = createActor(
    withdrawalMachine.provide({
      actors: {
        loadAccount: fromPromise(async () => account),
        loadQuote: fromPromise<components["schemas"]["PayoutQuote"], { coinType: CoinType; amount: string }>(() =>
          Promise.reject({ kind: "timeout" }),
        ),
      },
    }),
    { input: { coinType: "eth", payoutId: null, saved: { amount: "0.5", quote: null } } },
  ).start();
  actor.send({ type: "ui.open" });
  await waitFor(actor, (snapshot) => !snapshot.matches("loading"));
  return { actor, see: () => viewWithdrawal(actor.getSnapshot()) };
}

test.each([
  ["", "amountRequired"],
  ["0", "amountRequired"],
  ["0.0", "amountRequired"],
  ["0.", "amountFormat"],
  ["1,5", "amountFormat"],
  ["0.1234567", "amountFormat"],
  ["1.200001", "amountTooLarge"],
  ["1.2", null],
  ["0.000001", null],
])("the amount %j of a balance of 1.2: %s", (amount, problem) => {
  expect(findAmountProblem({ coinType: "eth", amount, balance: "1.2" })).toBe(problem);
});

test.each([
  ["sol", "belowNewAccount"],
  ["ton", "amountTooSmall"],
] as const)("what the server finds too little in %s: %s", (coinType, problem) => {
  expect(findTooSmall(coinType)).toBe(problem);
});

test.each([
  ["1.2345678", "1.234567"],
  ["0.0000009", "0"],
  ["3", "3"],
])("all of %s is %s", (balance, amount) => {
  expect(findWholeAmount("eth", balance)).toBe(amount);
});

test.each([
  ["0.1", "0.05", false],
  ["0.1", "0.050000000000000001", true],
])("of %s a fee of %s is too much: %s", (gross, fee, isHigh) => {
  expect(isFeeHigh("eth", { gross, fee })).toBe(isHigh);
});

test("an empty balance has nothing to take", async () => {
  const { see } = await start({ ...ACCOUNT, balance: "0.0000001" });
  expect(see()).toMatchObject({ state: "editing", isEmpty: true });
  expect(see().actions.find(({ event }) => event.type === "ui.takeAll")?.enabled).toBe(false);
});

test("a quote that does not come leaves the amount, and says why", async () => {
  const { actor, see } = await start(ACCOUNT);
  actor.send({ type: "ui.submit" });
  expect(see()).toMatchObject({ state: "quoting", isBusy: true, isUnsent: true });
  await waitFor(actor, (snapshot) => snapshot.matches("editing"));
  expect(see()).toMatchObject({ state: "editing", amount: "0.5", failureKey: "errors:timeout" });
});

test("problems show once the form was sent, until something is typed", async () => {
  const { actor, see } = await start(ACCOUNT);
  actor.send({ type: "ui.type", field: "amount", value: "5" });
  expect(see().problemKey).toBeNull();
  actor.send({ type: "ui.submit" });
  expect(see().problemKey).toBe("withdraw:problem.amountTooLarge");
  actor.send({ type: "ui.type", field: "amount", value: "0.5" });
  expect(see().problemKey).toBeNull();
});
