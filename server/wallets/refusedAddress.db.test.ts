import { beforeAll, describe, expect, it } from "vitest";
import type { AddressMistake } from "#domain/address/addressMistake.ts";
import type { WalletType } from "#domain/coins.ts";
import { coinsOfWallet } from "#domain/coinsOfWallet.ts";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import { parsePayer } from "#server/chains/facts.ts";
import { linkChain } from "#tests/support/linkChain.ts";
import { openPeople } from "#tests/support/people.ts";
import { addUsers, callAs } from "#tests/support/story.ts";
import { bindWallet } from "./bindWallet.ts";
import { walletChallenge } from "./proofs.ts";

const ANNA = 7_001n;
const people = openPeople("refused addresses");
beforeAll(() => addUsers(people.app, [ANNA]));

interface KnownChain {
  networkId: string;
  treasury: string;
  oldTreasury?: string;
  refused: readonly [name: string, text: string, mistake: AddressMistake][];
}

const ETHEREUM_TREASURIES = [
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
] as const;
const [ETHEREUM, OLD_ETHEREUM] = ETHEREUM_TREASURIES;
const SOLANA = "7o36UsWR1JQLpZ9PE2gn9L4SQ69CNNiWAXd4Jt7rqz9Z";
const TRON = "TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g";
const TON = "UQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNqQF";
const TON_BOUNCEABLE = "EQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNvnA";

/** Each chain's main network. */
const KNOWN: Readonly<Record<WalletType, KnownChain>> = {
  ETH: {
    networkId: "eip155:1",
    treasury: ETHEREUM,
    oldTreasury: OLD_ETHEREUM,
    refused: [
      ["a lost digit", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb9226", "form"],
      ["a wrong checksum", "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "checksum"],
      ["zero", `0x${"0".repeat(40)}`, "zero"],
      ["Tron's", TRON, "otherChain"],
      ["the treasury", ETHEREUM.toLowerCase(), "treasury"],
      ["the former treasury", ` ${OLD_ETHEREUM}`, "treasury"],
    ],
  },
  Solana: {
    networkId: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
    treasury: SOLANA,
    refused: [
      ["31 bytes", "B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVb", "form"],
      ["a program's", "DShWnroshVbeUp28oopA3Pu7oFPDBtC1DBmPECXXAQ9n", "offCurve"],
      ["zero", "1".repeat(32), "zero"],
      ["Tron's", TRON, "otherChain"],
      ["the treasury", SOLANA, "treasury"],
    ],
  },
  Tron: {
    networkId: "tron:0x2b6653dc",
    treasury: TRON,
    refused: [
      ["a lost letter", "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqe", "form"],
      ["a wrong checksum", "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeM", "checksum"],
      ["zero", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb", "zero"],
      ["Ethereum's", ETHEREUM, "otherChain"],
      ["the treasury", TRON, "treasury"],
    ],
  },
  Ton: {
    networkId: "tvm:-239",
    treasury: TON,
    refused: [
      ["a name", "hongbao.ton", "form"],
      ["a wrong checksum", "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwB", "checksum"],
      ["one for test networks", "0QDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPleK", "testNetwork"],
      ["a bounceable one for test networks", "kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP", "testNetwork"],
      ["one of the masterchain", `-1:${"34".repeat(32)}`, "masterchain"],
      ["the elector", "Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF", "masterchain"],
      ["zero", "EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c", "zero"],
      ["Solana's", SOLANA, "otherChain"],
      ["the treasury", TON, "treasury"],
      ["another spelling of the treasury", TON_BOUNCEABLE, "treasury"],
    ],
  },
};

/** Of each, beside Ethereum's, the app has the chain's facts alone. */
function linkKnown(type: WalletType, { treasury, oldTreasury, networkId }: KnownChain): App {
  const { app } = people;
  const ethereum = app.chains.eth?.chain ?? null;
  if (ethereum === null) throw new Error("the test app has a chain");
  const facts = {
    coinType: coinsOfWallet(type)[0],
    treasuryAddress: treasury,
    oldTreasuryAddresses: oldTreasury === undefined ? [] : [oldTreasury],
  };
  const chain: Chain = {
    ...ethereum,
    ...facts,
    network: { id: networkId, name: type },
    parsePayer: (text) => parsePayer(text, facts, networkId),
    bringsAddressWithProof: type === "Ton",
  };
  return { ...app, chains: linkChain(chain) };
}

describe.each(Object.entries(KNOWN) as [WalletType, KnownChain][])("an address for %s", (type, known) => {
  it.each(known.refused)("that is wrong is refused with what is wrong: %s", async (_, address, mistake) => {
    const messageKey = mistake === "form" ? undefined : `wallet:addressMistake.${mistake}`;
    const body = { type, address };
    const app = linkKnown(type, known);
    // TON's wallet brings its address with the proof.
    const challenge = type === "Ton" ? [] : [callAs(app, walletChallenge, ANNA, { body })];
    const proof = { challengeId: "none", signature: "0x" };
    const bindings = [body, { ...body, proof }].map((asked) => callAs(app, bindWallet, ANNA, { body: asked }));
    for (const answer of await Promise.allSettled([...bindings, ...challenge])) {
      expect(answer).toMatchObject({ status: "rejected", reason: { key: "invalidRequest", messageKey } });
    }
  });
});

it("an address for test networks is taken on a test network of TON, and in its other spelling too", () => {
  const address = "0QDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPleK";
  const addressKey = "0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e";
  const facts = { coinType: "ton", treasuryAddress: TON, oldTreasuryAddresses: [] } as const;
  expect(parsePayer(address, facts, "tvm:-3")).toEqual({ address, addressKey });
  expect(parsePayer(addressKey, facts, "tvm:-239")).toMatchObject({ addressKey });
});
