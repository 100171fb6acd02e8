import { encodeBase58 } from "#domain/address/base58.ts";

import type { Failure } from "#machines/kit/failure.ts";

import { describeError } from "../describeError.ts";
import { readField } from "../readField.ts";
import { rejectWallet } from "../rejectWallet.ts";

/** Where the server says which nodes its pages may use. */
const NODES_PATH = "/solana-nodes.json";

const SIGNATURE_BYTES = 64;

/** A node may have taken what it was sent and its answer been lost, so each is asked again. */
const ROUNDS = 3;
const PAUSE_MS = 1_000;

function encodeBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""));
}

/** The nodes that this page may send payments to; none where the server names none. */
export async function readNodes(): Promise<readonly string[]> {
  try {
    const answer = await fetch(NODES_PATH);
    const urls = readField(await answer.json(), "rpcUrls");
    return Array.isArray(urls) ? urls.filter((url) => typeof url === "string") : [];
  } catch {
    return [];
  }
}

/** As a node says it that has taken the transaction before. */
const ALREADY_SENT = /already been processed|AlreadyProcessed/iu;

/** Throws what the node answers against the transaction. */
async function sendTo(url: string, transaction: string): Promise<void> {
  const options = { encoding: "base64", preflightCommitment: "confirmed" };
  const body = { jsonrpc: "2.0", id: 1, method: "sendTransaction", params: [transaction, options] };
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const error = readField(await answer.json(), "error");
  if (error !== undefined && !ALREADY_SENT.test(JSON.stringify(error))) throw error;
}

/** The first signature of a transaction as it is sent, which is its id. */
function readTxId(signed: Uint8Array): string {
  // The number of signatures comes first; a payment has few, so it takes one byte.
  const signature = signed.slice(1, 1 + SIGNATURE_BYTES);
  return signature.length === SIGNATURE_BYTES ? encodeBase58(signature) : rejectWallet("payFailed");
}

/** Whether an error is a node's own, and not that it cannot be reached. */
function isAnswer(error: unknown): boolean {
  return typeof readField(error, "code") === "number";
}

function lostAnswer(error: unknown): Failure {
  return describeError(error, { step: "pay", lost: "connectionFailed", readChainReason: () => "payFailed" });
}

/**
 * Sends a signed transaction by the first node that can be reached. The same bytes pay once, however often they are sent.
 * @returns its id
 */
export async function sendTransaction(urls: readonly string[], signed: Uint8Array): Promise<string> {
  const txId = readTxId(signed);
  const transaction = encodeBase64(signed);
  let mayBeTaken = false;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const url of urls) {
      try {
        await sendTo(url, transaction);
        return txId;
      } catch (error) {
        // What a node says of a payment that another one may have taken does not mean that nothing was sent.
        if (isAnswer(error)) throw mayBeTaken ? lostAnswer(error) : error;
        mayBeTaken = true;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return rejectWallet("rpcUnreachable");
}
