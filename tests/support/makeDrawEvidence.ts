import { bls12_381 } from "@noble/curves/bls12-381.js";
import { ed25519 } from "@noble/curves/ed25519.js";
import { type BeaconChain, findRoundFrom, timeOfRound } from "#domain/draw/beacon.ts";
import { commitTogether, listLeaves } from "#domain/draw/commitTogether.ts";
import { type DrawKey, type DrawKeyBody, nameKey } from "#domain/draw/drawKey.ts";
import { type DrawRoot, type DrawRootBody, joinDraws } from "#domain/draw/drawRoot.ts";
import { drawTogether } from "#domain/draw/drawTogether.ts";
import type { DrawEvidence, EvidenceShare, EvidenceWindow } from "#domain/draw/evidence.ts";
import { hashParts } from "#domain/draw/hashParts.ts";
import { hashBody } from "#domain/draw/isSignedBody.ts";
import { hashLeaf, provePath } from "#domain/draw/merkleTree.ts";
import { hashHead, hashStart, hashWho, type Receipt, type ReceiptBody } from "#domain/draw/receipt.ts";
import { DOMAIN, messageOfRound } from "#domain/draw/verifyRound.ts";
import { fromHex, toHex } from "#domain/hex.ts";

/** An Ed25519 key made from a seed. */
export interface TestSigner {
  /** Hex. */
  publicKey: string;
  /** Adds the signature of a body. */
  sign: <Body extends object>(body: Body) => Body & { signature: string };
}

export function createTestSigner(seed: number): TestSigner {
  const secretKey = new Uint8Array(32).fill(seed);
  return {
    publicKey: toHex(ed25519.getPublicKey(secretKey)),
    sign: (body) => ({ ...body, signature: toHex(ed25519.sign(hashBody(body), secretKey)) }),
  };
}

const GENESIS_S = 1_790_000_000;
const PERIOD_S = 3;
const MINUTE_MS = 60_000;
const beacon = bls12_381.shortSignatures;
const BEACON_SECRET = new Uint8Array(32).fill(7);

export const TEST_CHAIN: BeaconChain = {
  hash: toHex(hashParts("the beacon of the tests")),
  publicKey: toHex(beacon.getPublicKey(BEACON_SECRET).toBytes()),
  genesisS: GENESIS_S,
  periodS: PERIOD_S,
};

export function signTestRound(round: number): string {
  return toHex(beacon.sign(beacon.hash(messageOfRound(round), DOMAIN), BEACON_SECRET).toBytes());
}

export const drawSigner = createTestSigner(1);
export const solvencySigner = createTestSigner(2);

/** A key of a draw's month, certified. */
export function certifyKey(signer: TestSigner, certifier: TestSigner): DrawKey {
  const body: DrawKeyBody = {
    about: "hongbao.drawKey.1",
    keyId: nameKey(signer.publicKey),
    publicKey: signer.publicKey,
    validFrom: "2026-09-01T00:00:00.000Z",
    validUntil: "2026-12-01T00:00:00.000Z",
  };
  return { ...body, certifiedBy: certifier.publicKey, certificate: certifier.sign(body).signature };
}

/** A true draw and all that its people hold. */
export interface TestDraw {
  evidence: DrawEvidence & { shares: EvidenceShare[] };
  /** Of all entries, by place. */
  receipts: Receipt[];
}

/**
 * The truth of an envelope that is drawn for all, in windows of a minute: each of `entries` is how many enter one.
 * @param amounts in slot order
 */
export function makeDrawEvidence(amounts: readonly string[], entries: readonly number[]): TestDraw {
  const envelopeId = "env_AAAAAAAAAAAAAAAA";
  const salt = toHex(hashParts(amounts.join()));
  const record = { envelopeId, salt, shares: amounts };
  const commitment = commitTogether(record);
  const leaves = listLeaves(record);
  const hashes = leaves.map(hashLeaf);
  const receipts: Receipt[] = [];
  const shares: EvidenceShare[] = [];
  let head = hashStart(fromHex(commitment), amounts.length);
  let free = leaves.map(({ slot }) => slot);
  const windows = entries.map((count, index): EvidenceWindow => {
    const opensAt = new Date(GENESIS_S * 1_000 + 2 * index * MINUTE_MS);
    const closesAt = new Date(opensAt.getTime() + MINUTE_MS).toISOString();
    const round = findRoundFrom(TEST_CHAIN, new Date(Date.parse(closesAt) + 1_000));
    const entryIds = Array.from({ length: count }, (_, entry) => `entry_${index + 1}_${entry + 1}`);
    for (const entryId of entryIds) {
      const place = receipts.length + 1;
      const previousHead = toHex(head);
      head = hashHead(head, { round, place, entryId });
      const nonce = toHex(hashParts(entryId)).slice(0, 32);
      const body: ReceiptBody = {
        about: "hongbao.receipt.1",
        beacon: TEST_CHAIN.hash,
        envelopeId,
        commitment,
        entryId,
        place,
        round,
        enteredAt: opensAt.toISOString(),
        closesAt,
        previousHead,
        head: toHex(head),
        who: hashWho(nonce, String(place)),
        keyId: nameKey(drawSigner.publicKey),
      };
      receipts.push({ ...drawSigner.sign(body), nonce });
    }
    const signature = signTestRound(round);
    for (const [entryId, slot] of drawTogether(fromHex(commitment), fromHex(signature), entryIds, free)) {
      const leaf = slot === null ? undefined : leaves[slot - 1];
      if (leaf === undefined) continue;
      const path = provePath(hashes, leaf.slot).map(toHex);
      shares.push({ entryId, slot: leaf.slot, amount: leaf.amount, salt: leaf.salt, path, name: `Person ${entryId}` });
      free = free.filter((other) => other !== slot);
    }
    const own = { envelopeId, round, entries: count, head: toHex(head) };
    const other = { envelopeId: "env_BBBBBBBBBBBBBBBB", round, entries: 3, head: commitment };
    const { root, proofs } = joinDraws([own, other]);
    return {
      round,
      closesAt,
      entryIds,
      signature,
      isUndrawn: false,
      root: signRoot({ round, root, draws: 2, madeAt: new Date(timeOfRound(TEST_CHAIN, round).getTime() - 900) }),
      proof: proofs.get(envelopeId) ?? null,
    };
  });
  return {
    receipts,
    evidence: {
      about: "hongbao.evidence.1",
      beacon: TEST_CHAIN,
      envelopeId,
      coinType: "ton",
      commitment,
      count: amounts.length,
      totalAmount: String(amounts.reduce((sum, amount) => sum + Number(amount), 0)),
      windows,
      shares,
      revealed: { salt, shares: [...amounts] },
      keys: [certifyKey(drawSigner, solvencySigner)],
    },
  };
}

/** A root of the draw's key, or of another. */
export function signRoot(
  { madeAt, ...root }: Pick<DrawRootBody, "round" | "root" | "draws"> & { madeAt: Date },
  signer: TestSigner = drawSigner,
): DrawRoot {
  const body: DrawRootBody = {
    about: "hongbao.root.1",
    beacon: TEST_CHAIN.hash,
    ...root,
    madeAt: madeAt.toISOString(),
    keyId: nameKey(signer.publicKey),
  };
  return signer.sign(body);
}
