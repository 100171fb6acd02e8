import { type Address, toNano } from "@ton/core";
import { listenLocally } from "../http/listenLocally.ts";
import { runChain } from "../process/runChain.ts";
import { createTonServer } from "./createTonServer.ts";
import {
  createTreasuryWallet,
  createUserWallet,
  TREASURY_MNEMONIC,
  USDT_ISSUER_MNEMONIC,
  USDT_TREASURY_MNEMONIC,
  USER_MNEMONICS,
} from "./settings.ts";
import { TonChain } from "./tonChain.ts";
import type { TonState } from "./tonChain.ts";
import { createUsdt } from "./usdt/usdt.ts";

const USER_BALANCE = toNano("10000");
const USER_DOLLARS_BASE = 10_000n * 10n ** 6n;
/** Pays the first fees of the treasury. */
const TREASURY_BALANCE = toNano("1");
/** What payouts of the local dollar burn. */
const USDT_FUEL = toNano("20");

const now = (): number => Math.floor(Date.now() / 1_000);

/** Puts the local dollar and its treasury on a chain that has none yet. */
async function deployUsdt(chain: TonChain): Promise<void> {
  const treasury = await createTreasuryWallet(USDT_TREASURY_MNEMONIC);
  if (!isThere(chain, treasury.address)) chain.fund(treasury.address, USDT_FUEL, treasury.init);
  const issuer = await createUserWallet(USDT_ISSUER_MNEMONIC);
  const usdt = createUsdt(issuer.address);
  if (isThere(chain, usdt.master)) return;
  const users = await Promise.all(USER_MNEMONICS.map(createUserWallet));
  const owners = [...users, treasury].map(({ address }) => address);
  chain.fund(issuer.address, USER_BALANCE, issuer.init);
  usdt.deploy(chain, owners, USER_DOLLARS_BASE);
}

function isThere(chain: TonChain, address: Address): boolean {
  const { account } = chain.readAccount(address.toRawString(), chain.readHead().seqno).shardAccount;
  return account?.storage.state.type === "active";
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
    const treasury = await createTreasuryWallet(TREASURY_MNEMONIC);
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
