import { createServer } from "node:http";
import { afterEach, expect, it } from "vitest";
import { listenLocally } from "#devnet/http/listenLocally.ts";
import { readJson } from "#devnet/http/readJson.ts";
import { createSeedSigner } from "#server/signers/signer.ts";
import { TON_TREASURY } from "#tests/support/chains/tonMnemonic.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { createChain } from "../createChain.ts";
import { TON } from "./index.ts";

const MAIN_GENESIS = "F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=";
const HASH = Buffer.alloc(32).toString("base64");
const server = createServer((request, response) => {
  const answer = async () => {
    const { method } = (await readJson(request)) as { method: string };
    response.setHeader("content-type", "application/json").end(JSON.stringify({ ok: true, result: RESULTS[method] }));
  };
  answer().catch(() => request.destroy());
});
/** As a node of the main network tells them of an address that has coins and no code. */
const RESULTS: Readonly<Record<string, unknown>> = {
  getMasterchainInfo: { init: { root_hash: MAIN_GENESIS }, last: { seqno: 7, root_hash: HASH } },
  getBlockHeader: { global_id: -239, id: { seqno: 7, root_hash: HASH }, gen_utime: 1_790_000_000 },
  getAddressInformation: {
    balance: "1000000000",
    state: "uninitialized",
    code: "",
    data: "",
    last_transaction_id: { lt: "5", hash: HASH },
    block_id: { seqno: 7 },
  },
};

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

it("pays out of no wallet on a public network that would send back what arrives", async () => {
  const url = `http://127.0.0.1:${await listenLocally(server, 0)}`;
  const config = {
    endpoints: [{ url, apiKey: null }],
    treasuryAddress: TON_TREASURY,
    oldTreasuryAddresses: [],
    confirmations: 1,
    explorerTx: null,
    proofDomain: "hongbao.example",
    wallet: null,
  };
  const signer = createSeedSigner(Buffer.alloc(32, 7));
  await expect(createChain(TON, { ...config, signer }, silentLogger)).rejects.toThrow(
    "is not deployed: send a transfer",
  );
  expect(await createChain(TON, { ...config, signer: null }, silentLogger)).toMatchObject({ isLocal: false });
});
