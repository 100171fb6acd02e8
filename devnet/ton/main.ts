import { toNano } from "@ton/core";
import { listenLocally } from "../http/listenLocally.ts";
import { runChain } from "../process/runChain.ts";
import { createTonServer } from "./createTonServer.ts";
import { createTreasuryWallet, createUserWallet, USDT_ISSUER_MNEMONIC, USER_MNEMONICS } from "./settings.ts";
import { TonChain } from "./tonChain.ts";
import type { TonState } from "./tonChain.ts";
import { createUsdt } from "./usdt/usdt.ts";

const USER_BALANCE = toNano("10000");
const USER_DOLLARS_BASE = 10_000n * 10n ** 6n;
/** Pays the first fees of the treasury. */
const TREASURY_BALANCE = toNano("1");

const now = (): number => Math.floor(Date.now() / 1_000);

/** Puts the local dollar on a chain that has none yet. */
async function deployUsdt(chain: TonChain): Promise<void> {
  const issuer = await createUserWallet(USDT_ISSUER_MNEMONIC);
  const usdt = createUsdt(issuer.address);
  if (chain.readAccount(usdt.master.toRawString(), chain.readHead().seqno).shardAccount.account?.storage) return;
  const users = await Promise.all(USER_MNEMONICS.map(createUserWallet));
  const owners = users.map(({ address }) => address);
  chain.fund(issuer.address, USER_BALANCE, issuer.init);
  usdt.deploy(chain, owners, USER_DOLLARS_BASE);
}

await runChain({
  load: async (state: TonState) => {
    const chain = await TonChain.load(state);
    await deployUsdt(chain);
    return chain;
  },
  create: async (seed) => {
    const chain = await TonChain.create(seed, now());
    const users = await Promise.all(USER_MNEMONICS.map(createUserWallet));
    for (const { address, init } of users) chain.fund(address, USER_BALANCE, init);
    const treasury = await createTreasuryWallet();
    chain.fund(treasury.address, TREASURY_BALANCE, treasury.init);
    await deployUsdt(chain);
    return chain;
  },
  blockMs: 1_000,
  seal: (chain) => chain.seal(now()),
  serve: (chain) => {
    const server = createTonServer({ chain, now });
    return { servers: [server], listen: () => listenLocally(server, 0) };
  },
});
