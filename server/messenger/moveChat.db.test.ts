import { beforeEach, describe, expect, it } from "vitest";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { handleUpdate } from "#server/bot/updates.ts";
import { openPeople } from "#tests/support/people.ts";
import { addGroup, callAs, claim, openEnvelope } from "#tests/support/story.ts";
import type { TestApp } from "#tests/support/testApp.ts";
import { queueAnswer } from "./answers.ts";
import type { SendOutcome } from "./botApi.ts";
import { linkChat } from "./chats.ts";
import { GroupGate } from "./groupGate.ts";
import { moveChat } from "./moveChat.ts";
import { formatChatStartParam, formatPostStartParam } from "./startParams.ts";
import { writeDue } from "./writeToGroups.ts";

const people = openPeople("moved groups");
let app: TestApp;
let base = 800_000n;
let sender: bigint;
let ann: bigint;
let group: bigint;
let supergroup: bigint;
/** `<method> <chat>` of what the messenger took, oldest first. */
let written: string[];
/** What the messenger refuses a message with; null: it takes it. */
let refuse: (chatId: bigint) => SendOutcome | null;

beforeEach(async () => {
  base += 1_000n;
  [sender, ann, group, supergroup] = [base, base + 1n, -base, -1_000_000_000_000n - base];
  app = people.renew(`moved groups ${base}`);
  await people.addWithSender(sender, ann);
  await addGroup(app, sender, group, [ann]);
  for (const person of [sender, ann]) app.world.members.add(`${supergroup}:${person}`);
  written = [];
  const write = (method: string) => async (chatId: bigint) => {
    const refused = refuse(chatId);
    if (refused === null) written.push(`${method} ${chatId}`);
    return refused ?? { kind: "sent" as const, messageId: BigInt(100 + written.length) };
  };
  refuse = movesTo;
  app.telegram = { ...app.telegram, sendMessage: write("send"), editMessageText: write("edit") };
});

const movesTo = (chatId: bigint): SendOutcome | null =>
  chatId === group ? { kind: "moved", toChatId: supergroup, reason: "the group was upgraded" } : null;
const isGone = (chatId: bigint): SendOutcome | null =>
  chatId === group ? { kind: "refused", reason: "message to edit not found" } : null;

async function post(): Promise<void> {
  for (let rounds = 0; rounds < 4; rounds += 1) {
    app.clock.advance(4_000);
    await writeDue(app, new GroupGate(), new AbortController().signal);
  }
}

describe("a group that becomes a supergroup", () => {
  it("gets the greeting that waits, once", async () => {
    await queueAnswer(app, { chatId: group, name: "Family", language: "en", threadId: 7n });
    await post();
    expect(written).toEqual([`send ${supergroup}`]);
  });

  it.each(["moved", "refused"] as const)("sees an open post anew, once, where the old one is %s", async (kind) => {
    refuse = () => null;
    const { envelopeId, passphrase } = await openEnvelope(app, sender, { chatIds: [String(group)], count: 3 });
    await post();
    if (kind === "refused") {
      const chat = { id: Number(supergroup), type: "supergroup", title: "Family" } as const;
      const message = { message_id: 1, date: 1, chat, migrate_from_chat_id: Number(group) };
      await handleUpdate(app, { update_id: 1, message: message as never });
    }
    refuse = kind === "moved" ? movesTo : isGone;
    for (const person of [ann, sender]) {
      await claim(app, person, passphrase, envelopeId);
      await post();
    }
    expect(written).toEqual([`send ${group}`, `send ${supergroup}`, `edit ${supergroup}`]);
  });

  it("keeps what was signed with its old id, and sends by it", async () => {
    const { envelopeId } = await openEnvelope(app, sender, { chatIds: [String(group)] });
    await moveChat(app, group, supergroup);
    const { appSecrets } = app.config;
    const params = [formatChatStartParam(appSecrets, group), formatPostStartParam(appSecrets, envelopeId, group)];
    const { kysely } = people.database;
    for (const param of params) {
      await kysely.deleteFrom("chat_link").where("tg_user_id", "=", ann).execute();
      await linkChat(app, ann, param);
      const links = kysely.selectFrom("chat_link").select("chat_id").where("tg_user_id", "=", ann);
      expect(await links.execute()).toEqual([{ chat_id: supergroup }]);
    }
    const asked = { type: "luckyDraw", coinType: "eth", count: 2, totalAmount: "0.02" } as const;
    const sent = await callAs(app, sendRedEnvelope, sender, { body: { ...asked, chatIds: [String(group)] } });
    expect(sent.envelopes.map(({ chatId }) => chatId)).toEqual([String(supergroup)]);
  });
});
