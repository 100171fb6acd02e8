import { startUsdtLab } from "#tests/support/chains/usdtLab.ts";
import { describeChain } from "./describeChain.ts";

describeChain("USDT on TON", startUsdtLab);
