import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fromHex } from "#domain/hex.ts";
import { listenLocally } from "../http/listenLocally.ts";
import { endWithParent } from "../process/endWithParent.ts";
import { createBeaconKeys } from "./beaconKeys.ts";
import { createBeaconServer } from "./createBeaconServer.ts";

const PERIOD_S = 3;

/** Kept over restarts: the database holds rounds that this key has signed. */
interface BeaconState {
  secretKey: string;
  genesisS: number;
}

const file = process.env["DEVNET_STATE"] ?? "";
if (!existsSync(file)) writeFileSync(file, JSON.stringify(createState()), { mode: 0o600 });
const { secretKey, genesisS } = JSON.parse(readFileSync(file, "utf8")) as BeaconState;
const server = createBeaconServer(createBeaconKeys({ secretKey: fromHex(secretKey), genesisS, periodS: PERIOD_S }));
endWithParent([server]);
console.log(`ready ${await listenLocally(server, 0)}`);

/** Fewer than 256 bits are below the order of the curve's group, which begins with 0x73. */
function createState(): BeaconState {
  return { secretKey: `00${randomBytes(31).toString("hex")}`, genesisS: Math.floor(Date.now() / 1_000) - PERIOD_S };
}
