import { TronWeb } from "tronweb";
import { listenLocally } from "../http/listenLocally.ts";
import { runChain } from "../process/runChain.ts";
import { createTronServer } from "./createTronServer.ts";
import { SOLID_LAG, TREASURY_ADDRESS, USER_KEYS } from "./settings.ts";
import { TronChain } from "./tronChain.ts";
import type { TronState } from "./tronChain.ts";

const SUN = 1_000_000;
const USER_BALANCE = 100_000 * SUN;
/** Pays the first fees of the treasury. */
const TREASURY_BALANCE = 10 * SUN;

await runChain({
  load: (state: TronState) => TronChain.load(state, SOLID_LAG),
  create: (seed) => {
    const chain = TronChain.create(seed, Date.now(), SOLID_LAG);
    const fund = (address: string, amount: number) => chain.fund(TronWeb.address.toHex(address).toLowerCase(), amount);
    for (const key of USER_KEYS) fund(String(TronWeb.address.fromPrivateKey(key)), USER_BALANCE);
    fund(TREASURY_ADDRESS, TREASURY_BALANCE);
    return chain;
  },
  blockMs: 1_000,
  seal: (chain) => chain.seal(Date.now()),
  serve: (chain) => {
    const server = createTronServer(chain);
    return { servers: [server], listen: () => listenLocally(server, 0) };
  },
});
