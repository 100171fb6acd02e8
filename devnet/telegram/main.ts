import { endWithParent } from "../process/endWithParent.ts";
import { listenLocally } from "../http/listenLocally.ts";
import { BotApi } from "./botApi.ts";
import { createTelegramServer } from "./createTelegramServer.ts";
import { PEOPLE } from "./people.ts";
import { readTelegramSettings } from "./settings.ts";
import { TelegramWorld } from "./telegramWorld.ts";

const world = new TelegramWorld(readTelegramSettings(process.env), Date.now);
const server = createTelegramServer(world, new BotApi(world, Date.now));
const isFirstStart = world.state.messages.length === 0 && !world.state.isBotInGroup;
const owner = PEOPLE[0];
if (isFirstStart && owner !== undefined) world.setBotMembership(true, owner);

endWithParent(() => {
  server.close();
  server.closeAllConnections();
  world.save();
});
console.log(`ready ${await listenLocally(server, 0)}`);
