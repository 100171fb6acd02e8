import { createHash } from "node:crypto";
import { Address } from "@ton/core";
import { WalletContractV3R2 } from "@ton/ton";
import { expect, test } from "vitest";
import { readSeed } from "#server/crypto/ed25519.ts";
import { createSeedSigner } from "#server/signers/signer.ts";
import { signTransfers } from "./sign.ts";
import { findWalletKind, listWallets, type TreasuryWallet } from "./wallets.ts";

const SEED = Buffer.alloc(32, 7);
const publicKey = readSeed(SEED).publicKey;

function findWallet(name: string): TreasuryWallet {
  const known = listWallets(publicKey).find(({ kind }) => kind.name === name);
  if (known !== undefined) return known;
  const { walletId, address, init } = WalletContractV3R2.create({ workchain: 0, publicKey });
  const kind = findWalletKind(init.code);
  if (kind === null) throw new Error("a wallet of an unknown kind");
  return { kind, walletId, publicKey, address, init };
}

const sign = (wallet: TreasuryWallet, count: number, seed = SEED) =>
  signTransfers(
    {
      payments: Array.from({ length: count }, (_, place) => ({
        to: new Address(0, Buffer.alloc(32, place + 1)).toString({ bounceable: false }),
        amountBase: 1_500_000_000n + BigInt(place),
      })),
      seqno: wallet.init === null ? 41n : 0n,
      validUntil: 1_790_000_300,
      maxFeeBase: 6_000_000n,
    },
    wallet,
    createSeedSigner(seed),
  );

test.each([
  [
    "v4r2",
    "0:2a6ee6b7ff41bfecafe383386325c7a895f4fe4ce346b18eb9c14a0152d6629c",
    "809a4e42a61ae1af044ae9821069754c226581ca5d1d95c9ff35f9a803d12713",
    "01a538132ce3a81200dc5a358bd44d37062b59852e2936fcdc4ab5dcb7d597fb",
    "471359c7981dfa698f07d5d8909af3fc2bd4eba0298cdb2a9e5e6bff073e4058",
    "818c30c7d967e339f3e61d091bc63aa39fe481f302956d5f1c96e3d43acdb28f",
  ],
  [
    "v5r1",
    "0:949bc8af02b9eb02b449c4e11d594f4befd433c8c6b665967b60a9f9dbfff3d0",
    "d7d0f7b233f5d4e5daae92fb4f4746d77ef73dff15c1bfe9251e988a38d160d6",
    "a85e94689078ccb278e5512ff71bea665a21c5d1fee4ea50b6687e261a02be12",
    "879d5ab5cf0292189b4b3932367b42eea08e1076d533b0001c4210cd4b19383d",
    "ed42871686667c39a3e273edc22f423a39f3944832ad34e28615d3f8a847cd91",
  ],
  [
    "v3r2",
    "0:61bdf322e357500f6ca7e60a7f5ba38c86404341662b0013933914adf25e338a",
    "37158b35736cf5c32b513cb9f4ae7f651528cdc5bc337b1db7b8be56ac41de4f",
    "c0153ee5eff389a00c619a38e92f117dbadc1c40ac85914de0499e2d5676b4b8",
    "f5fed0bfe4abd13660d68d3f4340edeef9fadb3535cc0cc52c1bcdd0e8ff68db",
    "f668dad199f5c1ac3d3032024a8a91eb6be3806199c1bd2963393a6a9c83c76a",
  ],
])(
  "a wallet %s signs the same bytes for ever: its first message, and one of three transfers",
  async (name, ...known) => {
    const wallet = findWallet(name);
    const hash = (raw: Uint8Array) => createHash("sha256").update(raw).digest("hex");
    const first = await sign(wallet, 1);
    const later = await sign({ ...wallet, init: null }, 3);
    const made = [wallet.address.toRawString(), first.txHash, hash(first.raw), later.txHash, hash(later.raw)];
    expect(made).toEqual(known);
  },
);

test("a signer with another key than the wallet's signs nothing", async () => {
  await expect(sign(findWallet("v5r1"), 1, Buffer.alloc(32, 8))).rejects.toThrow("another key");
});
