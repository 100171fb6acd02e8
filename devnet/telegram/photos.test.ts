import { mkdtempSync, readdirSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { Api, InputFile, InputMediaBuilder } from "grammy";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listenLocally } from "../http/listenLocally.ts";
import { BotApi } from "./botApi.ts";
import { createTelegramServer } from "./createTelegramServer.ts";
import { GROUPS, GROUP_CHAT_ID, PEOPLE } from "./people.ts";
import { TelegramWorld } from "./telegramWorld.ts";

const TOKEN = "42:secret";
const [anna] = PEOPLE;
const [group] = GROUPS;
if (anna === undefined || group === undefined) throw new Error("people are missing");

/** A whole grey picture. */
function drawPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8 + body.length);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), 4 + body.length);
    return frame;
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.alloc(height * (width + 1)));
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

const PICTURE = drawPng(26, 33);
const BUTTON = { inline_keyboard: [[{ text: "Open", url: "https://t.me/b/app?startapp=c_1" }]] };

describe("photos, by the official kind of client", () => {
  let server: Server;
  let world: TelegramWorld;
  let api: Api;
  let base: string;
  let folder: string;
  let nowMs: number;

  beforeEach(async () => {
    nowMs = Date.UTC(2026, 10, 20);
    folder = mkdtempSync(path.join(tmpdir(), "telegram-"));
    const settings = { botToken: TOKEN, appName: "app", gatewayOrigin: "http://localhost:8080" };
    world = new TelegramWorld({ ...settings, stateFile: path.join(folder, "telegram.json") }, () => nowMs);
    world.setBotMembership(group, true, anna);
    server = createTelegramServer(world, new BotApi(world, () => nowMs));
    base = `http://127.0.0.1:${await listenLocally(server, 0)}`;
    api = new Api(TOKEN, { apiRoot: base });
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const file = (bytes = PICTURE) => new InputFile(bytes, "envelope.png");
  const send = async (photo: InputFile | string, caption = "<b>Anna</b> sent it") => {
    nowMs += 2_000;
    return await api.sendPhoto(GROUP_CHAT_ID, photo, { caption, parse_mode: "HTML", reply_markup: BUTTON });
  };
  const idOf = ({ photo }: { photo: readonly { file_id: string }[] }) => photo.at(-1)?.file_id ?? "";
  const refusal = (description: string) =>
    expect.objectContaining({ error_code: 400, description: `Bad Request: ${description}` }) as Error;

  it("shows an uploaded picture with its caption, and sends it again by its id", async () => {
    const first = await send(file());
    expect(first).toMatchObject({ caption: "Anna sent it", caption_entities: [{ type: "bold" }] });
    expect(first).not.toHaveProperty("text");
    const again = await send(idOf(first));
    expect(idOf(again)).toBe(idOf(first));
    const shown = world.state.messages.find(({ isService }) => !isService);
    const answer = await fetch(`${base}${shown?.photoUrl ?? ""}`);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await answer.arrayBuffer()).equals(PICTURE)).toBe(true);
    expect((await fetch(`${base}/devnet/telegram/photo/..%2Ftelegram.json`)).status).toBe(404);
  });

  it("replaces a picture and its caption, changes the caption alone, and adds a picture to a text", async () => {
    const sent = await send(file());
    const other = InputMediaBuilder.photo(file(drawPng(52, 66)), { caption: "over", parse_mode: "HTML" });
    const replaced = await api.editMessageMedia(GROUP_CHAT_ID, sent.message_id, other, { reply_markup: BUTTON });
    expect(replaced).toMatchObject({ caption: "over", reply_markup: BUTTON });
    expect(idOf(replaced as typeof sent)).not.toBe(idOf(sent));
    const renamed = await api.editMessageCaption(GROUP_CHAT_ID, sent.message_id, { caption: "really over" });
    expect(renamed).toMatchObject({ caption: "really over" });
    expect(idOf(renamed as typeof sent)).toBe(idOf(replaced as typeof sent));
    expect(renamed).not.toHaveProperty("reply_markup");
    nowMs += 2_000;
    const text = await api.sendMessage(GROUP_CHAT_ID, "plain");
    const photo = InputMediaBuilder.photo(file());
    expect(await api.editMessageMedia(GROUP_CHAT_ID, text.message_id, photo)).toHaveProperty("photo");
  });

  it("refuses an edit of the wrong part, and one that changes nothing", async () => {
    const photo = await send(file());
    const text = await api.sendMessage(GROUP_CHAT_ID, "plain");
    await expect(api.editMessageText(GROUP_CHAT_ID, photo.message_id, "x")).rejects.toEqual(
      refusal("there is no text in the message to edit"),
    );
    await expect(api.editMessageCaption(GROUP_CHAT_ID, text.message_id, { caption: "x" })).rejects.toEqual(
      refusal("there is no caption in the message to edit"),
    );
    const unchanged = expect.objectContaining({
      description: expect.stringContaining("message is not modified") as string,
    }) as Error;
    const same = { caption: "<b>Anna</b> sent it", parse_mode: "HTML", reply_markup: BUTTON } as const;
    await expect(api.editMessageCaption(GROUP_CHAT_ID, photo.message_id, same)).rejects.toEqual(unchanged);
    nowMs += 2_000;
    const media = InputMediaBuilder.photo(idOf(photo), { caption: same.caption, parse_mode: "HTML" });
    const editing = api.editMessageMedia(GROUP_CHAT_ID, photo.message_id, media, { reply_markup: BUTTON });
    await expect(editing).rejects.toEqual(unchanged);
  });

  it("refuses what is no photo, and a caption that is too long after its entities", async () => {
    const refused = async (photo: InputFile | string, description: string, caption?: string) => {
      await expect(send(photo, caption)).rejects.toEqual(refusal(description));
    };
    await refused(file(Buffer.from("<svg/>")), "IMAGE_PROCESS_FAILED");
    await refused(file(PICTURE.subarray(0, 60)), "IMAGE_PROCESS_FAILED");
    await refused(file(Buffer.alloc(0)), "file must be non-empty");
    await refused(file(drawPng(9_000, 1_001)), "PHOTO_INVALID_DIMENSIONS");
    await refused(file(drawPng(1, 21)), "PHOTO_INVALID_DIMENSIONS");
    const large = Buffer.concat([PICTURE.subarray(0, 33), Buffer.alloc(10 * 1024 * 1024), PICTURE.subarray(33)]);
    const tooBig = `file of size ${large.length} bytes is too big for a photo; the maximum size is 10485760 bytes`;
    await refused(file(large), tooBig);
    await refused("AgACnobody", "wrong file identifier/HTTP URL specified");
    await refused(file(), "message caption is too long", "x".repeat(1_025));
    expect(await send(file(), `<b>${"x".repeat(1_024)}</b>`)).toHaveProperty("photo");
    const sent = await send(file());
    const edit = api.editMessageMedia(GROUP_CHAT_ID, sent.message_id, InputMediaBuilder.photo("AgACnobody"));
    await expect(edit).rejects.toEqual(refusal("MEDIA_EMPTY"));
    expect(readdirSync(path.join(folder, "telegram-photos"))).toHaveLength(2);
  });

  it("counts edits of photos against the flood limit", async () => {
    const sent = await send(file());
    const edits = await Promise.allSettled(
      Array.from({ length: 6 }, (_, place) =>
        api.editMessageCaption(GROUP_CHAT_ID, sent.message_id, { caption: String(place) }),
      ),
    );
    expect(edits.at(-1)).toMatchObject({ reason: { error_code: 429, parameters: { retry_after: 1 } } });
  });

  it("takes a disabled button, which has no other action", async () => {
    const press = (button: object) =>
      api.raw.sendMessage({
        chat_id: GROUP_CHAT_ID,
        text: "x",
        reply_markup: { inline_keyboard: [[{ text: "Open", ...button } as never]] },
      });
    expect(await press({ disabled: {} })).toMatchObject({ reply_markup: { inline_keyboard: [[{ disabled: {} }]] } });
    await expect(press({ disabled: {}, callback_data: "x" })).rejects.toMatchObject({ error_code: 400 });
    await expect(press({ disabled: true })).rejects.toMatchObject({ error_code: 400 });
  });
});
