import { describe, expect, it } from "vitest";
import { makeInitData, signInitData } from "#tests/support/initData.ts";
import { verifyInitData } from "./verifyInitData.ts";

const BOT_TOKEN = "1000000001:test-token_of-the-tests";
const NOW = new Date("2026-11-20T12:00:00Z");
const PERSON = {
  id: 5_104_827_361,
  firstName: "Anna",
  lastName: "Keller",
  username: "annakeller",
  languageCode: "de",
  photoUrl: "https://t.me/i/userpic/320/a.svg",
};

function make(fields: Record<string, string> = {}, authDate = NOW): string {
  return makeInitData({ botToken: BOT_TOKEN, person: PERSON, authDate, fields });
}

function keyOf(initData: string, now = NOW): string {
  try {
    verifyInitData(initData, BOT_TOKEN, now);
    return "accepted";
  } catch (error) {
    return (error as { key: string }).key;
  }
}

describe("verifyInitData", () => {
  it("reads the signed data byte for byte", () => {
    expect(verifyInitData(make({ start_param: "e_abc" }), BOT_TOKEN, NOW)).toEqual({
      user: {
        id: 5_104_827_361n,
        firstName: "Anna",
        lastName: "Keller",
        username: "annakeller",
        languageCode: "de",
        photoUrl: "https://t.me/i/userpic/320/a.svg",
        allowsWriteToPm: false,
      },
      authDate: NOW,
      startParam: "e_abc",
      launchHash: expect.any(Buffer),
    });
  });

  it("includes the signature field in the check string", () => {
    const fields = { auth_date: "1700000000", user: '{"id":1,"first_name":"A"}', signature: "c2ln" };
    expect(keyOf(signInitData(fields, BOT_TOKEN), new Date(1_700_000_000_000))).toBe("accepted");
    const unsigned = signInitData({ auth_date: fields.auth_date, user: fields.user }, BOT_TOKEN);
    expect(keyOf(`${unsigned}&signature=c2ln`, new Date(1_700_000_000_000))).toBe("loginVerificationFailed");
  });

  it.each([
    ["another bot's data", makeInitData({ botToken: "2:other", person: PERSON, authDate: NOW })],
    ["a changed value", make().replace("Anna", "Emma")],
    ["an added field", `${make()}&chat_type=group`],
    ["a repeated key", `${make()}&query_id=AAHdF6IQAAAAAN0XohDhrOrc`],
    ["an upper-case hash", make().replace(/hash=[0-9a-f]+/, (hash) => `hash=${hash.slice(5).toUpperCase()}`)],
    ["a short hash", make().replace(/(hash=[0-9a-f]{62})[0-9a-f]{2}/, "$1")],
    ["no hash", make().replace(/&?hash=[0-9a-f]{64}/, "")],
    ["an empty text", ""],
  ])("refuses %s", (_, initData) => {
    expect(keyOf(initData)).toBe("loginVerificationFailed");
  });

  it.each([
    ["no user", { auth_date: "1795176000" }],
    ["a bot", { auth_date: "1795176000", user: '{"id":1,"is_bot":true,"first_name":"B"}' }],
    ["an id that is a text", { auth_date: "1795176000", user: '{"id":"1","first_name":"B"}' }],
    ["a negative id", { auth_date: "1795176000", user: '{"id":-1,"first_name":"B"}' }],
    ["a broken id", { auth_date: "1795176000", user: '{"id":1.5,"first_name":"B"}' }],
    ["an id beyond exact integers", { auth_date: "1795176000", user: '{"id":9007199254740993,"first_name":"B"}' }],
    ["a user that is a list", { auth_date: "1795176000", user: "[1]" }],
    ["a user that is no JSON", { auth_date: "1795176000", user: "{" }],
    ["a date that is no number", { auth_date: "1795176000.0", user: '{"id":1,"first_name":"B"}' }],
    ["no date", { user: '{"id":1,"first_name":"B"}' }],
  ])("refuses %s, rightly signed", (_, fields) => {
    expect(keyOf(signInitData(fields as Record<string, string>, BOT_TOKEN))).toBe("loginVerificationFailed");
  });

  it("removes characters that the database cannot store", () => {
    const fields = {
      auth_date: "1795176000",
      user: String.raw`{"id":1,"first_name":"A\u0000nna","username":"\u0000"}`,
    };
    const { user } = verifyInitData(signInitData(fields, BOT_TOKEN), BOT_TOKEN, NOW);
    expect(user).toMatchObject({ firstName: "Anna", username: null });
  });

  it("accepts data for an hour, and up to a minute ahead", () => {
    const at = (seconds: number) => make({}, new Date(NOW.getTime() + seconds * 1_000));
    expect(keyOf(at(-3_600))).toBe("accepted");
    expect(keyOf(at(-3_601))).toBe("launchDataExpired");
    expect(keyOf(at(60))).toBe("accepted");
    expect(keyOf(at(61))).toBe("launchDataExpired");
  });

  it("reports a wrong signature before an old date", () => {
    expect(keyOf(make({}, new Date(0)).replace("Anna", "Emma"))).toBe("loginVerificationFailed");
  });
});
