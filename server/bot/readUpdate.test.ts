import type { Message, Update, User } from "grammy/types";
import { expect, it } from "vitest";
import { findPerson, keepUpdate } from "./readUpdate.ts";

const LI: User = { id: 6_731_905_248, is_bot: false, first_name: "Li", language_code: "zh-hans" };
const GROUP = { id: -1_002_174_983_506, type: "supergroup", title: "Friday lunch" } as const;
const PRIVATE = { id: LI.id, type: "private", first_name: "Li" } as const;
const CHANNEL = { id: -1_009_000_000_001, type: "channel", title: "News" } as const;
const bot = (id: number): User => ({ id, is_bot: true, first_name: "Some bot" });

const write = (fields: object): Update => ({
  update_id: 1,
  message: { message_id: 7, date: 1, chat: GROUP, from: LI, text: "/open it", ...fields },
});
const press = (from: User, message?: object) =>
  ({ update_id: 1, callback_query: { id: "1", from, chat_instance: "1", data: "share:x", message } }) as Update;

it.each([
  ["a person's", {}],
  ["a reply to somebody else's", { reply_to_message: { message_id: 1, date: 1, chat: GROUP, from: bot(5) } }],
  ["in a topic", { message_thread_id: 7, is_topic_message: true }],
])("a message is its sender's: %s", (_, fields) => {
  expect(findPerson(write(fields))).toEqual(LI);
});

const ORIGIN = { type: "user", date: 1, sender_user: LI };

it.each([
  ["an anonymous administrator's", { from: bot(1_087_968_824), sender_chat: GROUP }],
  ["an anonymous administrator's whom no chat is named for", { from: bot(1_087_968_824) }],
  ["a channel's", { from: bot(136_817_688), sender_chat: CHANNEL }],
  ["a channel's that names no user", { from: undefined, sender_chat: CHANNEL }],
  ["a chat's beside a user", { sender_chat: CHANNEL }],
  [
    "a linked channel's post",
    { from: { id: 777_000, is_bot: false, first_name: "Telegram" }, sender_chat: CHANNEL, is_automatic_forward: true },
  ],
  ["Telegram's own", { from: { id: 777_000, is_bot: false, first_name: "Telegram" } }],
  ["another bot's", { from: bot(5) }],
  ["written by another bot, and sent by a person", { via_bot: bot(5) }],
  ["sent by a bot in a person's name", { sender_business_bot: bot(5) }],
  ["forwarded", { forward_origin: ORIGIN }],
  ["forwarded by a person of their own", { forward_origin: { ...ORIGIN, sender_user: LI } }],
  ["forwarded, as an older messenger says it", { forward_date: 1, forward_sender_name: "Li" }],
  ["without a sender", { from: undefined }],
  ["of an id that nobody can have", { from: { ...LI, id: 2 ** 70 } }],
])("a message is nobody's: %s", (_, fields) => {
  expect(findPerson(write(fields))).toBeNull();
});

it("a tap is the one's who taps, whoever wrote the message, and never a bot's", () => {
  const post = { message_id: 1, date: 1, chat: GROUP, from: bot(1_087_968_824), sender_chat: GROUP };
  expect([findPerson(press(LI, post)), findPerson(press(LI)), findPerson(press(bot(5), post))]).toEqual([LI, LI, null]);
  const asked = (from: User): Update => ({ update_id: 1, inline_query: { id: "1", from, query: "", offset: "" } });
  const chosen = (from: User): Update => ({ update_id: 1, chosen_inline_result: { result_id: "1", from, query: "" } });
  expect([asked(LI), asked(bot(5)), chosen(LI), chosen(bot(5))].map(findPerson)).toEqual([LI, null, LI, null]);
});

it("what is said in a channel, edited, or of a kind that nobody asked for is nobody's", () => {
  const { message } = write({});
  for (const kind of ["edited_message", "channel_post", "business_message", "guest_message", "chat_member"])
    expect(findPerson({ update_id: 1, [kind]: message }), kind).toBeNull();
});

const tell = (fields: object) =>
  ({ message_id: 7, date: 1, chat: GROUP, from: LI, ...fields }) as Message & Update.NonChannel;
const keep = (update: object) => keepUpdate({ update_id: 1, ...update }, "hongbao_bot");
const read = (message: Message | undefined) => JSON.stringify(message);

it.each([
  ["words", { text: "secret words" }],
  ["a caption", { caption: "secret words", photo: [] }],
  ["a caption like a command", { caption: "/start secret words", photo: [] }],
  ["a command to another bot", { text: "/start@another_bot secret" }],
  ["a command that is none of ours", { text: "/secret words" }],
  ["a poll", { poll: { question: "secret" } }],
  ["a contact", { contact: { phone_number: "secret", first_name: "Li" } }],
  ["who came", { new_chat_members: [LI] }],
  ["private words", { chat: PRIVATE, text: "secret words" }],
  ["a forwarded command in private", { chat: PRIVATE, text: "/start", forward_origin: { type: "user", date: 1 } }],
])("keeps nothing of %s", (_, fields) => {
  expect(keep({ message: tell(fields) })).toBeNull();
});

it.each(["edited_message", "channel_post", "edited_channel_post", "business_message", "guest_message", "poll"])(
  "keeps nothing of the kind %s",
  (kind) => {
    expect(keep({ [kind]: tell({ text: "/start" }) })).toBeNull();
  },
);

it("keeps of /start that it was said, and of whom, and nothing beside it", () => {
  const beside = { text: "/start secret", reply_to_message: tell({ text: "secret" }), quote: { text: "secret" } };
  const kept = keep({ message: tell(beside) })?.message;
  expect(kept).toEqual(tell({ text: "/start" }));
  expect(read(keep({ message: tell({ text: "/start", via_bot: LI }) })?.message)).not.toContain("6731905248");
});

it.each([
  ["chat_shared", { request_id: 1, chat_id: GROUP.id }, PRIVATE],
  ["write_access_allowed", { from_request: true }, PRIVATE],
  ["migrate_to_chat_id", -1_009_000_000_001, GROUP],
  ["new_chat_title", "Saturday lunch", GROUP],
] as const)("keeps what the messenger says: %s", (field, value, chat) => {
  const kept = keep({ message: tell({ chat, [field]: value, reply_to_message: tell({ text: "secret" }) }) })?.message;
  expect(kept).toEqual(tell({ chat, [field]: value }));
});

it("keeps of a sent result neither the words behind the name nor the place", () => {
  const chosen = { result_id: "e", from: LI, inline_message_id: "m" };
  const told = { ...chosen, query: "secret", location: { latitude: 1, longitude: 2 } };
  expect(keep({ chosen_inline_result: told })?.chosen_inline_result).toEqual({ ...chosen, query: "" });
});
