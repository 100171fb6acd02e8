import {
  type Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  type TransactionInstruction,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readKeypair } from "#devnet/solana/settings.ts";
import { callJsonRpc } from "#server/chains/jsonRpc.ts";
import { signText } from "#tests/support/chains/solanaLab.ts";
import { type LyingEndpoint, startLyingEndpoint } from "#tests/support/lyingEndpoint.ts";
import { type AttackWorld, openAttackWorld } from "./support/attackWorld.ts";

const SOL = 10n ** 9n;
const POOR = 930_002;
const PATIENT = 930_004;
/** Of each answer of a node far away. */
const LATENCY_MS = 40;
const NOISE_A_SECOND = 40;
const SECONDS_BEFORE = 5;
/** Of noise: whoever reads one after the other falls behind as long as it lasts. Counted, for a busy machine is slow at both. */
const FOUND_WITHIN = 45 * NOISE_A_SECOND;

let world: AttackWorld;
let rpcUrl: string;
let treasury: PublicKey;
/** The endpoint that the server prefers, and the other one. */
let liar: LyingEndpoint;
let other: LyingEndpoint;

beforeAll(async () => {
  world = await openAttackWorld({ COINS: "sol" });
  const { solana } = world.info;
  if (solana === null) throw new Error("Solana must run");
  ({ rpcUrl } = solana);
  treasury = new PublicKey(solana.treasuryAddress);
  [liar, other] = await Promise.all([startLyingEndpoint(rpcUrl), startLyingEndpoint(rpcUrl)]);
  await world.restart({ SOL_RPC_URLS: `${liar.url},${other.url}` });
});
afterEach(() => {
  for (const door of [liar, other]) door.lie = null;
});
afterAll(async () => {
  await world.close();
  await Promise.all([liar.stop(), other.stop()]);
});

interface Person {
  bearer: string;
  keypair: Keypair;
  address: string;
}

const readBalance = async ({ bearer }: Person) =>
  (await world.ask("accountAmountInfo", { bearer, query: { coinType: "sol" } })).data?.balance;

/** A person with one of the funded wallets, which is proven. */
async function addPerson(tgUserId: number, key: number): Promise<Person> {
  const keypair = readKeypair(world.info.solana?.fundedKeys[key] ?? "");
  const person = { bearer: await world.logIn(tgUserId), keypair, address: keypair.publicKey.toBase58() };
  const { bearer, address } = person;
  const { data } = await world.ask("walletChallenge", { bearer, body: { type: "Solana", address } });
  if (data === null) throw new Error("the challenge was refused");
  const proof = { challengeId: data.challengeId, signature: signText(data.message, keypair) };
  const bound = await world.ask("bindWallet", { bearer, body: { type: "Solana", address, proof } });
  expect(bound.error).toBeNull();
  return person;
}

const call = (method: string, ...params: readonly unknown[]) => callJsonRpc(rpcUrl, method, params);

async function readBlockhash(): Promise<string> {
  const { value } = (await call("getLatestBlockhash")) as { value: { blockhash: string } };
  return value.blockhash;
}

async function sendRaw(raw: Uint8Array): Promise<void> {
  await call("sendTransaction", Buffer.from(raw).toString("base64"), { encoding: "base64", skipPreflight: true });
}

async function send({ keypair }: Person, instruction: TransactionInstruction, blockhash?: string): Promise<void> {
  const recentBlockhash = blockhash ?? (await readBlockhash());
  const message = new TransactionMessage({
    payerKey: keypair.publicKey,
    recentBlockhash,
    instructions: [instruction],
  });
  const transaction = new VersionedTransaction(message.compileToLegacyMessage());
  transaction.sign([keypair]);
  await sendRaw(transaction.serialize());
}

const payTreasury = (person: Person, lamports: bigint) =>
  send(person, SystemProgram.transfer({ fromPubkey: person.keypair.publicKey, toPubkey: treasury, lamports }));

/** Names accounts, and moves nothing of theirs. */
function nameAccounts({ keypair: { publicKey } }: Person, lamports: bigint, ...accounts: readonly PublicKey[]) {
  const instruction = SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: publicKey, lamports });
  instruction.keys.push(...accounts.map((pubkey) => ({ pubkey, isSigner: false, isWritable: false })));
  return instruction;
}

test(
  "a payment amid the noise of many transactions that name the treasury is found soon",
  { timeout: 300_000 },
  async () => {
    const [thief, payer] = [await addPerson(POOR, 1), await addPerson(PATIENT, 3)];
    for (const door of [liar, other]) {
      door.lie = async (_, honest) => {
        await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
        return honest;
      };
    }
    let sent = 0;
    const found = new AbortController();
    async function makeNoise(): Promise<void> {
      const second = new Promise((resolve) => setTimeout(resolve, 1_000));
      const blockhash = await readBlockhash();
      for (let count = 0; count < NOISE_A_SECOND; count += 1) {
        sent += 1;
        await send(thief, nameAccounts(thief, 1_000n + BigInt(sent), treasury), blockhash);
      }
      await second;
    }
    for (let second = 0; second < SECONDS_BEFORE; second += 1) await makeNoise();
    const noise = (async () => {
      while (!found.signal.aborted) await makeNoise();
    })();
    const paidAtMs = performance.now();
    try {
      await payTreasury(payer, SOL);
      const last = sent + FOUND_WITHIN;
      while ((await readBalance(payer)) !== "1") {
        expect(sent).toBeLessThan(last);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    } finally {
      found.abort();
      await noise;
    }
    const foundAfterS = (performance.now() - paidAtMs) / 1_000;
    console.info(`found after ${foundAfterS.toFixed(1)} s amid ${sent} transactions that name the treasury`);
  },
);
