/** The words of a link that adds a bot, and where each means something. */
const RIGHTS = {
  manage_chat: { field: "can_manage_chat", places: ["groups", "channels"] },
  change_info: { field: "can_change_info", places: ["groups", "channels"] },
  post_messages: { field: "can_post_messages", places: ["channels"] },
  edit_messages: { field: "can_edit_messages", places: ["channels"] },
  delete_messages: { field: "can_delete_messages", places: ["groups", "channels"] },
  restrict_members: { field: "can_restrict_members", places: ["groups", "channels"] },
  invite_users: { field: "can_invite_users", places: ["groups", "channels"] },
  pin_messages: { field: "can_pin_messages", places: ["groups"] },
  manage_topics: { field: "can_manage_topics", places: ["groups"] },
  promote_members: { field: "can_promote_members", places: ["groups", "channels"] },
  manage_video_chats: { field: "can_manage_video_chats", places: ["groups", "channels"] },
  post_stories: { field: "can_post_stories", places: ["groups", "channels"] },
  edit_stories: { field: "can_edit_stories", places: ["groups", "channels"] },
  delete_stories: { field: "can_delete_stories", places: ["groups", "channels"] },
  manage_direct_messages: { field: "can_manage_direct_messages", places: ["channels"] },
  manage_tags: { field: "can_manage_tags", places: ["groups"] },
  anonymous: { field: "is_anonymous", places: ["groups"] },
} as const;

/**
 * The rights that `admin` of a link asks for, by the Bot API's names: the words stand between `+`, which an address
 * writes for a space. Any right brings `can_manage_chat`; null: it asks for none, and unknown words count for nothing.
 */
export function readLinkRights(
  admin: string | null,
  place: "groups" | "channels",
): Readonly<Record<string, boolean>> | null {
  const words = new Set((admin ?? "").split(" "));
  const asked = Object.entries(RIGHTS).filter(
    ([word, { places }]) => words.has(word) && places.some((known) => known === place),
  );
  if (asked.length === 0) return null;
  return { can_manage_chat: true, ...Object.fromEntries(asked.map(([, { field }]) => [field, true])) };
}
