import { startTonLab } from "#tests/support/chains/tonLab.ts";
import { describeChain } from "./describeChain.ts";

describeChain("TON", startTonLab);
