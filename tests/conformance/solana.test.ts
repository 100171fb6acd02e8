import { startSolanaLab } from "#tests/support/chains/solanaLab.ts";
import { describeChain } from "./describeChain.ts";

describeChain("Solana", startSolanaLab);
