import { toNano } from "@ton/core";
import { listenLocally } from "../http/listenLocally.ts";
import { runChain } from "../process/runChain.ts";
import { createTonServer } from "./createTonServer.ts";
import { createTreasuryWallet, createUserWallet, USER_MNEMONICS } from "./settings.ts";
import { TonChain } from "./tonChain.ts";
import type { TonState } from "./tonChain.ts";

const USER_BALANCE = toNano("10000");
/** Pays the first fees of the treasury. */
const TREASURY_BALANCE = toNano("1");

const now = (): number => Math.floor(Date.now() / 1_000);

await runChain({
  load: (state: TonState) => TonChain.load(state),
  create: async (seed) => {
    const chain = await TonChain.create(seed, now());
    const users = await Promise.all(USER_MNEMONICS.map(createUserWallet));
    for (const { address, init } of users) chain.fund(address, USER_BALANCE, init);
    const treasury = await createTreasuryWallet();
    chain.fund(treasury.address, TREASURY_BALANCE, treasury.init);
    return chain;
  },
  blockMs: 1_000,
  seal: (chain) => chain.seal(now()),
  serve: (chain) => {
    const server = createTonServer({ chain, now });
    return { servers: [server], listen: () => listenLocally(server, 0) };
  },
});
