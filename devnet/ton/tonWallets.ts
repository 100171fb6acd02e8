import { Cell } from "@ton/core";

/** The hash of a wallet's code, its name at toncenter, and the bits of its data before the number of the next message. */
const WALLETS: Readonly<Record<string, { type: string; skippedBits: number }>> = {
  b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581: { type: "wallet v3 r1", skippedBits: 0 },
  "84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599": { type: "wallet v3 r2", skippedBits: 0 },
  feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0: { type: "wallet v4 r2", skippedBits: 0 },
  "20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f": { type: "wallet v5 r1", skippedBits: 1 },
};

/** What the code and the data (base64) say of a known wallet, or null. */
export function readWallet(code: string, data: string): { type: string; seqno: number; walletId: number } | null {
  if (code === "") return null;
  const wallet = WALLETS[Cell.fromBase64(code).hash().toString("hex")];
  if (wallet === undefined) return null;
  const slice = Cell.fromBase64(data).beginParse();
  slice.skip(wallet.skippedBits);
  const seqno = slice.loadUint(32);
  return { type: wallet.type, seqno, walletId: slice.loadUint(32) };
}
