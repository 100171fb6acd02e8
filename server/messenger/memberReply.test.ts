import { GrammyError, HttpError } from "grammy";
import type { ChatMember } from "grammy/types";
import { describe, expect, it } from "vitest";
import { readMemberReply } from "./memberReply.ts";

const answer = (member: unknown) => readMemberReply(() => Promise.resolve(member as ChatMember));
const refuse = (code: number, description: string, parameters: Record<string, number> = {}) =>
  readMemberReply(() =>
    Promise.reject(new GrammyError("", { ok: false, error_code: code, description, parameters }, "getChatMember", {})),
  );
const unknown = (why: string, retryAfterMs: number | null = null) => ({ kind: "unknown", why, retryAfterMs });

describe("what the messenger says of a member", () => {
  it.each([
    [{ status: "creator" }, "yes"],
    [{ status: "administrator" }, "yes"],
    [{ status: "member" }, "yes"],
    [{ status: "restricted", is_member: true }, "yes"],
    [{ status: "restricted", is_member: false }, "no"],
    [{ status: "left" }, "no"],
    [{ status: "kicked", until_date: 0 }, "no"],
  ])("%j is %s", async (member, kind) => {
    expect(await answer(member)).toEqual({ kind });
  });

  it.each([
    [null],
    [undefined],
    [true],
    [[]],
    [{}],
    [{ status: "visitor" }],
    [{ status: 1 }],
    [{ status: "restricted" }],
  ])("%j is no answer", async (member) => {
    expect(await answer(member)).toEqual(unknown("away"));
  });

  it.each([
    [400, "Bad Request: user not found"],
    [400, "Bad Request: member not found"],
    [400, "Bad Request: PARTICIPANT_ID_INVALID"],
    [400, "Bad Request: USER_ID_INVALID"],
    [403, "Forbidden: user is deactivated"],
  ])("%i %s is no", async (code, text) => {
    expect(await refuse(code, text)).toEqual({ kind: "no" });
  });

  it.each([
    [400, "Bad Request: CHAT_ADMIN_REQUIRED", "hidden"],
    [400, "Bad Request: member list is inaccessible", "hidden"],
    [400, "Bad Request: chat not found", "gone"],
    [403, "Forbidden: bot was kicked from the supergroup chat", "gone"],
    [403, "Forbidden: bot is not a member of the channel chat", "gone"],
    [403, "Forbidden: the group chat was deleted", "gone"],
    [400, "Bad Request: invalid user_id specified", "refused"],
    [500, "Internal Server Error", "away"],
    [502, "Bad Gateway: user not found", "away"],
    [401, "Unauthorized", "away"],
    [404, "Not Found: method not found", "away"],
  ])("%i %s is unknown: %s", async (code, text, why) => {
    expect(await refuse(code, text)).toEqual(unknown(why));
  });

  it("knows how long it is to wait, and where a group has moved to", async () => {
    expect(await refuse(429, "Too Many Requests: retry after 7", { retry_after: 7 })).toEqual(unknown("away", 7_000));
    const moved = "Bad Request: group chat was upgraded to a supergroup chat";
    expect(await refuse(400, moved, { migrate_to_chat_id: -1_001_234 })).toEqual({
      kind: "moved",
      toChatId: -1_001_234n,
    });
    expect(await readMemberReply(() => Promise.reject(new HttpError("cut off", new Error("cause"))))).toEqual(
      unknown("away"),
    );
  });
});
