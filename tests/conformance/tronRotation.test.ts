import { startTronPayoutLab } from "#tests/support/chains/tronPayoutLab.ts";
import { describeRotation } from "./describeRotation.ts";

describeRotation("Tron", startTronPayoutLab);
