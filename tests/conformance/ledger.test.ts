import { startLedgerLab } from "#tests/support/chains/ledgerLab.ts";
import { describeChain } from "./describeChain.ts";

describeChain("a chain of another kind", startLedgerLab, { playsEveryRule: true });
