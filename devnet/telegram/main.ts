import { endWithParent } from "../process/endWithParent.ts";
import { listenLocally } from "../http/listenLocally.ts";
import { BotApi } from "./botApi.ts";
import { createTelegramServer } from "./createTelegramServer.ts";
import { GROUPS } from "./people.ts";
import { readTelegramSettings } from "./settings.ts";
import { TelegramWorld } from "./telegramWorld.ts";

const world = new TelegramWorld(readTelegramSettings(process.env), Date.now);
const server = createTelegramServer(world, new BotApi(world, Date.now));
for (const group of GROUPS) {
  const [owner] = world.membersOf(group);
  const isUndecided = world.state.botMemberships[group.chatId] === undefined;
  if (isUndecided && owner !== undefined) world.setBotMembership(group, true, owner);
}

endWithParent([server], () => world.save());
console.log(`ready ${await listenLocally(server, 0)}`);
