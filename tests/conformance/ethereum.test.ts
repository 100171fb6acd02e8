import { startEthereumLab } from "#tests/support/chains/ethereumLab.ts";
import { describeChain } from "./describeChain.ts";

describeChain("Ethereum", startEthereumLab);
