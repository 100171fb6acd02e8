import { startSolanaPayoutLab } from "#tests/support/chains/solanaPayoutLab.ts";
import { describeRotation } from "./describeRotation.ts";

describeRotation("Solana", startSolanaPayoutLab);
