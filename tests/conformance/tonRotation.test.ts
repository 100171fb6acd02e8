import { startTonPayoutLab } from "#tests/support/chains/tonPayoutLab.ts";
import { describeRotation } from "./describeRotation.ts";

describeRotation("TON", startTonPayoutLab);
