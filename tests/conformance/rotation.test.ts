import { startSolanaLab } from "#tests/support/chains/solanaLab.ts";
import { startTonLab } from "#tests/support/chains/tonLab.ts";
import { startTronLab } from "#tests/support/chains/tronLab.ts";
import { describeRotation } from "./describeRotation.ts";

describeRotation("Solana", startSolanaLab);
describeRotation("TON", startTonLab);
describeRotation("Tron", startTronLab);
