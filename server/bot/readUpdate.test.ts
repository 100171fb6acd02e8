import type { Message, Update } from "grammy/types";
import { expect, it } from "vitest";
import { keepUpdate } from "./readUpdate.ts";

const LI = { id: 6_731_905_248, is_bot: false, first_name: "Li" };
const GROUP = { id: -1_002_174_983_506, type: "supergroup", title: "Friday lunch" } as const;
const PRIVATE = { id: LI.id, type: "private", first_name: "Li" } as const;

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
