import { beforeAll, describe, expect, it } from "vitest";
import type { OperationId } from "#contract/operations.ts";
import { MESSAGE_IDS } from "#domain/copyTexts.ts";
import { COVER_IDS } from "#domain/covers.ts";
import { LANGUAGES, type Language } from "#domain/language/language.ts";
import { claimDetail } from "#server/envelopes/envelopeDetail.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import type { Call, Handler } from "#server/calls/handler.ts";
import { systemInfo } from "#server/system/system.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addressOf, addUsers, bindWallet, callAs } from "#tests/support/story.ts";
import {
  coverList,
  redEnvelopeCoverAndMessage,
  textList,
  updateRedEnvelopeCover,
  updateRedEnvelopeMessage,
} from "./looks.ts";

const [ANN, BOB, CLEO, DAN] = [701n, 702n, 703n, 704n] as const;

const { app, database } = await openAppOfFile("looks");

beforeAll(() => addUsers(app, [ANN, BOB, CLEO, DAN]));

/** The answer for a caller with this language. */
const readAs = <Op extends OperationId>(handler: Handler<Op>, language: Language, tgUserId: bigint) =>
  handler({ user: { tgUserId }, language, scheme: "https", host: "localhost" } as unknown as Call<Op>, app);

const findUsed = <Item extends { inUse: boolean }>(items: readonly Item[]) => items.filter(({ inUse }) => inUse);

describe("the lists", () => {
  it.each(LANGUAGES)("have a distinct title for each cover and each text in %s", async (language) => {
    const { coverImgs: covers } = await readAs(coverList, language, ANN);
    const { coverImgs: texts } = await readAs(textList, language, ANN);
    expect(covers.map(({ coverId }) => coverId)).toEqual(COVER_IDS);
    expect(texts.map(({ messageId }) => messageId)).toEqual(MESSAGE_IDS);
    for (const words of [
      covers.map(({ title }) => title),
      texts.map(({ title }) => title),
      texts.map(({ text }) => text),
    ])
      expect(new Set(words.filter(Boolean)).size).toBe(8);
  });

  it("are in the caller's language", async () => {
    expect((await readAs(textList, "zh-CN", ANN)).coverImgs[0]?.text).toBe("恭喜发财，大吉大利");
    expect((await readAs(textList, "es", ANN)).coverImgs[0]?.text).toBe("Mucha suerte a todos");
    expect((await readAs(coverList, "vi", ANN)).coverImgs[4]?.title).toBe("Đám cưới");
  });

  it("mark the default for a caller who never chose", async () => {
    const { redPackImgList, redPackTextList, userPackConfig } = await readAs(systemInfo, "en", ANN);
    expect(userPackConfig).toMatchObject({ envelopeTtlSeconds: 86_400, orderTtlSeconds: 1800 });
    expect(redPackImgList).toHaveLength(8);
    expect(redPackTextList).toHaveLength(8);
    expect(findUsed(redPackImgList)).toMatchObject([{ coverId: "goodLuck", imageUrl: "/covers/goodLuck.svg" }]);
    expect(findUsed(redPackTextList)).toMatchObject([{ messageId: "goodLuck" }]);
  });
});

describe("a choice", () => {
  it("is one cover and one text, each independent", async () => {
    expect(await callAs(app, redEnvelopeCoverAndMessage, BOB, {})).toEqual({
      coverId: "goodLuck",
      messageId: "goodLuck",
    });
    await callAs(app, updateRedEnvelopeCover, BOB, { body: { coverId: "eid" } });
    expect(await callAs(app, updateRedEnvelopeCover, BOB, { body: { coverId: "tet" } })).toEqual({
      coverId: "tet",
      messageId: "goodLuck",
    });
    const both = await callAs(app, updateRedEnvelopeMessage, BOB, { body: { messageId: "wedding" } });
    expect(both).toEqual({ coverId: "tet", messageId: "wedding" });
    expect(await callAs(app, redEnvelopeCoverAndMessage, BOB, {})).toEqual(both);
    expect(findUsed((await callAs(app, coverList, BOB, {})).coverImgs)).toMatchObject([{ coverId: "tet" }]);
    expect(findUsed((await callAs(app, textList, BOB, {})).coverImgs)).toMatchObject([{ messageId: "wedding" }]);
  });

  it("applies to the caller only", async () => {
    await callAs(app, updateRedEnvelopeCover, BOB, { body: { coverId: "birthday" } });
    expect(await callAs(app, redEnvelopeCoverAndMessage, CLEO, {})).toMatchObject({ coverId: "goodLuck" });
  });

  it("of a later version falls back to a known one", async () => {
    await database.kysely
      .updateTable("tg_user")
      .set({ cover_id: "of a later version", message_id: "of a later version" })
      .where("tg_user_id", "=", CLEO)
      .execute();
    expect(await callAs(app, redEnvelopeCoverAndMessage, CLEO, {})).toEqual({
      coverId: "goodLuck",
      messageId: "goodLuck",
    });
    expect(findUsed((await callAs(app, coverList, CLEO, {})).coverImgs)).toHaveLength(1);
  });
});

it("applies to the envelopes that are sent then, also after a later choice", async () => {
  await bindWallet(app, DAN);
  app.world.balances.set(addressOf(DAN), 10n ** 18n);
  const send = async (look: { coverId?: "thankYou"; messageId?: "thankYou" } = {}) => {
    const body = { type: "luckyDraw", coinType: "eth", count: 2, totalAmount: "0.05", ...look } as const;
    const [envelope] = (await callAs(app, sendRedEnvelope, DAN, { body })).envelopes;
    return envelope;
  };
  await callAs(app, updateRedEnvelopeCover, DAN, { body: { coverId: "khmerNewYear" } });
  await callAs(app, updateRedEnvelopeMessage, DAN, { body: { messageId: "newYear" } });
  const sent = await send();
  expect(sent).toMatchObject({ coverId: "khmerNewYear", messageId: "newYear", remark: "" });
  // A send that names one of the two uses the current choice for the other.
  expect(await send({ coverId: "thankYou" })).toMatchObject({ coverId: "thankYou", messageId: "newYear" });
  expect(await send({ messageId: "thankYou" })).toMatchObject({ coverId: "khmerNewYear", messageId: "thankYou" });
  await callAs(app, updateRedEnvelopeCover, DAN, { body: { coverId: "wedding" } });
  const { envelope } = await callAs(app, claimDetail, DAN, {
    query: { envelopeId: sent?.envelopeId ?? "", limit: 10 },
  });
  expect(envelope).toMatchObject({ coverId: "khmerNewYear", messageId: "newYear" });
});
