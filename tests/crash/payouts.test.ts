import { parseEther } from "ethers";
import { expect, it } from "vitest";
import type { Moment, Question } from "./support/gates.ts";
import { type Life, type OnEnd, openPayoutWorld, readParams } from "./support/payoutWorld.ts";

type IsNow = (moment: Moment, question: Question, answer: string) => boolean;
/** Starts a payout and kills the server when it reaches the given place. */
type Script = (life: Life) => Promise<void>;

const FIRST_PERSON = 9_001n;
/** Worlds at the same time: each waits most of its time. */
const LANES = 3;

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

/** A node tells where the transaction is, after a node has told that its block is final. */
function isFinalReceipt(life: Life): IsNow {
  let finalized = -1n;
  return (moment, question, answer) => {
    if (moment === "asked") return false;
    if (question.name === "eth_getBlockByNumber" && readParams(question.text)[0] === "finalized") {
      finalized = BigInt(readResult(answer)?.["number"] ?? -1n);
    }
    const landed = isReceipt(life, "answered")(moment, question, answer) ? readResult(answer) : null;
    return landed !== null && BigInt(landed["blockNumber"] ?? 0n) <= finalized;
  };
}

const readResult = (answer: string) =>
  (JSON.parse(answer) as { result: Readonly<Record<string, string>> | null }).result;

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

const ANYWHERE: Readonly<Record<string, Script>> = {
  "once the payout is queued": async (life) => {
    await life.ask();
    await life.kill();
  },
  "after the treasury's count was read": (life) => askAndDie(life, isAt("answered", "eth_getTransactionCount")),
  // The first one is the quote's.
  "before its price is read": (life) => askAndDie(life, nth(2, isAt("asked", "eth_estimateGas"))),
  "before it is signed": (life) => askAndDie(life, isAt("asked", "sign")),
  "once it is signed and not stored": (life) => askAndDie(life, isAt("answered", "sign")),
  "once it is stored and sent to nobody": (life) => askAndDie(life, isAt("asked", "eth_sendRawTransaction")),
  "once one node has it": (life) => askAndDie(life, nth(2, isAt("asked", "eth_sendRawTransaction"))),
  "once both nodes have it": (life) => askAndDie(life, nth(2, isAt("answered", "eth_sendRawTransaction"))),
  "before it is looked for": (life) => askAndDie(life, isReceipt(life, "asked")),
  "while no block has it": (life) => askAndDie(life, isReceipt(life, "answered")),
  "once a block has it and nothing says so": (life) =>
    sendAndDie(
      life,
      (moment, question, answer) =>
        isReceipt(life, "answered")(moment, question, answer) && answer.includes("blockHash"),
    ),
  "while it confirms": async (life) => {
    await confirm(life);
    await life.die(isReceipt(life, "asked"));
  },
  "once it is final to one node": (life) => confirmAndDie(life, isFinalReceipt(life)),
  "once it is final to both nodes": (life) => confirmAndDie(life, nth(2, isFinalReceipt(life))),
  "once it is paid, before the bot tells": (life) =>
    confirmAndDie(life, (moment, question) => moment === "asked" && life.isTold(question)),
  "once the bot has told": (life) =>
    confirmAndDie(life, (moment, question) => moment === "answered" && life.isTold(question)),
};

/** At a question to PostgreSQL. */
const IN_POSTGRES: Readonly<Record<string, Script>> = {
  "before the payout is in the books": (life) => askAndDie(life, isCommit("asked", 'insert into "payout" (')),
  "once it is in the books and unanswered": (life) => askAndDie(life, isCommit("answered", 'insert into "payout" (')),
  "before its bytes are written": (life) =>
    askAndDie(
      life,
      (moment, { name, text }) =>
        moment === "asked" && name === "query" && text.includes('insert into "payout_attempt"'),
    ),
  "before its bytes are committed": (life) => askAndDie(life, isCommit("asked", 'insert into "payout_attempt"')),
  "once its bytes are committed": (life) => askAndDie(life, isCommit("answered", 'insert into "payout_attempt"')),
  "before its block is recorded": (life) => sendAndDie(life, isCommit("asked", "then 'confirming'")),
  "once its block is recorded": (life) => sendAndDie(life, isCommit("answered", "then 'confirming'")),
  "before it is settled": (life) => confirmAndDie(life, isCommit("asked", "payoutPaid:")),
  "once it is settled": (life) => confirmAndDie(life, isCommit("answered", "payoutPaid:")),
};

const SCRIPTS = Object.entries({ ...ANYWHERE, ...IN_POSTGRES });

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
