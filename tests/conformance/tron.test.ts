import { startTronLab } from "#tests/support/chains/tronLab.ts";
import { describeChain } from "./describeChain.ts";

describeChain("Tron", startTronLab);
