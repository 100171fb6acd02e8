import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseEther } from "ethers";
import { BotApi as MessengerApi } from "#devnet/telegram/botApi.ts";
import { createTelegramServer } from "#devnet/telegram/createTelegramServer.ts";
import { HostApi } from "#devnet/telegram/hostApi.ts";
import { GROUP_CHAT_ID, type Person } from "#devnet/telegram/people.ts";
import { TelegramWorld } from "#devnet/telegram/telegramWorld.ts";
import type { StoredMessage } from "#devnet/telegram/worldState.ts";
import { upsertUser } from "#server/accounts/users.ts";
import { trustClock } from "#server/clockGuard.ts";
import { pollBot } from "#server/bot/botJobs.ts";
import { setUpBot } from "#server/bot/setUpBot.ts";
import { answerPeople } from "#server/messenger/answers.ts";
import { connectBotApi } from "#server/messenger/connectBotApi.ts";
import { linkChat } from "#server/messenger/chats.ts";
import { GroupGate } from "#server/messenger/groupGate.ts";
import { carryOutUpdates } from "#server/bot/updates.ts";
import { formatChatStartParam } from "#server/messenger/startParams.ts";
import { writeDue } from "#server/messenger/writeToGroups.ts";
import { openTestDatabase } from "./database.ts";
import { listen } from "./listen.ts";
import { addressOf, bindWallet, openEnvelope } from "./story.ts";
import { createTestApp, type TestApp } from "./testApp.ts";
import { waitUntilHolds } from "./waitUntilHolds.ts";

const GROUP = BigInt(GROUP_CHAT_ID);

/** The bot beside the local messenger, whose people and clock are the test's. */
export async function openBotWorld(seed: string, settings: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hongbao-bot-"));
  const database = await openTestDatabase();
  const { config, clock } = createTestApp(database, seed);
  const now = () => clock.now().getTime();
  const world = new TelegramWorld(
    {
      botToken: config.botToken,
      appName: config.botAppName,
      gatewayOrigin: "http://localhost:4000",
      stateFile: path.join(folder, "telegram.json"),
    },
    now,
  );
  const api = new MessengerApi(world, now);
  const host = new HostApi(world, api);
  const messenger = await listen(createTelegramServer(world, api));
  const base = createTestApp(database, seed, { BOT_API_URL: messenger.url, ...settings });
  const app: TestApp = { ...base, clock, clockGuard: trustClock(clock), telegram: await connectBotApi(base.config) };

  await setUpBot(app, new AbortController().signal);

  /** Lets the bot take all that waits for it, and do what it does at once. */
  async function takeUpdates(): Promise<void> {
    const stop = new AbortController();
    const running = pollBot.run(app, stop.signal);
    await waitUntilHolds(() => {
      if (world.state.updates.length > 0) throw new Error("updates still wait for the bot");
    });
    stop.abort();
    await running;
    await carryOutUpdates(app, new AbortController().signal);
  }

  async function addPerson(person: Person): Promise<bigint> {
    const { id, firstName, lastName, username, languageCode } = person;
    const user = { id: BigInt(id), firstName, lastName, username, languageCode, photoUrl: null };
    const at = clock.now();
    await upsertUser(database.kysely, { ...user, allowsWriteToPm: false }, { authDate: at, at });
    return user.id;
  }

  /** A member of the group with a wallet and 1 ETH. */
  async function addSender(sender: Person): Promise<bigint> {
    const tgUserId = await addPerson(sender);
    const wallets = await database.kysely.selectFrom("wallet").where("tg_user_id", "=", tgUserId).selectAll().execute();
    if (wallets.length === 0) await bindWallet(app, tgUserId);
    base.world.balances.set(addressOf(tgUserId), parseEther("1"));
    await linkChat(app, tgUserId, formatChatStartParam(app.config.appSecrets, GROUP));
    return tgUserId;
  }

  /** Sends an envelope to the group, posted there. */
  async function openInGroup(sender: Person, body: Parameters<typeof openEnvelope>[2] = {}) {
    const tgUserId = await addSender(sender);
    const opened = await openEnvelope(app, tgUserId, { chatIds: [String(GROUP)], ...body });
    await write();
    return opened;
  }

  /** Writes what is due to people and groups. */
  async function write(gate = new GroupGate()): Promise<void> {
    const { signal } = new AbortController();
    await answerPeople.run(app, signal);
    await writeDue(app, gate, signal);
  }

  /** What the bot itself has said in a chat. */
  const listWords = (chatId: number): StoredMessage[] =>
    world.state.messages.filter(
      (message) => message.chatId === chatId && !message.isService && message.from.id === world.botId,
    );

  /** Where the first link among a message's buttons leads. */
  const urlOf = (message: StoredMessage | undefined): URL =>
    new URL(message?.replyMarkup?.inline_keyboard.flat().find(({ url }) => url !== undefined)?.url ?? "about:blank");

  /** What this person sees in the group of the bot's words. */
  const seeMessages = (person: Person): StoredMessage[] =>
    world.state.messages.filter(
      ({ chatId, from, isService, onlyFor }) =>
        chatId === GROUP_CHAT_ID && from.is_bot && !isService && (onlyFor === null || onlyFor === person.id),
    );

  async function close(): Promise<void> {
    await messenger.stop();
    world.save();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }

  return {
    app,
    database,
    world,
    api,
    host,
    folder,
    takeUpdates,
    addPerson,
    addSender,
    openInGroup,
    seeMessages,
    write,
    listWords,
    urlOf,
    close,
  };
}
