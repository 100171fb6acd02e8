import { SystemProgram, type TransactionInstruction } from "@solana/web3.js";
import { COINS } from "#domain/coins.ts";
import { type SolanaLabWallet, startSolanaLab } from "#tests/support/chains/solanaLab.ts";
import { createTestClock } from "#tests/support/testClock.ts";
import { chooseKind, type FloodKind, type FloodNode } from "./floodNode.ts";

const BLOCK = 1_000;
const WALLETS = 20;
const VALUES: Readonly<Record<FloodKind, bigint>> = { dust: 1n, least: COINS.sol.minBase, naming: 0n };

export async function startSolanaFlood(): Promise<FloodNode> {
  const lab = await startSolanaLab(createTestClock(Date.now()));
  const payer = await lab.createWallet();
  const attackers = await Promise.all(Array.from({ length: WALLETS }, () => lab.createWallet()));
  let sent = 0;

  function write(wallet: SolanaLabWallet, kind: FloodKind): TransactionInstruction[] {
    if (kind !== "naming") return lab.writePayments(wallet, { amountBase: VALUES[kind] });
    const { publicKey } = wallet.keypair;
    const instruction = SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: publicKey, lamports: 1n });
    instruction.keys.push({ pubkey: lab.treasury.publicKey, isSigner: false, isWritable: false });
    return [instruction];
  }

  return {
    coinType: "sol",
    urls: lab.endpoints.map(({ url }) => url),
    treasuryAddress: lab.treasury.publicKey.toBase58(),
    payerAddress: payer.address,
    async flood(count) {
      for (let place = 0; place < count; place += 1) {
        const wallet = attackers[sent % WALLETS];
        if (wallet === undefined) throw new Error("there are attackers");
        lab.send(write(wallet, chooseKind(sent)), { payer: wallet.keypair });
        sent += 1;
        if (place % BLOCK === BLOCK - 1) await lab.advance(1);
      }
      await lab.advance(1);
    },
    pay: async (amountBase, reference) => void (await payer.pay({ amountBase, reference })),
    advance: () => lab.advance(1),
    stop: () => lab.stop(),
  };
}
