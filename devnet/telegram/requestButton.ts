import { refuseBadRequest } from "./telegramRefusal.ts";

/** A button by which a mini-app asks a person for one of their groups. */
export interface RequestButton {
  /** The only person who may use it. */
  readonly userId: number;
  readonly requestId: number;
  /** Whether the bot has to be in the group. Choosing a group without it adds it. */
  readonly isBotMember: boolean;
  readonly isTitleAsked: boolean;
  readonly isUsernameAsked: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Checks what `savePreparedKeyboardButton` is given, of which this machine knows requests for groups. */
export function readRequestButton(given: unknown): Omit<RequestButton, "userId"> {
  const refuse = (reason: string): never => refuseBadRequest(`can't parse keyboard button: ${reason}`);
  if (typeof given !== "object" || given === null) return refuse("KeyboardButton must be an Object");
  const { text, request_chat: asked, request_users: users, request_managed_bot: bot } = given as Fields;
  if (typeof text !== "string" || text.trim() === "") return refuse('Field "text" must be of type String');
  if (users !== undefined || bot !== undefined) return refuse("only groups can be requested on this machine");
  if (typeof asked !== "object" || asked === null) return refuseBadRequest("BUTTON_INVALID");
  const { request_id: requestId, chat_is_channel: isChannel, ...rest } = asked as Fields;
  if (typeof requestId !== "number" || !Number.isInteger(requestId) || Math.abs(requestId) >= 2 ** 31)
    return refuse('Field "request_id" must be a valid Number');
  if (typeof isChannel !== "boolean") return refuse('Can\'t find field "chat_is_channel"');
  if (isChannel) return refuse("channels cannot be requested on this machine");
  return {
    requestId,
    isBotMember: rest["bot_is_member"] === true,
    isTitleAsked: rest["request_title"] === true,
    isUsernameAsked: rest["request_username"] === true,
  };
}
