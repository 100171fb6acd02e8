import { toNano } from "@ton/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTelegramWallet, writeTelegramData } from "#devnet/ton/telegramWallet.ts";
import type { Chain, ProofVerdict } from "#server/chains/chain.ts";
import { startTonLab, type TonLab } from "#tests/support/chains/tonLab.ts";
import { createTonWallet, toWireProof, writeTonProof } from "#tests/support/chains/tonWallet.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const DOMAIN = "hongbao.example";

describe("a proof by the messenger's own wallet", () => {
  let lab: TonLab;
  let chain: Chain;
  const clock = { now: () => new Date(NOW), advance: () => undefined };
  const anchor = createTonWallet("anchor").keys;
  const later = createTonWallet("later").keys;
  const thief = createTonWallet("thief").keys;
  const wallet = createTelegramWallet(anchor.publicKey);

  beforeAll(async () => {
    lab = await startTonLab(clock);
    chain = await lab.connect(...lab.endpoints);
  });
  afterAll(() => lab.stop());

  /** How two endpoints judge a proof that these keys signed for the wallet. */
  async function prove(keys: typeof anchor): Promise<ProofVerdict> {
    const expiresAt = new Date(NOW + 600_000);
    const account = { tgUserId: 1n, firstName: "Anna", lastName: null, username: null };
    const text = chain.writeChallenge({
      publicUrl: `https://${DOMAIN}`,
      address: null,
      account,
      nonce: "00ff".repeat(8),
      issuedAt: new Date(NOW),
      expiresAt,
    });
    const values = { payload: text, domain: DOMAIN, timestamp: NOW / 1_000 };
    const tonProof = toWireProof(writeTonProof(wallet, keys, values));
    return chain.judgeProof(text, { challengeId: "c1", tonProof }, wallet.address.toString({ bounceable: false }));
  }

  async function deploy(publicKey: Buffer, seqno: number): Promise<void> {
    lab.chain.fund(wallet.address, toNano(1), { code: wallet.init.code, data: writeTelegramData(publicKey, seqno) });
    await lab.advance(3);
  }

  it("has the code whose hash is published", () => {
    expect(wallet.init.code.hash().toString("hex")).toBe(
      "9149ae51c1e4689710cebf7830297b16acfbadb363a920a537893e7ffeeca768",
    );
  });

  it("is taken by the key of its address before it is deployed, and from nobody else", async () => {
    expect(await prove(anchor)).toBe("proven");
    expect(await prove(later)).toBe("foreign");
    expect(await prove(thief)).toBe("foreign");
  });

  it("is taken once it is deployed", async () => {
    await deploy(anchor.publicKey, 0);
    expect(await prove(anchor)).toBe("proven");
    expect(await chain.canSign(wallet.address.toString())).toBe(true);
  });

  it("is taken by the new key alone after a change of keys under the same address", async () => {
    await deploy(later.publicKey, 5);
    expect(await prove(later)).toBe("proven");
    expect(await prove(anchor)).toBe("foreign");
    expect(await prove(thief)).toBe("foreign");
  });

  it.each([0, 1] as const)("is not taken by its first key where endpoint %i alone calls it new", async (place) => {
    lab.endpoints[place].setForgotten(wallet.address);
    expect(await prove(anchor)).toBe("foreign");
    expect(await prove(later)).toBe("foreign");
    lab.endpoints[place].setForgotten();
    expect(await prove(later)).toBe("proven");
  });
});
