import { expect, test } from "vitest";
import { COIN_TYPES } from "./coins.ts";
import { findGuestNetwork, nameWallet } from "./guestNetwork.ts";

test("only a coin that moves on another coin's network is called its guest", () => {
  const guests = COIN_TYPES.flatMap((coinType) => {
    const network = findGuestNetwork(coinType);
    return network === null ? [] : [[coinType, network]];
  });
  expect(guests).toEqual([["usdt", "TON"]]);
});

test("the wallet of a guest is called by its network, any other one as its coin", () => {
  expect(COIN_TYPES.map(nameWallet)).toEqual(["ETH", "Solana", "Tron", "Ton", "TON"]);
});
