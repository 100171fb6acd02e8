import { generateKeyPairSync, sign } from "node:crypto";
import { encodeBase58 } from "ethers";
import type { TestClock } from "../testClock.ts";
import type { ChainLab, LabWallet } from "./chainLab.ts";
import { connectLedger, writeSignedText } from "./ledgerChain.ts";
import { createLedgerId, FINAL_DEPTH, LedgerEndpoint, LedgerNode } from "./ledgerNode.ts";

export interface LedgerLab extends ChainLab {
  readonly node: LedgerNode;
  readonly endpoints: readonly [LedgerEndpoint, LedgerEndpoint];
}

const WALLET_BALANCE = 100n * 10n ** 9n;

export async function startLedgerLab(clock: TestClock): Promise<LedgerLab> {
  const node = new LedgerNode(clock);
  node.advance(FINAL_DEPTH);
  const endpoints = [new LedgerEndpoint(node), new LedgerEndpoint(node)] as const;
  const spare = new LedgerEndpoint(node);
  const treasuryAddress = createLedgerId("treasury");
  let txIds = 0;

  function createWallet(address: string, signChallenge: LabWallet["sign"]): LabWallet {
    return {
      address,
      otherSpelling: address,
      sign: signChallenge,
      pay: async (...payments) =>
        node.send(
          address,
          payments.map(({ amountBase, reference = null }) => ({ amountBase, reference })),
        ),
      payUnreadably: async (amountBase) => node.send(address, [{ amountBase, reference: null }], true),
    };
  }

  return {
    coinType: "sol",
    hasReferences: true,
    hasSeveralTransfers: true,
    node,
    endpoints,
    spare,
    connect: (...asked) =>
      connectLedger(
        [...endpoints, spare]
          .filter((endpoint) => asked.includes(endpoint))
          .toSorted((left, right) => asked.indexOf(left) - asked.indexOf(right)),
        treasuryAddress,
      ),
    async createWallet() {
      const { publicKey, privateKey } = generateKeyPairSync("ed25519");
      const bytes = Buffer.from(String(publicKey.export({ format: "jwk" }).x), "base64url");
      const address = encodeBase58(bytes);
      node.balances.set(address, WALLET_BALANCE);
      return createWallet(address, async ({ challengeId, message }) => {
        const signature = sign(null, Buffer.from(writeSignedText(message, address)), privateKey).toString("base64");
        const domain = { lengthBytes: 9, value: "localhost" };
        const key = { network: "0", publicKey: bytes.toString("hex"), stateInit: "none" };
        return { challengeId, tonProof: { ...key, proof: { timestamp: 0, domain, payload: message, signature } } };
      });
    },
    advance: async (blocks) => node.advance(blocks),
    drop: async (blocks) => node.drop(blocks),
    sendAgain: async (txId) => node.sendAgain(txId),
    cutTransaction: async (txId, count) => node.cutTransaction(txId, count),
    createLookalike(wallet) {
      const letters = Array.from(wallet.address);
      const place = letters.findLastIndex((letter) => /[a-km-z]/.test(letter) && letter !== "o" && letter !== "i");
      const address = letters.with(place, (letters[place] ?? "").toUpperCase()).join("");
      if (address === wallet.address) throw new Error("an address without letters");
      return createWallet(address, wallet.sign);
    },
    adjustTreasury: async (amountBase) => node.adjustTreasury(amountBase),
    createTxId: () => {
      txIds += 1;
      return createLedgerId(`never sent ${txIds}`);
    },
    respellTxId: (txId) => txId,
    stop: async () => undefined,
  };
}
