import type { Topic } from "./forums.ts";
import type { PreparedMessage, StoredMessage } from "../worldState.ts";

export type PageMessage = StoredMessage;

export interface PageChat {
  readonly chatId: number;
  readonly kind: "group" | "bot";
  readonly title: string;
  readonly subtitle: string;
  /** In the private chat: whether the person has started the bot. */
  readonly canWrite: boolean;
  readonly hasBot: boolean;
  /** Of the person, who may appoint administrators. */
  readonly isOwner: boolean;
  readonly isBotAdministrator: boolean;
  /** Only administrators see who is in the group. */
  readonly hasHiddenMembers: boolean;
  /** A group that can become a supergroup. */
  readonly isBasic: boolean;
  /** Of a forum, General first; null: it is none. */
  readonly topics: readonly Topic[] | null;
  readonly isBlocked: boolean;
  readonly messages: readonly PageMessage[];
}

export interface PagePerson {
  readonly n: number;
  readonly id: number;
  readonly name: string;
  readonly languageCode: string;
  readonly photoUrl: string | null;
  /** The titles of this person's groups. */
  readonly groups: readonly string[];
}

/** Everything that one person sees in the messenger. */
export interface PageView {
  readonly me: { readonly n: number; readonly id: number; readonly name: string };
  readonly bot: { readonly id: number; readonly name: string; readonly username: string; readonly appName: string };
  readonly people: readonly PagePerson[];
  readonly chats: readonly PageChat[];
  /** Groups with a public name, which anybody may join. */
  readonly publicGroups: readonly { readonly chatId: number; readonly title: string; readonly username: string }[];
  /** Channels into which the person may let the bot. */
  readonly ownChannels: readonly { readonly chatId: number; readonly title: string }[];
  readonly menuButton: { readonly text: string; readonly url: string } | null;
  readonly canBotWrite: boolean;
}

export interface ActionResult {
  readonly ok: boolean;
  readonly error?: string;
  readonly result?: unknown;
  /** The id that the chat has after the action. */
  readonly chatId?: number;
  /** The topic that was opened. */
  readonly threadId?: number;
  readonly prepared?: PreparedMessage;
  /** The groups that the person may choose from. */
  readonly chatIds?: readonly number[];
  /** What the bot offers to somebody who typed its name; each is a prepared message. */
  readonly inline?: {
    readonly results: readonly { readonly preparedId: string; readonly title: string; readonly description: string }[];
    readonly button: { readonly text: string; readonly url: string } | null;
  } | null;
  readonly answer?: { readonly text: string; readonly isAlert: boolean; readonly url: string | null } | null;
}
