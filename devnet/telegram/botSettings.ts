import type { CallParams } from "./parseCallParams.ts";
import { refuseBadRequest } from "./telegramRefusal.ts";

/** What @BotFather or the bot itself sets (`setMySettings`, Bot API 10.5). */
export interface BotSettings {
  readonly supports_inline_queries: boolean;
  readonly inline_query_placeholder: string;
  /** The bot is told of one of so many inline results that are sent; 0: of none. */
  readonly inline_feedback_share_denominator: number;
  readonly can_join_groups: boolean;
  readonly can_read_all_group_messages: boolean;
  readonly callback_query_mode: string;
}

/** Those of a new bot. */
export const NEW_BOT: BotSettings = {
  supports_inline_queries: false,
  inline_query_placeholder: "",
  inline_feedback_share_denominator: 0,
  can_join_groups: true,
  can_read_all_group_messages: false,
  callback_query_mode: "default",
};

const SHARES = new Set([0, 1, 10, 100, 1_000]);
const MODES: ReadonlySet<unknown> = new Set(["default", "auto", "inline"]);

/** The settings after a call; what it does not name stays. */
export function changeSettings(settings: BotSettings, params: CallParams): BotSettings {
  const flag = (name: "supports_inline_queries" | "can_join_groups" | "can_read_all_group_messages"): boolean => {
    const value = params[name] ?? settings[name];
    if (typeof value !== "boolean") refuseBadRequest(`field "${name}" must be of type Boolean`);
    return value;
  };
  const placeholder = params["inline_query_placeholder"] ?? settings.inline_query_placeholder;
  if (typeof placeholder !== "string") refuseBadRequest('field "inline_query_placeholder" must be of type String');
  const share = Number(params["inline_feedback_share_denominator"] ?? settings.inline_feedback_share_denominator);
  if (!SHARES.has(share)) refuseBadRequest("wrong inline feedback share denominator specified");
  const mode = params["callback_query_mode"] ?? settings.callback_query_mode;
  if (typeof mode !== "string" || !MODES.has(mode)) refuseBadRequest("wrong callback query mode specified");
  return {
    supports_inline_queries: flag("supports_inline_queries"),
    inline_query_placeholder: placeholder,
    inline_feedback_share_denominator: share,
    can_join_groups: flag("can_join_groups"),
    can_read_all_group_messages: flag("can_read_all_group_messages"),
    callback_query_mode: mode,
  };
}

const RIGHTS = [
  "is_anonymous",
  "can_manage_chat",
  "can_delete_messages",
  "can_manage_video_chats",
  "can_restrict_members",
  "can_promote_members",
  "can_change_info",
  "can_invite_users",
  "can_post_stories",
  "can_edit_stories",
  "can_delete_stories",
] as const;

/** The rights that the bot proposes to whoever makes it an administrator: all that it does not name are off. */
export function readRights(params: CallParams): Readonly<Record<string, boolean>> {
  const asked = (params["rights"] ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(RIGHTS.map((right) => [right, asked[right] === true]));
}
