import { listenLocally } from "../http/listenLocally.ts";
import { endWithParent } from "../process/endWithParent.ts";
import { createPriceServer } from "./createPriceServer.ts";

const server = createPriceServer();
endWithParent([server]);
console.log(`ready ${await listenLocally(server, 0)}`);
