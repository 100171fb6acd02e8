import { parseEther } from "ethers";
import { expect, it } from "vitest";
import type { Moment, Question } from "./support/gates.ts";
import { type Life, type OnEnd, openPayoutWorld, readParams } from "./support/payoutWorld.ts";

type IsNow = (moment: Moment, question: Question, answer: string) => boolean;
/** Starts a payout and kills the server when it reaches the given place. */
type Script = (life: Life) => Promise<void>;

const FIRST_PERSON = 9_001n;
/** Worlds at the same time: each waits most of its time. */
const LANES = 2;

const isAt =
  (moment: Moment, name: string): IsNow =>
  (at, question) =>
    at === moment && question.name === name;

/** The n-th time that it holds. */
function nth(count: number, isNow: IsNow): IsNow {
  let seen = 0;
  return (...said) => {
    if (isNow(...said)) seen += 1;
    return seen === count;
  };
}

const isReceipt =
  (life: Life, moment: Moment): IsNow =>
  (at, { name, text }) =>
    at === moment && name === "eth_getTransactionReceipt" && life.isOwn(String(readParams(text)[0]));

/** A commit whose transaction has said this. */
const isCommit =
  (moment: Moment, said: string): IsNow =>
  (at, { name, text }) =>
    at === moment && name === "commit" && text.includes(said);

/** Asks for the payout, mines as the script wants, and dies at its place. */
async function askAndDie(life: Life, isNow: IsNow): Promise<void> {
  const dead = life.die(isNow);
  await Promise.all([dead, life.ask()]);
}

async function confirm(life: Life): Promise<void> {
  await life.ask();
  await life.seeSent();
  await life.mine(1);
  await life.see("confirming");
}

async function sendAndDie(life: Life, isNow: IsNow): Promise<void> {
  const dead = life.die(isNow);
  await life.ask();
  await life.seeSent();
  await life.mine(1);
  await dead;
}

async function confirmAndDie(life: Life, isNow: IsNow): Promise<void> {
  await confirm(life);
  const dead = life.die(isNow);
  await life.mine(6);
  await dead;
}

/** One for each state in which a killed process can leave the books, the nodes, the chain and the messenger. */
const ALL_SCRIPTS: Readonly<Record<string, Script>> = {
  "before the payout is in the books": (life) => askAndDie(life, isCommit("asked", 'insert into "payout" (')),
  "once it is in the books and unanswered": (life) => askAndDie(life, isCommit("answered", 'insert into "payout" (')),
  "once it is signed, before its bytes are committed": (life) =>
    askAndDie(life, isCommit("asked", 'insert into "payout_attempt"')),
  "once it is stored and sent to nobody": (life) => askAndDie(life, isAt("asked", "eth_sendRawTransaction")),
  "once one node has it": (life) => askAndDie(life, nth(2, isAt("asked", "eth_sendRawTransaction"))),
  "while both nodes have it and no block": (life) => askAndDie(life, isReceipt(life, "answered")),
  "once a block has it, before that is recorded": (life) => sendAndDie(life, isCommit("asked", "then 'confirming'")),
  "while it confirms": async (life) => {
    await confirm(life);
    await life.die(isReceipt(life, "asked"));
  },
  "once it is final, before it is settled": (life) => confirmAndDie(life, isCommit("asked", "payoutPaid:")),
  "once it is settled": (life) => confirmAndDie(life, isCommit("answered", "payoutPaid:")),
  "once it is paid, before the bot tells": (life) =>
    confirmAndDie(life, (moment, question) => moment === "asked" && life.isTold(question)),
  "once the bot has told": (life) =>
    confirmAndDie(life, (moment, question) => moment === "answered" && life.isTold(question)),
};

const SCRIPTS = Object.entries(ALL_SCRIPTS);

async function liveAll(scripts: typeof SCRIPTS, onEnd: OnEnd): Promise<void> {
  const people = scripts.map((_, index) => FIRST_PERSON + BigInt(index));
  const world = await openPayoutWorld(people, onEnd);
  for (const [index, [place, script]] of scripts.entries()) {
    const { payouts, arrivedBase } = await world.live(FIRST_PERSON + BigInt(index), script).catch((error: unknown) => {
      throw new Error(`killed ${place}`, { cause: error });
    });
    const [payout] = payouts;
    expect(payouts, place).toHaveLength(1);
    expect(payout?.status, place).toBe("paid");
    expect(arrivedBase, place).toBe(parseEther(payout?.net ?? "0"));
  }
  expect(await world.audit()).toEqual({ breaches: [], beyondBooksBase: 0n, sentCount: scripts.length });
}

it("pays once, wherever kill -9 hits the server", { timeout: 360_000 }, async ({ onTestFinished }) => {
  const ends: (() => Promise<unknown>)[] = [];
  onTestFinished(async () => {
    for (const end of ends.toReversed()) await end();
  });
  expect(SCRIPTS.length).toBeGreaterThanOrEqual(12);
  const lanes = Array.from({ length: LANES }, (_, lane) => SCRIPTS.filter((_script, place) => place % LANES === lane));
  await Promise.all(lanes.map((lane) => liveAll(lane, (end) => ends.push(end))));
});
